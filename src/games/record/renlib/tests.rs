use crate::record::testing::shape;
use crate::record::{self, Format, GameTree, Node, NodeId};
use tengen_engine::game::Variant;

const HEADER_30: &[u8] = b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
const HEADER_34: &[u8] = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";

fn read(bytes: &[u8]) -> Result<GameTree, String> {
    let renju = Variant::preset("renju").unwrap();
    let mut trees =
        record::read_trees(Format::Lib, bytes, &renju).map_err(|error| error.to_string())?;
    Ok(trees.pop().unwrap())
}

fn with(header: &[u8], nodes: &[u8]) -> Vec<u8> {
    [header, nodes].concat()
}

#[test]
fn the_three_kinds_of_files_say_the_same() {
    let old = [0x78, 0x00, 0x69, 0xc0, 0x68, 0x40];
    let new = [0x00, 0x00, 0x78, 0x00, 0x69, 0xc0, 0x68, 0x40];
    let tree = read(&with(HEADER_30, &old)).unwrap();
    assert_eq!(shape(&tree), "1h8 2i9 2h9");
    assert_eq!(read(&old).unwrap(), tree);
    assert_eq!(read(&with(HEADER_34, &new)).unwrap(), tree);
    assert_eq!(record::write_trees(Format::Lib, &[tree]).unwrap(), with(HEADER_34, &new));
    assert_eq!(shape(&read(HEADER_34).unwrap()), "");
}

#[test]
fn corners_are_not_mirrored() {
    let nodes = [0x00, 0x00, 0x01, 0x00, 0x0f, 0x00, 0xe1, 0x00, 0xef, 0x40];
    let tree = read(&with(HEADER_34, &nodes)).unwrap();
    assert_eq!(shape(&tree), "1a15 2o15 3a1 4o1");
    assert_eq!(record::write_trees(Format::Lib, &[tree]).unwrap(), with(HEADER_34, &nodes));
}

#[test]
fn comments_marks_and_texts_on_the_board_are_kept() {
    #[rustfmt::skip]
    let nodes = [
        0x00, 0x08, b'a', b'b', 0, 0,                                     // root: "ab"
        0x78, 0x1c, b'x', 0x08, b'y', b'\r', b'\n', b'z', 0, 0,           // marked start, three lines
        0x69, 0xc9, 0x00, 0x01, 0xe9, 0, b'A', 0,                         // leaf: a text of each kind
        0x68, 0xc0,
        0x01, 0x43, 0x00, 0x01, b'B', 0,                                  // no move, text on a15
    ];
    let tree = read(&with(HEADER_34, &nodes)).unwrap();
    assert_eq!(shape(&tree), "1h8 2i9 2h9");
    assert_eq!(tree.node(NodeId::ROOT).comment.as_deref(), Some("ab"));
    let ids: Vec<NodeId> = tree.preorder().map(|(_, id)| id).collect();
    let centre = tree.node(ids[1]);
    assert_eq!(centre.comment.as_deref(), Some("x\ny\nz"));
    assert!(centre.is_marked && centre.is_start);
    let labels: Vec<String> =
        centre.labels.iter().map(|(at, text)| format!("{at}={text}")).collect();
    assert_eq!(labels, ["i9=A", "a15=B"]);
    assert_eq!(tree.node(ids[2]).comment.as_deref(), Some("\u{e9}"), "a byte of a code page");
    assert_eq!(record::write_trees(Format::Lib, &[tree]).unwrap(), with(HEADER_34, &nodes));
}

#[test]
fn texts_of_old_files_are_read() {
    let nodes = [0x78, 0x20, b'a', b'b' | 0x80, 0x69, 0x40];
    let tree = read(&with(HEADER_30, &nodes)).unwrap();
    let first = tree.main_line().next().unwrap();
    assert_eq!(
        (shape(&tree).as_str(), tree.node(first).comment.as_deref()),
        ("1h8 2i9", Some("ab"))
    );
}

#[test]
fn games_become_one_tree() {
    let renju = Variant::preset("renju").unwrap();
    let games = record::read(Format::Moves, b"h8 i9 g7\nh8 h9\nh8 i9\n", &renju).unwrap();
    let bytes = record::write(Format::Lib, &games).unwrap();
    assert_eq!(shape(&read(&bytes).unwrap()), "1h8 2i9 3g7 2h9");
}

#[test]
fn passes_are_kept() {
    let nodes = [0x00, 0x00, 0x78, 0x00, 0x00, 0x00, 0x69, 0x40];
    let tree = read(&with(HEADER_34, &nodes)).unwrap();
    assert_eq!(shape(&tree), "1h8 2- 3i9");
    assert_eq!(
        record::write_trees(Format::Lib, std::slice::from_ref(&tree)).unwrap(),
        with(HEADER_34, &nodes)
    );
    let error = record::write_trees(Format::Psq, &[tree]).unwrap_err().to_string();
    assert!(error.starts_with("game 1: passes: expected a format with words for that"), "{error}");

    let at_the_end = [0x00, 0x00, 0x78, 0x00, 0x00, 0x40];
    let tree = read(&with(HEADER_34, &at_the_end)).unwrap();
    assert_eq!(record::write_trees(Format::Moves, &[tree]).unwrap(), b"h8\n");
}

#[test]
fn faults_are_named_with_their_byte() {
    let header = "ff 52 65 6e 4c 69 62 ff, or 78 in a file without a header";
    for (bytes, message) in [
        (Vec::new(), format!("byte 0: (nothing): expected {header}")),
        (b"abc".to_vec(), format!("byte 0: 61 62 63: expected {header}")),
        (HEADER_30[..12].to_vec(), "byte 12: (nothing): expected a header of 20 bytes".into()),
        (with(b"\xffRenLib\xff\x04", &[0; 11]), "byte 8: version 4: expected version 3".into()),
        (with(HEADER_30, &[0x78]), "byte 21: (nothing): expected the flags".into()),
        (with(HEADER_30, &[0x78, 0]), "byte 22: (nothing): expected another node".into()),
        (with(HEADER_30, &[0x78, 0x40, 1]), "byte 22: 01: expected the end of the tree".into()),
        (with(HEADER_30, &[0x70, 0x40]), "byte 20: 70: expected a point of the 15x15".into()),
        (with(HEADER_30, &[0xf1, 0x40]), "byte 20: f1: expected a point".into()),
        (with(HEADER_30, &[0x78, 0, 0x78, 0x40]), "byte 22: h8 (occupied)".into()),
        (with(HEADER_30, &[0x78, 0x48, 65]), "byte 22: text: expected a zero at its end".into()),
        (with(HEADER_30, &[0x78, 0x48, 65, 65, 0]), "byte 25: (nothing): expected a zero".into()),
        (with(HEADER_30, &[0x78, 0x41, 0]), "byte 23: (nothing): expected two more".into()),
        (with(HEADER_30, &[0x78, 0x60, 65]), "byte 22: text of old form: expected".into()),
    ] {
        let error = read(&bytes).unwrap_err();
        assert!(error.starts_with(&message), "{bytes:?}: {error}");
    }
}

#[test]
fn only_its_own_board_can_be_written() {
    let wide = Variant::preset("gomoku20").unwrap();
    let games = record::read(Format::Moves, b"a1", &wide).unwrap();
    let error = record::write(Format::Lib, &games).unwrap_err().to_string();
    assert_eq!(error, "game 1: a board of 20x20: expected the board of 15x15");
    let mut tree = GameTree::from(&games[0]);
    tree.add(NodeId::ROOT, Node::default());
    assert!(record::write_trees(Format::Lib, &[tree]).is_err());
}
