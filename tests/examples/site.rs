//! Writes the page as a folder of static files, which works without a server: all texts beside the
//! modules that `scripts/site.sh` has put into the folder before.
//!
//! Usage: site DIR

#![expect(clippy::print_stderr, reason = "a script calls it, and shows what went wrong")]

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

use tengen_page::files::{SITE_SOURCES, SOURCES, Source};

fn main() {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [folder] = &arguments[..] else {
        eprintln!("site: {} arguments: expected a folder", arguments.len());
        process::exit(2);
    };
    if let Err(error) = write(Path::new(folder)) {
        eprintln!("site: {}: {error}", folder.display());
        process::exit(1);
    }
}

/// Writes everything, the service worker last: it names all files and their digest.
fn write(folder: &Path) -> io::Result<()> {
    let packed = ["site/tengen-simd.wasm.gz", "site/tengen.wasm.gz"];
    let mut names: Vec<String> = vec!["./".to_owned()];
    let mut digest = Digest::default();
    for name in packed {
        digest.add(&fs::read(folder.join(name))?);
    }
    // Browsers load one of the two; the other one is fetched where it is needed.
    names.push(packed[0].to_owned());
    let (workers, others): (Vec<&Source>, Vec<&Source>) =
        SOURCES.iter().chain(SITE_SOURCES).partition(|source| source.path == "/serviceworker.js");
    for source in others {
        let path = match source.path {
            "/" => "index.html",
            path => path.trim_start_matches('/'),
        };
        let text = if source.path == "/" { page(&source.sent()) } else { source.sent() };
        digest.add(text.as_bytes());
        place(folder, path, &text)?;
        if source.path != "/" {
            names.push(path.to_owned());
        }
    }
    for source in workers {
        let text = source.sent().replace("$VERSION", &digest.text());
        place(
            folder,
            source.path.trim_start_matches('/'),
            &text.replace("$FILES", &names.join(" ")),
        )?;
    }
    Ok(())
}

/// The page for any folder of any web space, hosted by the browser itself.
fn page(html: &str) -> String {
    let manifest = "<link rel=\"manifest\" href=\"manifest.webmanifest\">\n</head>";
    html.replace("=\"/", "=\"./")
        .replace("<html lang=\"en\">", "<html lang=\"en\" data-host=\"browser\">")
        .replace("</head>", manifest)
}

fn place(folder: &Path, path: &str, text: &str) -> io::Result<()> {
    let file: PathBuf = folder.join(path);
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(file, text)
}

/// FNV-1a, 64 bits: enough to tell one version of the site from the next.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, bytes: &[u8]) {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, step);
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}
