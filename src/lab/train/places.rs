//! The blocks for which it matters where a point is: half of the numbers of points
//! go over the board before they are summed up.

use tengen_engine::pattern::points::regions::{REGIONS, region};
use tengen_engine::pattern::points::{CHANNELS, HIDDEN};

use super::contents::Point;
use super::layout::{Layout, SUM_UNITS};
use super::neighbours::{Field, Near, Neighbours, SPREAD, add};
use super::positions::Sample;
use super::regions::{REGION_UNITS, RegionRun, Regions};

/// The blocks.
pub struct Places {
    layout: Layout,
    neighbours: Option<Neighbours>,
    regions: Option<Regions>,
}

/// What the blocks compute on the way.
#[derive(Default)]
pub struct PlaceRun {
    /// What points have beyond one without rows, by content.
    contents: Vec<Near>,
    /// The same by point, before and after the step.
    from: Field,
    sums: Field,
    to: Field,
    /// Errors after and before the step.
    after: Field,
    before: Field,
    of_regions: [Near; REGIONS],
    regions: Option<RegionRun>,
    /// The errors of contents.
    pub errors: Vec<Near>,
    /// The slopes of what a point without rows has, as far as the step uses it.
    pub of_base: Near,
}

impl Places {
    /// The blocks that a network has, if any.
    pub fn new(layout: &Layout, numbers: &[f32]) -> Option<Places> {
        let Layout { blocks, neighbours, regions, .. } = *layout;
        blocks.is_any().then(|| Places {
            layout: *layout,
            neighbours: blocks.neighbours.then(|| Neighbours::new(&numbers[neighbours..])),
            regions: blocks.regions.then(|| Regions::new(&numbers[regions..])),
        })
    }

    /// Replaces the sums of the numbers that go over the board, and tells what the regions add to
    /// the first layer.
    #[inline(always)]
    pub fn run(
        &self,
        sample: &Sample,
        points: &[Point],
        base: &[f32; CHANNELS],
        sums: &mut [[f32; CHANNELS]; 2],
        run: &mut PlaceRun,
    ) -> [f32; HIDDEN[0]] {
        let [width, height] = sample.size();
        run.from.clear(width, height);
        run.contents.clear();
        for point in points {
            let mut near = [0.0; 2 * SPREAD];
            for (near, numbers) in near.as_chunks_mut::<SPREAD>().0.iter_mut().zip(point) {
                for (near, (number, base)) in near.iter_mut().zip(numbers.iter().zip(base)) {
                    *near = number.clamp(0.0, 1.0) - base;
                }
            }
            run.contents.push(near);
        }
        for (cell, &content) in sample.cells.iter().enumerate() {
            if let Some(content) = content.checked_sub(1) {
                let place = run.from.place(cell % width, cell / width);
                run.from.cells[place] = run.contents[usize::from(content)];
            }
        }
        if let Some(neighbours) = &self.neighbours {
            let both: Near = std::array::from_fn(|channel| base[channel % SPREAD]);
            run.sums.clear(width, height);
            run.to.clear(width, height);
            neighbours.step(&both, &run.from, &mut run.sums, &mut run.to);
            let mut all = [0.0; 2 * SPREAD];
            for cell in &run.to.cells {
                add(&mut all, cell);
            }
            for (sums, all) in sums.iter_mut().zip(all.as_chunks::<SPREAD>().0) {
                for (sum, all) in sums.iter_mut().zip(all) {
                    *sum = all / SUM_UNITS;
                }
            }
        }
        let Some(regions) = &self.regions else { return [0.0; HIDDEN[0]] };
        let mut sums = [[0.0; 2 * SPREAD]; REGIONS];
        let numbers = if self.neighbours.is_some() { &run.to } else { &run.from };
        for row in 0..height {
            for col in 0..width {
                let region = region([col, row], [width, height]);
                add(&mut sums[region], &numbers.cells[numbers.place(col, row)]);
            }
        }
        for number in sums.as_flattened_mut() {
            *number /= REGION_UNITS;
        }
        run.of_regions = sums;
        let (of_regions, more) = regions.run(&run.of_regions);
        run.regions = Some(of_regions);
        more
    }

    /// Passes the errors of the first layer's neurons and of the sums back to the contents.
    #[inline(always)]
    pub fn back(
        &self,
        sample: &Sample,
        errors: &[f32; HIDDEN[0]],
        back: &[[f32; CHANNELS]],
        run: &mut PlaceRun,
        grads: &mut [f32],
    ) {
        let [width, height] = sample.size();
        let of_regions = match (&self.regions, &run.regions) {
            (Some(regions), Some(of_regions)) => {
                let grads = &mut grads[self.layout.regions..];
                regions.back(&run.of_regions, of_regions, errors, grads)
            }
            _ => [[0.0; 2 * SPREAD]; REGIONS],
        };
        // All points of a region have the same error.
        let by_region = of_regions.map(|of_region| {
            let mut errors = [0.0; 2 * SPREAD];
            let both = errors.as_chunks_mut::<SPREAD>().0.iter_mut().zip(back);
            for ((errors, back), region) in both.zip(of_region.as_chunks::<SPREAD>().0) {
                for channel in 0..SPREAD {
                    errors[channel] = back[channel] / SUM_UNITS + region[channel] / REGION_UNITS;
                }
            }
            errors
        });
        run.after.clear(width, height);
        run.of_base = [0.0; 2 * SPREAD];
        for row in 0..height {
            for col in 0..width {
                let place = run.after.place(col, row);
                let region = region([col, row], [width, height]);
                run.after.cells[place] = by_region[region];
            }
        }
        if let Some(neighbours) = &self.neighbours {
            run.before.clear(width, height);
            let slopes = (&mut grads[self.layout.neighbours..], &mut run.of_base);
            neighbours.back(&run.from, &run.sums, &mut run.after, &mut run.before, slopes);
        }
        let by_cell = if self.neighbours.is_some() { &run.before } else { &run.after };
        run.errors.clear();
        run.errors.resize(sample.points.iter().count(), [0.0; 2 * SPREAD]);
        for (cell, &content) in sample.cells.iter().enumerate() {
            if let Some(content) = content.checked_sub(1) {
                let place = by_cell.place(cell % width, cell / width);
                add(&mut run.errors[usize::from(content)], &by_cell.cells[place]);
            }
        }
    }
}
