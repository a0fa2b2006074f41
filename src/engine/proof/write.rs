//! Proofs as text.

use std::io::{self, Write};

use crate::game::{Color, Position, Symmetry};

use super::file::{Proof, ProofNode, Reference, Then};

/// Writes a proof as [`read()`](super::read()) reads it.
///
/// # Errors
/// When nothing more can be written.
pub fn write(proof: &Proof, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "tengen-proof 1")?;
    writeln!(out, "position {}", position_text(&proof.position))?;
    writeln!(out, "claim {}", proof.claim)?;
    proof.nodes().try_for_each(|node| write_node(node, out))
}

/// The text of a proof, as [`write()`] writes it.
pub fn text(proof: &Proof) -> String {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail, and what is written is text.
    let _ = write(proof, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// The rows, the side, k and the rule: all that a file says of a position.
fn position_text(position: &Position) -> String {
    let fen = position.fen();
    let rows = fen.split(' ').next().unwrap_or_default();
    let (side, k) = (Color::letter(position.side()), position.variant().k);
    format!("{rows} {side} k={k} rule={}", position.rule())
}

fn write_node(node: ProofNode<'_>, out: &mut impl Write) -> io::Result<()> {
    match node.square {
        Some(square) => write!(out, "{square}")?,
        None => write!(out, "-")?,
    }
    match node.then {
        Then::Replies { listed, others } => {
            for reply in listed {
                write!(out, " {}:", reply.square)?;
                write_reference(reply.next, out)?;
            }
            if let Some(others) = others {
                write!(out, " *:")?;
                write_reference(others, out)?;
            }
        }
        Then::Pairs(pairs) => {
            write!(out, " pairs")?;
            pairs.iter().try_for_each(|[one, other]| write!(out, " {one}-{other}"))?;
        }
        Then::Potential => write!(out, " potential")?,
    }
    writeln!(out)
}

fn write_reference(reference: Reference, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", reference.node)?;
    match reference.symmetry {
        Symmetry::IDENTITY => Ok(()),
        other => write!(out, "/{}", other.index()),
    }
}
