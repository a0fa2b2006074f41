//! The page in a real browser: `tests/web/` says what is clicked and what is seen.
//!
//! It takes part with `TENGEN_TESTS=all`. Node.js, npm and Chromium are looked for; where
//! one is missing the test says so and passes, unless `TENGEN_WEB_TESTS=must`. Packages are installed into a folder of
//! the build. `TENGEN_WEB_BROWSER` names another browser.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::effort;
use crate::node::{Node, install, is_must, node, program};
use crate::waiting::{Finish, LIMIT, within};

/// Names under which systems have Chromium; the first draws the same for a third of the work.
const BROWSERS: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// What the tests need.
struct Means {
    node: PathBuf,
    browser: PathBuf,
    packages: PathBuf,
}

impl Means {
    /// Finds and installs it.
    fn find() -> Result<Means, String> {
        let browser = match env::var_os("TENGEN_WEB_BROWSER") {
            Some(path) => PathBuf::from(path),
            None => BROWSERS
                .iter()
                .find_map(|name| program(name))
                .ok_or_else(|| "there is no Chromium".to_owned())?,
        };
        let Node { program: node, packages } = node()?;
        Ok(Means { node, browser, packages })
    }
}

/// Servers, each with a browser of its own: enough for two cores, as cases mostly wait.
const WORKERS: usize = 3;

/// A server for the tests, which ends with them.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    /// Starts one and waits until it can be reached.
    fn start() -> Server {
        let child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["serve", "--listen", "127.0.0.1:0", "--store", "none"])
            .stdout(Stdio::piped())
            .spawn();
        let mut server = Server { child: child.unwrap(), url: String::new() };
        let mut lines = BufReader::new(server.child.stdout.take().unwrap()).lines();
        let line = within(LIMIT, move || lines.next()).flatten().expect("it starts").unwrap();
        let url = line.trim().strip_prefix("page at ").expect("it says where it is");
        url.clone_into(&mut server.url);
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_does_what_people_expect() {
    let is_must = is_must();
    if !is_must && !effort::is_full() {
        println!("browser tests skipped: expected TENGEN_TESTS=all");
        return;
    }
    let means = match Means::find() {
        Ok(means) => means,
        Err(why) => {
            assert!(!is_must, "browser tests: {why}");
            println!("browser tests skipped: {why}");
            return;
        }
    };
    let servers: Vec<Server> = (0..WORKERS).map(|_| Server::start()).collect();
    let urls: Vec<&str> = servers.iter().map(|server| server.url.as_str()).collect();
    let output = Command::new(means.node)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web/run.mjs"))
        .args([&urls.join(","), env!("CARGO_BIN_EXE_tengen")])
        .env("TENGEN_WEB_PACKAGES", &means.packages)
        .env("TENGEN_WEB_BROWSER", &means.browser)
        .finish_within(LIMIT * 3)
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    let (fine, rest): (Vec<_>, Vec<_>) = said.lines().partition(|line| line.starts_with("ok: "));
    let rest = rest.join("\n");
    // What went well is not said again: who reads of a failure wants to see that one, in the first line.
    let failed = said.lines().find(|line| line.starts_with("failed: ")).unwrap_or_default();
    assert!(output.status.success(), "{failed}\n{rest}\n{complaints}");
    assert!(fine.len() >= 100, "{} cases: {rest}\n{complaints}", fine.len());
    println!("{said}");
}

/// The page without a server, as `scripts/site.sh` writes it: building its modules takes minutes.
#[test]
#[ignore = "builds for another target, with a compiler that may have to be fetched"]
fn the_page_works_without_a_server() {
    let means = Means::find().expect("Node.js, npm and Chromium");
    try_site("site.mjs", &means);
}

/// The same in a second browser, Firefox.
#[test]
#[ignore = "builds for another target, with a compiler that may have to be fetched, and needs Firefox"]
fn the_page_works_without_a_server_in_firefox() {
    let firefox = ["firefox-esr", "firefox"].iter().find_map(|name| program(name));
    let Some(browser) = firefox else {
        println!("Firefox not tried: there is none");
        return;
    };
    let Node { program: node, packages } =
        install("firefox.json", "firefox-packages").expect("Node.js and npm");
    try_site("firefox.mjs", &Means { node, browser, packages });
}

/// Writes the page without a server and tries it by a script of `tests/web`.
fn try_site(script: &str, means: &Means) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("site for {script}"));
    let built = Command::new(root.join("scripts/site.sh"))
        .arg(&site)
        .env("TENGEN_PROFILE", "release")
        .finish_within(LIMIT * 20)
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(&means.node)
        .arg(root.join("tests/web").join(script))
        .args([site.as_os_str(), env!("CARGO_BIN_EXE_tengen").as_ref()])
        .env("TENGEN_WEB_PACKAGES", &means.packages)
        .env("TENGEN_WEB_BROWSER", &means.browser)
        .finish_within(LIMIT * 3)
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
}
