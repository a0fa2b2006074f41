//! Files with a proof, packed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use tengen_engine::proof::{self, FileError, Proof};

use super::lines::STREAM;

/// The proof in a file, which is packed if its name ends in `.gz`; `-` is standard input.
///
/// # Errors
/// When there is no such file, or none with a proof.
pub(crate) fn read(name: &Path) -> Result<Proof, FileError> {
    if name.as_os_str() == STREAM {
        return proof::read(&mut io::stdin().lock());
    }
    let file = BufReader::new(File::open(name)?);
    let is_packed = name.extension().is_some_and(|extension| extension == "gz");
    let mut reader: Box<dyn BufRead> = if is_packed {
        Box::new(BufReader::new(MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    };
    proof::read(&mut reader)
}
