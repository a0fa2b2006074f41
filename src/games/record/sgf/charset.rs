//! The encodings that games declare: each for itself, so that a file may have several.

use std::borrow::Cow;

use memchr::memchr_iter;

use crate::record::encoding::{TextEncoding, UndecodedBytes};
use crate::record::error::{Place, problem};

use super::parse::begins_game;

/// The text of a file by what its games declare; `None` if none of them declares anything.
pub(in crate::record) fn decode<'a>(
    bytes: &'a [u8],
    faults: &mut UndecodedBytes,
) -> Option<Cow<'a, str>> {
    let mut declared = Vec::new();
    let mut unknown = None;
    for (at, name) in names(bytes) {
        match TextEncoding::declared(&name) {
            Some(encoding) if !declared.contains(&encoding) => declared.push(encoding),
            Some(_) => {}
            None => unknown = unknown.or(Some((at, name))),
        }
    }
    if let Some((at, name)) = unknown {
        let expected = "an encoding such as UTF-8, GB18030 or Shift_JIS";
        let line = 1 + memchr_iter(b'\n', &bytes[..at]).count();
        faults.told.push(problem(Place::Line(line), &format!("CA[{name}]"), expected));
    }
    match declared.as_slice() {
        [] => None,
        [only] => Some(only.decode_or_utf8(bytes, 1, faults)),
        _ => Some(Cow::Owned(decode_each(bytes, declared[0], faults))),
    }
}

/// The values of `CA` that look like names of encodings, and where they stand.
fn names(bytes: &[u8]) -> impl Iterator<Item = (usize, String)> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        loop {
            let at = rest.windows(3).position(|window| window == b"CA[")?;
            let before = at.checked_sub(1).map(|before| rest[before]);
            rest = &rest[at + 3..];
            if before.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
                continue;
            }
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.: ".contains(byte);
            let length = rest.iter().take_while(|byte| is_part(byte)).count();
            if length > 0 && rest.get(length) == Some(&b']') {
                let name = rest[..length].iter().map(|&byte| char::from(byte)).collect();
                return Some((bytes.len() - rest.len(), name));
            }
        }
    })
}

/// Decodes each game in the encoding that it declares, or in that of the game before.
fn decode_each(bytes: &[u8], first: TextEncoding, faults: &mut UndecodedBytes) -> String {
    let (mut text, mut encoding) = (String::with_capacity(bytes.len()), first);
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let rest = &bytes[at..];
        // What a game declares stands in its first node.
        let first_node = rest.windows(2).skip(2).position(|window| window == b"(;");
        let first_node = &rest[..first_node.map_or(rest.len(), |end| end + 2)];
        encoding = names(first_node)
            .find_map(|(_, name)| TextEncoding::declared(&name))
            .unwrap_or(encoding);
        let game = &rest[..length_of_game(rest, encoding)];
        text += &encoding.decode_or_utf8(game, line, faults);
        line += memchr_iter(b'\n', game).count();
        at += game.len();
    }
    text
}

/// The number of bytes up to the end of the first game, what stands before that game included.
fn length_of_game(bytes: &[u8], encoding: TextEncoding) -> usize {
    let (mut depth, mut is_in_value, mut at) = (0_usize, false, 0);
    while let Some(&byte) = bytes.get(at) {
        if at > 0 && depth > 0 && bytes[at - 1] == b'\n' && begins_game(&bytes[at..]) {
            return at;
        }
        at += 1;
        match byte {
            byte if encoding.hides_next(byte) => at += 1,
            b'\\' if is_in_value => at += 1,
            b']' => is_in_value = false,
            _ if is_in_value => {}
            b'[' => is_in_value = depth > 0,
            b'(' => depth += 1,
            b')' if depth == 1 => return at,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_own_encoding() {
        let mut faults = UndecodedBytes::default();
        // A letter of Shift_JIS that ends with a bracket's backslash, and one of GBK.
        let bytes = b"(;CA[Shift_JIS]C[\x95\x5c];B[aa])\n(;B[bb]C[\x95\x5c])\n\
                      (;C[x]CA[GBK]PB[\xd5\xc5\x82\x5d];(;B[cc])(;B[dd]))\n(;CA[UTF-8]C[\xe8\xa1\xa8])";
        let text = decode(bytes, &mut faults).unwrap();
        let expected = "(;CA[Shift_JIS]C[\u{8868}];B[aa])\n(;B[bb]C[\u{8868}])\n\
                        (;C[x]CA[GBK]PB[\u{5f20}\u{4fd4}];(;B[cc])(;B[dd]))\n(;CA[UTF-8]C[\u{8868}])";
        assert_eq!((text.as_ref(), faults.told.len()), (expected, 0));
    }

    #[test]
    fn names_without_a_meaning_are_told() {
        let mut faults = UndecodedBytes::default();
        let text = b"(;GM[4]\n;B[aa])\n\n(;CA[Klingon]C[CA[]XCA[GBK])\n(;CA[Vulcan])";
        assert_eq!(decode(text, &mut faults), None);
        let told = faults.told[0].to_string();
        assert!(told.starts_with("line 4: CA[Klingon]: expected an encoding"), "{told}");
    }
}
