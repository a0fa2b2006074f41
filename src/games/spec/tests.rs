//! Descriptions of engines, and what is wrong about some.

use std::time::Duration;

use super::*;

fn engines(texts: &[&str], each: &str) -> Result<Vec<EngineSpec>, SpecError> {
    let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    read_engines(&texts, each)
}

fn engine(text: &str) -> EngineSpec {
    engines(&[text], "").unwrap().remove(0)
}

#[test]
fn every_word_has_its_place() {
    // Absolute, so that it stays as it is in another folder.
    let root = if cfg!(windows) { "C:" } else { "/opt" };
    let spec = engine(&format!(
        "name='old one' cmd=\"'{root}/my engines/a.exe' -x\" args='--set \"Move Overhead=5\"' \
         dir=/tmp proto=gomocup 'option.Move Overhead=30' option.Path=a=b option.Empty= \
         tc=40/60+0.5 depth=8 nodes=5000 st=2 restart=on start=2.5 pause=25"
    ));
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let expected = EngineSpec {
        name: "old one".to_owned(),
        program: PathBuf::from(format!("{root}/my engines/a.exe")),
        arguments: vec!["-x".to_owned(), "--set".to_owned(), "Move Overhead=5".to_owned()],
        dir: Some(PathBuf::from("/tmp")),
        protocol: Some(ProtocolName::Gomocup),
        options: vec![pair("Move Overhead", "30"), pair("Path", "a=b"), pair("Empty", "")],
        limits: MoveLimits {
            clock: Some("40/60+0.5".parse().unwrap()),
            move_time: Some(Duration::from_secs(2)),
            depth: Some(8),
            nodes: Some(5000),
        },
        restart: true,
        start: Some(Duration::from_millis(2500)),
        pause: Duration::from_millis(25),
    };
    assert_eq!(spec, expected);
    assert_eq!(engine(&spec.words()), spec);
    assert_eq!(spec.limits.to_string(), "tc=40/60+0.5 st=2 depth=8 nodes=5000");
}

#[test]
fn a_program_is_enough() {
    let spec = engine("cmd=../bin/pbrain-rapfi.exe");
    assert_eq!((spec.name.as_str(), spec.protocol), ("pbrain-rapfi", None));
    assert_eq!(spec.limits.to_string(), "st=0.1");
    assert_eq!((spec.arguments.len(), spec.options.len(), spec.restart), (0, 0, false));
}

#[test]
fn a_first_word_without_a_key_is_the_program() {
    for (text, same) in [
        ("./program", "cmd=./program"),
        ("./program st=1 option.Hash=2", "cmd=./program st=1 option.Hash=2"),
        ("'my engines/a b' proto=uci", "cmd=\"'my engines/a b'\" proto=uci"),
        ("./program 'args=-x y'", "cmd='./program -x y'"),
    ] {
        assert_eq!(engine(text), engine(same), "{text}");
    }
    let error = |texts: &[&str], each| engines(texts, each).unwrap_err().to_string();
    assert_eq!(error(&["./a cmd=b"], ""), "--engine: cmd=b: expected each key once");
    assert!(error(&["st=1 ./a"], "").starts_with("--engine: ./a: expected name=,"));
    assert!(error(&["cmd=a"], "./a").starts_with("--each: ./a: expected name=,"));
}

#[test]
fn what_all_share_is_said_once() {
    let specs = engines(
        &["name=a option.Hash=64", "name=b cmd=b nodes=5 tc=inf option.hash=1 option.X=y"],
        "cmd=./tengen tc=1+1 depth=9 option.Hash=16 option.Threads=2",
    )
    .unwrap();
    let options = |spec: &EngineSpec| {
        let pairs = spec.options.iter().map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(specs[0].program, PathBuf::from("./tengen"));
    assert_eq!(specs[0].limits.to_string(), "tc=1+1 depth=9");
    assert_eq!(options(&specs[0]), "Threads=2 Hash=64");
    assert_eq!(specs[1].program, PathBuf::from("b"));
    assert_eq!(specs[1].limits.to_string(), "nodes=5");
    assert_eq!(options(&specs[1]), "Threads=2 hash=1 X=y");
}

#[test]
fn mistakes_are_named() {
    for (text, complaint) in [
        ("", "(nothing): expected cmd=PROGRAM"),
        ("name=a", "name=a: expected cmd=PROGRAM"),
        ("cmd=a b", "b: expected name=, cmd=,"),
        ("cmd=a colour=red", "colour=red: expected name=, cmd=,"),
        ("cmd='a", "cmd='a: expected every quotation mark closed"),
        ("cmd=\"'a\"", "cmd='a: expected every quotation mark closed"),
        ("cmd=", "cmd=: expected a program"),
        ("cmd=\"''\"", "cmd='': expected a program"),
        ("cmd=a cmd=b", "cmd=b: expected each key once"),
        ("cmd=a name=", "name=: expected a name that can be printed"),
        ("cmd=..", "cmd=..: expected name=NAME"),
        ("cmd=a dir=", "dir=: expected a folder"),
        ("cmd=a proto=xboard", "proto=xboard: expected proto= with one of auto, uci,"),
        ("cmd=a restart=maybe", "restart=maybe: expected restart=on or"),
        ("cmd=a start=0", "start=0: expected seconds above 0, as in start=30"),
        ("cmd=a start=soon", "start=soon: expected seconds above 0"),
        ("cmd=a start=1 start=2", "start=2: expected each key once"),
        ("cmd=a pause=-1", "pause=-1: expected milliseconds from 0 to 10000"),
        ("cmd=a pause=0.5", "pause=0.5: expected milliseconds"),
        ("cmd=a pause=10001", "pause=10001: expected milliseconds"),
        ("cmd=a tc=5m", "tc=5m: expected moves/time+increment in seconds"),
        ("cmd=a tc=0", "tc=0: expected moves/time+increment"),
        ("cmd=a st=0", "st=0: expected seconds"),
        ("cmd=a st=-1", "st=-1: expected seconds"),
        ("cmd=a depth=0", "depth=0: expected plies from 1"),
        ("cmd=a depth=+5", "depth=+5: expected plies from 1"),
        ("cmd=a nodes=1e6", "nodes=1e6: expected positions from 1"),
        ("cmd=a nodes=99999999999999999999", "nodes=99999999999999999999: expected positions"),
        ("cmd=a tc=inf", "cmd=a tc=inf: expected st=, depth= or nodes= beside tc=inf"),
        ("cmd=a option.=1", "option.=1: expected option.NAME=VALUE"),
        ("cmd=a option.A=1 option.a=2", "option.a=2: expected each option once"),
        ("cmd=a option.Hash", "option.Hash: expected name=, cmd=,"),
    ] {
        let error = engines(&[text], "").unwrap_err().to_string();
        assert!(error.starts_with(&format!("--engine: {complaint}")), "{text}: {error}");
    }
}

#[test]
fn a_program_may_play_against_itself() {
    let names = |texts: &[&str]| -> Vec<String> {
        engines(texts, "").unwrap().into_iter().map(|spec| spec.name).collect()
    };
    assert_eq!(names(&["b/a", "b/a st=2", "cmd=b/a"]), ["a", "a-2", "a-3"]);
    assert_eq!(names(&["a", "name=a-2 cmd=b", "a"]), ["a", "a-2", "a-3"]);
}

#[test]
fn mistakes_about_several_engines_are_named() {
    let error = |texts: &[&str], each| engines(texts, each).unwrap_err().to_string();
    assert_eq!(
        error(&["cmd=a", "cmd=b/a depth=1"], ""),
        "--engine: cmd=b/a depth=1: expected a name= other than a, which is taken"
    );
    assert!(error(&["cmd=a"], "st=x").starts_with("--each: st=x: expected seconds"));
    assert!(error(&["cmd=a"], "name=b").starts_with("--each: name=b: expected what all"));
}
