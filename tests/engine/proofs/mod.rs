//! Proofs: files by hand for every form, and thousands by chance, whole and damaged.

mod damage;
mod files;
mod random;
mod refused;
mod small_boards;
mod strategies;
mod wins;
