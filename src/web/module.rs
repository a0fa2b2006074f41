//! The engine as a module for the browsers of visitors: files that `scripts/site.sh` has written.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;

use tengen_engine::eval::shipped_networks;
use tengen_page::files::{SCRIPT, SITE_SOURCES, SOURCES, Source};

/// The folder of the site that has what is needed, and where browsers find it.
const FOLDER: &str = "site";
/// The engine itself: without and with instructions for several numbers at once, and for several
/// threads.
const ENGINES: [&str; 3] =
    ["tengen.wasm.lzma", "tengen-simd.wasm.lzma", "tengen-threads.wasm.lzma"];
/// The largest file.
const LARGEST: u64 = 16 << 20;
/// Fewest digits of a name that changes with what is in the file.
const DIGITS: usize = 8;

/// The files, as they lay there when the server was started.
pub(crate) struct Module {
    files: BTreeMap<String, ModuleFile>,
}

/// A file that is ready to be sent.
struct ModuleFile {
    kind: &'static str,
    bytes: Bytes,
    /// Changes with what is in the file.
    tag: HeaderValue,
    /// How long a browser may keep it without asking.
    keep: &'static str,
}

impl Module {
    /// Reads the module out of a folder that `scripts/site.sh` has written.
    ///
    /// # Errors
    /// When it cannot be read, is no such folder, or was written from other sources than this program:
    /// the page would speak with a module that does not understand it.
    pub fn open(folder: &Path) -> io::Result<Module> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder.join(FOLDER))? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            let Some(name) = name.to_str() else { continue };
            let kind = match path.extension().and_then(|extension| extension.to_str()) {
                Some("js") => SCRIPT,
                Some("lzma") => "application/x-lzma",
                _ => continue,
            };
            if fs::metadata(&path)?.len() > LARGEST {
                return Err(io::Error::other(format!("{name} has more than {LARGEST} bytes")));
            }
            files.insert(
                format!("/{FOLDER}/{name}"),
                ModuleFile::new(name, kind, fs::read(&path)?)?,
            );
        }
        for source in SOURCES.iter().chain(SITE_SOURCES).filter(|source| is_same_everywhere(source))
        {
            let name = source.path.trim_start_matches('/');
            let text = fs::read(folder.join(name))
                .map_err(|error| io::Error::other(format!("no {name} in it: {error}")))?;
            if text != source.sent().as_bytes() {
                return Err(io::Error::other(format!(
                    "{name} is of another build than this program"
                )));
            }
        }
        let networks = shipped_networks().map(|network| format!("{}.lzma", network.file));
        for name in ENGINES.into_iter().map(str::to_owned).chain(networks) {
            if !files.contains_key(&format!("/{FOLDER}/{name}")) {
                return Err(io::Error::other(format!("no {FOLDER}/{name} in it")));
            }
        }
        Ok(Module { files })
    }

    /// The answer to a request for the file at `path`, if the module has it.
    pub fn answer(&self, path: &str, request: &HeaderMap) -> Option<Response<Body>> {
        self.files.get(path).map(|file| file.answer(request))
    }
}

impl ModuleFile {
    fn new(name: &str, kind: &'static str, bytes: Vec<u8>) -> io::Result<ModuleFile> {
        let tag = format!("\"{:016x}\"", hash(&bytes)).parse().map_err(io::Error::other)?;
        let keep = if is_dated(name) { "max-age=31536000, immutable" } else { "no-cache" };
        Ok(ModuleFile { kind, bytes: bytes.into(), tag, keep })
    }

    fn answer(&self, request: &HeaderMap) -> Response<Body> {
        let known = request.get_all(header::IF_NONE_MATCH);
        let mut response = if known.iter().any(|tag| tag == self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.bytes.clone().into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.keep));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(header::ETAG, self.tag.clone());
        stand_alone(headers);
        response
    }
}

/// Has a page stand alone, and its workers: only then may they share memory, through which an
/// engine at work hears that it has to stop.
pub(crate) fn stand_alone(headers: &mut HeaderMap) {
    for (name, value) in [
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

/// Whether a file of the page is written as it is: the page itself and its service worker are told where they are.
fn is_same_everywhere(source: &Source) -> bool {
    !matches!(source.path, "/" | "/serviceworker.js")
}

/// Whether a name changes with what is in the file: its first part ends with a digest.
fn is_dated(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let is_digest =
        |word: &str| word.len() >= DIGITS && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    stem.rsplit_once('-').is_some_and(|(_, word)| is_digest(word))
}

/// FNV-1a, 64 bits: enough to tell one version of a file from the next.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_served_whole_and_asked_for_once() {
        let folder = std::env::temp_dir().join(format!("tengen-module-{}", std::process::id()));
        let site = folder.join(FOLDER);
        fs::create_dir_all(&site).unwrap();
        let refusal = |folder: &Path| Module::open(folder).err().unwrap().to_string();
        for source in SOURCES.iter().chain(SITE_SOURCES).filter(|source| is_same_everywhere(source))
        {
            assert!(refusal(&folder).contains(&source.path[1..]), "{}", source.path);
            let file = folder.join(&source.path[1..]);
            fs::write(&file, "of yesterday").unwrap();
            assert!(refusal(&folder).contains("another build"), "{}", source.path);
            fs::write(&file, source.sent()).unwrap();
        }
        let networks = shipped_networks().map(|network| format!("{}.lzma", network.file));
        for name in ENGINES.into_iter().map(str::to_owned).chain(networks) {
            assert!(refusal(&folder).contains(&name));
            fs::write(site.join(&name), &name).unwrap();
        }
        fs::write(site.join("secret.txt"), "secret").unwrap();
        let module = Module::open(&folder).unwrap();
        let mut headers = HeaderMap::new();
        let answer = module.answer("/site/tengen-simd.wasm.lzma", &headers).unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/x-lzma");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-cache");
        assert_eq!(answer.headers()["cross-origin-embedder-policy"], "require-corp");
        headers.insert(header::IF_NONE_MATCH, answer.headers()[header::ETAG].clone());
        let again = module.answer("/site/tengen-simd.wasm.lzma", &headers).unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let [first, ..] = shipped_networks();
        let network = module.answer(&format!("/site/{}.lzma", first.file), &headers).unwrap();
        assert!(network.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        let script = module.answer("/site/hostworker.js", &headers).unwrap();
        assert_eq!(script.headers()[header::CONTENT_TYPE], SCRIPT);
        for path in ["/site/secret.txt", "/site/", "/site/../site/hostworker.js", "/index.html"] {
            assert!(module.answer(path, &headers).is_none(), "{path}");
        }
        fs::remove_dir_all(&site).unwrap();
        refusal(&folder);
        fs::remove_dir_all(&folder).unwrap();
    }
}
