use super::*;

fn shell(script: &str) -> Process {
    let command = ["sh", "-c", script].map(str::to_owned);
    Process::start(&command, None, &Guard::none()).unwrap()
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

fn line(process: &Process) -> String {
    match process.listen(soon()) {
        Listened::Line(line) => line.text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn lines_go_in_and_come_out() {
    let mut echo = shell("while read line; do echo \"got $line\"; echo oops >&2; done; exit 3");
    echo.send("one");
    assert_eq!(line(&echo), "got one");
    echo.send_bytes(b"two\r\nthree\n".to_vec());
    assert_eq!(line(&echo), "got two");
    assert_eq!(line(&echo), "got three");
    echo.close_input();
    assert!(matches!(echo.listen(soon()), Listened::Closed));
    assert_eq!(echo.wait(soon()).and_then(|status| status.code()), Some(3));
    assert_eq!(echo.last_errors(soon()).count, 3);
}

#[test]
fn a_program_that_is_missing_is_named() {
    let command = ["no-such-program".to_owned(), "a b".to_owned()];
    let error = Process::start(&command, None, &Guard::none()).unwrap_err().to_string();
    assert!(error.starts_with("no-such-program 'a b': "), "{error}");
    assert!(Process::start(&[], None, &Guard::none()).is_err());
}

#[test]
fn a_program_that_ends_at_once_fails_its_trial() {
    let probed = |script: &str, moment| {
        let command = ["sh", "-c", script].map(str::to_owned);
        Process::probe_start(&command, None, &Guard::none(), moment)
    };
    let error = probed("echo no library >&2; exit 127", Duration::from_secs(20));
    let error = error.unwrap_err().to_string();
    let expected = "ended at once (exit status: 127: no library): expected a program that can";
    assert!(error.contains(expected), "{error}");
    assert!(probed("read line", Duration::from_millis(20)).is_ok());
}

#[test]
fn neither_floods_nor_deafness_block_anyone() {
    let mut flood = shell("yes");
    for _ in 0..100 {
        flood.send(&"x".repeat(100_000));
    }
    for _ in 0..5000 {
        assert_eq!(line(&flood), "y");
    }
    flood.kill();
    assert!(flood.wait(soon()).is_some());
}

#[test]
fn a_program_that_has_ended_is_closed_while_what_it_started_goes_on() {
    let mut parent = shell("sleep 1000 & echo $!; exit 3");
    line(&parent);
    assert!(matches!(parent.listen(soon()), Listened::Closed));
    assert_eq!(parent.wait(soon()).and_then(|status| status.code()), Some(3));
    let glanced = shell("sleep 1000 & echo last; exit 0");
    let mut lines = 0;
    // One that only looks now and then loses no line, and learns of the end.
    let end = soon();
    loop {
        match glanced.listen(Instant::now()) {
            Listened::Line(_) => lines += 1,
            Listened::Closed => break,
            Listened::Silence => thread::sleep(Duration::from_millis(1)),
        }
        assert!(Instant::now() < end, "it never ends");
    }
    assert_eq!(lines, 1);
}

#[test]
fn who_is_not_listened_to_any_more_notices() {
    let mut talker = shell("read line; echo one; sleep 0.2; echo two; sleep 0.2; echo three");
    talker.stop_listening();
    talker.send("talk");
    let status = talker.wait(soon()).expect("it ends");
    assert!(!status.success(), "{status:?}");
}

#[test]
fn grandchildren_end_too() {
    let mut parent = shell("sleep 1000 & echo $!; wait");
    let grandchild: i32 = line(&parent).parse().unwrap();
    parent.kill();
    let process = rustix::process::Pid::from_raw(grandchild).unwrap();
    // The process that inherits the orphan may take a moment to reap it.
    let end = soon();
    while rustix::process::test_kill_process(process).is_ok() && !is_zombie(grandchild) {
        assert!(Instant::now() < end, "process {grandchild} is still there");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process has ended and only waits for its parent to notice.
fn is_zombie(id: i32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z'))
}
