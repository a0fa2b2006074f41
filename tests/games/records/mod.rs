//! Games in files: every format there and back, and under noise.

mod games;
mod linear;
mod noise;
mod round_trips;
mod twisted;
