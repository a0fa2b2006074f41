//! Which pages may send requests: those from a name of this server, and no others.
//!
//! A server on one's own machine is within reach of every page that the browser
//! shows. Two doors are closed: a page that opens a socket to us says where it
//! comes from (`Origin`), and a page whose name is turned into our address
//! says that name (`Host`).

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use tengen_engine::game::Problem;

/// Why a request is turned away: the header at fault, and what it should have said.
pub(crate) type Rejected = Problem<&'static str>;

/// The names that the page goes by.
#[derive(Clone, Debug)]
pub(crate) struct OriginCheck {
    names: Vec<String>,
}

/// Longest part of a foreign header that is shown again, in characters.
const SHOWN: usize = 60;

impl OriginCheck {
    /// The check of a server on that address with these names besides.
    pub fn new(address: IpAddr, names: &[String]) -> OriginCheck {
        let own = ["localhost".to_owned(), address.to_string()];
        OriginCheck {
            names: own.into_iter().chain(names.iter().map(|name| name.to_lowercase())).collect(),
        }
    }

    /// Whether a request names us. An address is no name that could be turned
    /// into ours, so every address will do.
    ///
    /// # Errors
    /// When its `Host` is missing, doubled, or another.
    pub fn check_host(&self, headers: &HeaderMap) -> Result<(), Rejected> {
        let expected = "an address, localhost, or a name given by --host";
        let host = only(headers, HOST.as_str()).unwrap_or_default();
        let refuse = || Rejected::new("Host", shown(host), expected);
        let name = name_of(host).ok_or_else(refuse)?.to_lowercase();
        let is_ours = name.parse::<IpAddr>().is_ok() || self.names.contains(&name);
        is_ours.then_some(()).ok_or_else(refuse)
    }

    /// Whether a socket is opened by our own page, or by no page at all.
    ///
    /// # Errors
    /// When the request comes from another page.
    pub fn check_origin(headers: &HeaderMap) -> Result<(), Rejected> {
        if !headers.contains_key(ORIGIN) {
            return Ok(());
        }
        let origin = only(headers, ORIGIN.as_str()).unwrap_or_default();
        let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        let host = only(headers, HOST.as_str()).unwrap_or_default();
        match place {
            Some(place) if !host.is_empty() && place.eq_ignore_ascii_case(host) => Ok(()),
            _ => Err(Rejected::new("Origin", shown(origin), "the page of this server")),
        }
    }
}

/// Headers of those that pass the requests of others on.
const PASSED_ON: [&str; 4] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/// Whether a request comes from the very machine that the server runs on: from an address of its
/// own, for a name that every machine has for itself, and through nothing that says that it passes
/// requests on.
pub(crate) fn is_from_here(headers: &HeaderMap, address: IpAddr) -> bool {
    let name = only(headers, HOST.as_str()).and_then(name_of).unwrap_or_default();
    let is_loopback = |address: IpAddr| address.to_canonical().is_loopback();
    let is_own = name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_loopback);
    is_own && is_loopback(address) && !PASSED_ON.iter().any(|name| headers.contains_key(*name))
}

/// The only value of a header, if it can be read.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.to_str().ok()).flatten()
}

/// The name or address in a `Host`, without its port.
fn name_of(host: &str) -> Option<&str> {
    let is_port = |text: &str| text.parse::<u16>().is_ok();
    if let Some(rest) = host.strip_prefix('[') {
        let (address, rest) = rest.split_once(']')?;
        let port = rest.strip_prefix(':');
        return (rest.is_empty() || port.is_some_and(is_port)).then_some(address);
    }
    match host.split_once(':') {
        Some((name, port)) => (is_port(port) && !name.is_empty()).then_some(name),
        None => (!host.is_empty()).then_some(host),
    }
}

fn shown(text: &str) -> String {
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    text.chars().take(SHOWN).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins() -> OriginCheck {
        OriginCheck::new("127.0.0.1".parse().unwrap(), &["Board.Example".to_owned()])
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_our_own_names_open() {
        for host in [
            "localhost",
            "LOCALHOST:8080",
            "127.0.0.1:8080",
            "[::1]:80",
            "[::1]",
            "10.0.0.7",
            "board.example:443",
        ] {
            assert_eq!(origins().check_host(&headers(&[("host", host)])), Ok(()), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example:8080",
            "localhost.evil.example",
            "",
            ":80",
            "[::1",
            "[::1]x",
            "localhost:x",
            "localhost:99999",
            "evil.example:127.0.0.1",
        ] {
            let refused = origins().check_host(&headers(&[("host", host)]));
            assert!(refused.is_err(), "{host}");
        }
        assert!(origins().check_host(&HeaderMap::new()).is_err());
        let twice = headers(&[("host", "localhost"), ("host", "localhost")]);
        assert!(origins().check_host(&twice).is_err());
    }

    #[test]
    fn what_is_passed_on_or_comes_from_elsewhere_is_not_from_here() {
        let here = |host, address: &str, more: Option<&'static str>| {
            let mut headers = headers(&[("host", host)]);
            if let Some(name) = more {
                headers.append(name, "10.0.0.7".parse().unwrap());
            }
            is_from_here(&headers, address.parse().unwrap())
        };
        for (host, address) in [
            ("localhost:8080", "127.0.0.1"),
            ("127.0.0.1:8080", "::ffff:127.0.0.1"),
            ("[::1]:8080", "::1"),
        ] {
            assert!(here(host, address, None), "{host} {address}");
        }
        for (host, address) in [
            ("localhost:8080", "10.0.0.7"),
            ("10.0.0.7:8080", "127.0.0.1"),
            ("board.example", "127.0.0.1"),
            ("", "127.0.0.1"),
        ] {
            assert!(!here(host, address, None), "{host} {address}");
        }
        for name in PASSED_ON {
            assert!(!here("localhost:8080", "127.0.0.1", Some(name)), "{name}");
        }
    }

    #[test]
    fn other_pages_open_no_socket() {
        let from = |origin| headers(&[("host", "localhost:8080"), ("origin", origin)]);
        assert_eq!(OriginCheck::check_origin(&from("http://localhost:8080")), Ok(()));
        assert_eq!(OriginCheck::check_origin(&from("https://LOCALHOST:8080")), Ok(()));
        assert_eq!(OriginCheck::check_origin(&headers(&[("host", "localhost")])), Ok(()));
        for origin in [
            "http://evil.example",
            "null",
            "http://localhost",
            "http://localhost:8081",
            "",
            "http://localhost:8080.evil.example",
            "file://",
            "http://localhost:8080/",
        ] {
            assert!(OriginCheck::check_origin(&from(origin)).is_err(), "{origin}");
        }
        let refusal =
            OriginCheck::check_origin(&from("http://evil.example")).unwrap_err().to_string();
        assert_eq!(refusal, "Origin: http://evil.example: expected the page of this server");
    }
}
