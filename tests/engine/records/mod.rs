//! Games in files: every format there and back, and under noise.

mod games;
mod noise;
mod round_trips;
