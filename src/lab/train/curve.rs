//! How losses fall: as lines of CSV, and as a picture.

use std::fmt::{self, Display, Write as _};
use std::fs;
use std::path::Path;

use anyhow::Context;

/// The losses of a pass, in nats of each position above the least that is possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Number of the pass, from 1.
    pub pass: u32,
    /// Positions that were learned from so far.
    pub positions: usize,
    /// Mean loss on the positions learned from, as they came.
    pub learned: f64,
    /// Mean loss on games kept apart, after the pass.
    pub kept: f64,
    /// Mean loss of the evaluation of this program, on games kept apart.
    pub present: f64,
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { positions, learned, kept, present, .. } = self;
        write!(f, "loss {learned:.5}, {kept:.5} on games kept apart (this program: {present:.5})")?;
        write!(f, ", {positions} positions")
    }
}

/// First line of the CSV.
const HEAD: &str = "pass,positions,learned,kept_apart,present";

/// The rows of all passes.
#[derive(Default)]
pub struct Curve(Vec<Row>);

impl Curve {
    /// Adds a pass.
    pub fn push(&mut self, row: Row) {
        self.0.push(row);
    }

    /// Reads the first `passes` rows of a CSV that [`Curve::csv`] gave.
    ///
    /// # Errors
    /// When the file cannot be read or has other lines.
    pub fn read(path: &Path, passes: u32) -> anyhow::Result<Curve> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let row = |line: &str| {
            let mut fields = line.split(',');
            Some(Row {
                pass: fields.next()?.parse().ok()?,
                positions: fields.next()?.parse().ok()?,
                learned: fields.next()?.parse().ok()?,
                kept: fields.next()?.parse().ok()?,
                present: fields.next()?.parse().ok()?,
            })
        };
        let rows: Option<Vec<Row>> = text.lines().skip(1).map(row).collect();
        let mut rows = rows.with_context(|| format!("{}: expected {HEAD}", path.display()))?;
        rows.truncate(passes as usize);
        Ok(Curve(rows))
    }

    /// The rows as CSV.
    pub fn csv(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for Row { pass, positions, learned, kept, present } in &self.0 {
            let _ = writeln!(text, "{pass},{positions},{learned:.6},{kept:.6},{present:.6}");
        }
        text
    }

    /// The losses over the passes as a picture, in SVG.
    pub fn svg(&self) -> String {
        const LEFT: f64 = 70.0;
        const TOP: f64 = 20.0;
        const WIDTH: f64 = 520.0;
        const HEIGHT: f64 = 280.0;
        let all = self.0.iter().flat_map(|row| [row.learned, row.kept, row.present]);
        let (low, high) =
            all.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        let span = (high - low).max(1e-9);
        let last = self.0.last().map_or(1, |row| row.pass).max(2);
        let x = |pass: u32| LEFT + WIDTH * f64::from(pass - 1) / f64::from(last - 1);
        let y = |loss: f64| TOP + HEIGHT * (high - loss) / span;
        let mut text = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"640\" height=\"360\" fill=\"#fff\"/>\n",
        );
        for step in 0..=4 {
            let loss = low + span * f64::from(step) / 4.0;
            let at = y(loss);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" \
                 y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>",
                LEFT + WIDTH,
                LEFT - 8.0,
                at + 4.0
            );
        }
        for pass in [1, last] {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">pass {pass}</text>",
                x(pass),
                TOP + HEIGHT + 20.0
            );
        }
        let names = [("learned from", "#7a9"), ("kept apart", "#146"), ("this program", "#b52")];
        for (place, (name, color)) in names.into_iter().enumerate() {
            let loss = |row: &Row| [row.learned, row.kept, row.present][place];
            let points: Vec<String> = self
                .0
                .iter()
                .map(|row| format!("{:.1},{:.1}", x(row.pass), y(loss(row))))
                .collect();
            let _ = writeln!(
                text,
                "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"350\" fill=\"{color}\">{name}</text>",
                points.join(" "),
                LEFT + 180.0 * place as f64
            );
        }
        text + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let path = std::env::temp_dir().join(format!("tengen-curve-{}.csv", std::process::id()));
        let row = |pass: u32, kept| {
            let positions = 1000 * pass as usize;
            Row { pass, positions, learned: 0.0625, kept, present: 0.07 }
        };
        let mut curve = Curve::default();
        curve.push(row(1, 0.065));
        curve.push(row(2, 0.0635));
        fs::write(&path, curve.csv()).unwrap();
        assert_eq!(Curve::read(&path, 2).unwrap().0, curve.0);
        assert_eq!(Curve::read(&path, 1).unwrap().0, [row(1, 0.065)]);
        fs::write(&path, "a\nb,c\n").unwrap();
        assert!(Curve::read(&path, 1).is_err());
        fs::remove_file(&path).unwrap();
        let picture = curve.svg();
        assert_eq!(picture.matches("<polyline").count(), 3);
        assert!(picture.contains("70.0,") && picture.contains("590.0,"), "{picture}");
    }
}
