//! Writes the page as a folder of static files, which works without a server: all texts, and what the
//! engine needs of networks and puzzles, beside the modules that `scripts/site.sh` has put into the
//! folder before. The script packs networks and puzzles afterwards.
//!
//! Usage: site DIR

#![expect(clippy::print_stderr, reason = "a script calls it, and shows what went wrong")]

use std::io::Read;
use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

use flate2::read::GzDecoder;

use tengen_engine::eval::shipped_networks;
use tengen_games::puzzles;
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
    let packed = ["tengen-threads", "tengen-simd", "tengen"];
    let packed = packed.map(|name| format!("site/{name}.wasm.lzma"));
    let mut names: Vec<String> = vec!["./".to_owned()];
    let mut digest = Digest::default();
    for name in &packed {
        digest.add(&fs::read(folder.join(name))?);
    }
    // Browsers load one of them, most the first; another one is fetched where it is needed.
    names.push(packed[0].clone());
    // The usual game needs the first network.
    let (usual, later) = place_files(folder)?;
    names.push(usual);
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
        let text = text.replace("$LATER", &later.join(" "));
        place(
            folder,
            source.path.trim_start_matches('/'),
            &text.replace("$FILES", &names.join(" ")),
        )?;
    }
    Ok(())
}

/// Writes the files that modules ask for by name: networks and puzzles. Gives the path of the network
/// for the usual game once it is packed, and those of all others. Their names change with what is in
/// them.
fn place_files(folder: &Path) -> io::Result<(String, Vec<String>)> {
    let mut paths = Vec::new();
    let mut place_one = |name: &str, bytes: &[u8]| {
        paths.push(format!("site/{name}.lzma"));
        fs::write(folder.join("site").join(name), bytes)
    };
    for network in shipped_networks() {
        place_one(&network.file, network.bytes)?;
    }
    let (name, packed) = puzzles::shipped_file();
    let mut lines = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut lines)?;
    place_one(&name, &lines)?;
    Ok((paths.remove(0), paths))
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
