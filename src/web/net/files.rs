//! The files of the page as they are sent: packed, with a tag, and with what the page may do.

use std::io::Write;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use flate2::Compression;
use flate2::write::GzEncoder;

use tengen_page::files::{HTML, PICTURE, SOURCES, Source};

/// What the page may do: load its own files and talk to its own server. Injected scripts do
/// not run, and no other page may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file that is ready to be sent.
pub struct File {
    source: &'static Source,
    text: Bytes,
    packed: Bytes,
    /// Changes with the text, so that a browser asks only whether it has.
    tag: String,
}

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| SOURCES.iter().map(File::new).collect());

/// Packs all files, which takes a moment: no page has to wait for it later.
pub fn prepare() {
    LazyLock::force(&FILES);
}

/// The file at that path.
pub fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.source.path == path)
}

impl File {
    fn new(source: &'static Source) -> File {
        let text = source.sent();
        let (packed, tag) = (pack(text.as_bytes()), format!("\"{:016x}\"", hash(&text)));
        File { source, text: text.into(), packed: packed.into(), tag }
    }

    /// The answer to a request for this file.
    pub fn answer(&self, request: &HeaderMap) -> Response<Body> {
        let has = |name: header::HeaderName, what: &str| {
            let values = request.get_all(name).iter().filter_map(|value| value.to_str().ok());
            values.flat_map(|text| text.split(',')).any(|word| word.trim() == what)
        };
        let mut response = if has(header::IF_NONE_MATCH, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if has(header::ACCEPT_ENCODING, "gzip") {
            ([(header::CONTENT_ENCODING, "gzip")], self.packed.clone()).into_response()
        } else {
            self.text.clone().into_response()
        };
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_TYPE, self.source.kind),
            (header::CACHE_CONTROL, "no-cache"),
            (header::VARY, "Accept-Encoding"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        // Scripts and styles obey the policies of the page that loads them, and do nothing alone.
        if [HTML, PICTURE].contains(&self.source.kind) {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
            headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        }
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }
}

/// The text as gzip; empty if that should ever fail, which memory cannot.
fn pack(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// FNV-1a, 64 bits: enough to tell one version of a file from the next.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_page::files::{DATA, LANGUAGES};

    #[test]
    fn the_page_is_light() {
        // The course is fetched by those who open it: a book beside the page.
        let is_course =
            |file: &&File| file.source.kind == DATA || file.source.path.starts_with("/course");
        let bytes = |files: Vec<&File>| files.iter().map(|file| file.packed.len()).sum::<usize>();
        let (course, others) = FILES.iter().partition(is_course);
        let spoken = LANGUAGES.map(|path| bytes(vec![find(path).unwrap()]));
        // A visitor is sent the words of one language.
        let unspoken = spoken.into_iter().min().unwrap();
        let (course, others) = (bytes(course), bytes(others) - unspoken);
        assert!((1..=130_000).contains(&others), "{others} bytes over the wire");
        assert!((1..=50_000).contains(&course), "{course} bytes of the course");
    }

    #[test]
    fn whatever_can_be_opened_alone_has_the_policies() {
        for file in FILES.iter() {
            let is_page = [HTML, PICTURE].contains(&file.source.kind);
            let answer = file.answer(&HeaderMap::new());
            for policy in [header::CONTENT_SECURITY_POLICY, header::REFERRER_POLICY] {
                let has = answer.headers().contains_key(&policy);
                assert_eq!(has, is_page, "{}: {policy}", file.source.path);
            }
        }
    }

    #[test]
    fn known_files_are_not_sent_again() {
        let file = find("/").unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(file.answer(&headers).status(), StatusCode::OK);
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        let response = file.answer(&headers);
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(&file.tag).unwrap());
        assert_eq!(file.answer(&headers).status(), StatusCode::NOT_MODIFIED);
    }
}
