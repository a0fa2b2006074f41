//! What the properties of a file mean.

use std::collections::{BTreeMap, HashSet};

use crate::record::check::{Draft, Drafts, sized};
use crate::record::error::RecordError;
use crate::record::game::GameResult;
use crate::record::source::Source;
use crate::record::text::{number, one_line, tidy, title};
use crate::record::tree::{Node, NodeId};
use tengen_engine::game::{ByColor, Color, Move, Rule, Setup, Size, Square, Stone, Variant};

use super::parse::{Parser, Property, RawGame, RawNode, value_error};
use super::points::{PointReader, point, point_error};
use super::words::{MILLISECONDS, OPENING_MOVE, RULE_CODES, WITHOUT_STONES};

/// Reads the games of a file with their variations.
pub(in crate::record) fn read(input: Source<'_>) -> Drafts<'_> {
    let mut parser = Parser::new(input.text);
    let mut points = PointReader::default();
    Box::new(std::iter::from_fn(move || {
        Some(parser.next_game()?.and_then(|game| read_game(&game, &input, &mut points)))
    }))
}

/// Properties that hold a stone, and its colour.
const MOVES: [(&str, Color); 2] = [("B", Color::Black), ("W", Color::White)];

/// Properties that draw a sign on points, and a text that is kept in its place.
const SIGNS: [(&str, &str); 4] = [("MA", "X"), ("TR", "^"), ("CR", "o"), ("SQ", "#")];

fn read_game(
    nodes: &RawGame,
    input: &Source,
    points: &mut PointReader,
) -> Result<Draft, RecordError> {
    let trunk = trunk(nodes);
    let start = read_start(nodes, &trunk, input, points)?;
    let sides = vec![start.side];
    let mut draft = Draft::new(start, nodes[0].place);
    let mut reader = PropertyReader {
        input,
        points,
        sides,
        opening: HashSet::new(),
        labelled: HashSet::new(),
        foreign: HashSet::new(),
        draft: &mut draft,
    };
    // The index of our node for each node of the file; several may share one.
    let mut ids = Vec::with_capacity(nodes.len());
    for (node, is_trunk) in nodes.iter().zip(trunk) {
        let parent = node.parent.map_or(NodeId::ROOT, |parent| ids[parent]);
        ids.push(reader.read_node(node, parent, is_trunk)?);
    }
    let opening = reader.opening;
    let is_given = |id: &NodeId| opening.contains(id);
    draft.tree.info.opening = draft.tree.main_line().take_while(is_given).count();
    Ok(draft)
}

/// Which nodes all lines begin with, before the first move: only in these nodes may the board be
/// set up.
fn trunk(nodes: &RawGame) -> Vec<bool> {
    let mut trunk: Vec<bool> = Vec::with_capacity(nodes.len());
    let has_move = |node: &RawNode| node.properties.iter().any(is_move);
    for node in nodes {
        let follows = node.parent.is_none_or(|parent| {
            trunk[parent] && nodes[parent].child_count == 1 && !has_move(&nodes[parent])
        });
        trunk.push(follows);
    }
    trunk
}

fn is_move(property: &Property) -> bool {
    MOVES.iter().any(|(name, _)| *name == property.name)
}

/// The board, the stones on it and the side to move.
fn read_start<'a>(
    nodes: &'a RawGame,
    trunk: &[bool],
    input: &Source,
    points: &mut PointReader,
) -> Result<Setup, RecordError> {
    let defaults = input.defaults;
    let in_trunk = || nodes.iter().zip(trunk).filter(|(_, is_trunk)| **is_trunk);
    let headings = || in_trunk().flat_map(|(node, _)| &node.properties);
    let named = |name: &'static str| headings().find(|property| property.name == name);
    let other_game = named("GM").filter(|game| first_value(game).trim() != "4");
    if let Some(game) = other_game.filter(|_| !input.is_given) {
        return Err(wrong(
            game,
            match first_value(game).trim() {
                "1" => "GM[4]: gomoku and renju are read, and GM[1] is Go",
                _ => "GM[4], which is gomoku and renju",
            },
        ));
    }
    let mut variant = defaults;
    if let Some((rule, k)) = named("RU").and_then(|rule| read_rule(first_value(rule), defaults)) {
        (variant.rule, variant.k) = (rule, k);
    }
    let size = match named("SZ") {
        None => (defaults.size.width(), defaults.size.height()),
        Some(size) => read_size(first_value(size))
            .ok_or_else(|| wrong(size, "a size such as SZ[15] or SZ[20:15]"))?,
    };
    let place = named("SZ").map_or(nodes[0].place, |property| property.place);
    let mut start = sized(variant, size, place)?;
    let mut to_move = None;
    let mut stones = BTreeMap::new();
    let mut set_up = |property: &Property, color: Option<Color>| {
        for value in &property.values {
            for square in points.read(property, value, start.size)? {
                match color {
                    Some(color) => stones.insert(square, Stone { color, converted: false }),
                    None => stones.remove(&square),
                };
            }
        }
        Ok(())
    };
    let with_node = |node: &'a RawNode| {
        let has_move = node.properties.iter().any(is_move);
        node.properties.iter().map(move |property| (has_move, property))
    };
    for (has_move, property) in in_trunk().flat_map(|(node, _)| with_node(node)) {
        match property.name.as_str() {
            "AB" => set_up(property, Some(Color::Black))?,
            "AW" => set_up(property, Some(Color::White))?,
            "AE" => set_up(property, None)?,
            // A move in the same node says it better.
            "PL" if !has_move => {
                to_move = Some(side_to_move(property)?);
            }
            _ => {}
        }
    }
    if let Some(handicap) = named("HA").filter(|_| stones.is_empty()) {
        let count: usize = number(first_value(handicap).trim()).unwrap_or(0);
        if count > 1 {
            return Err(wrong(handicap, "its stones in AB"));
        }
    }
    start.stones = stones.into_iter().collect();
    let mut moves = nodes.iter().flat_map(|node| &node.properties);
    let first_mover = || {
        let first = moves.find(|property| is_move(property))?;
        MOVES.iter().find(|(name, _)| *name == first.name).map(|(_, color)| *color)
    };
    start.side = to_move.or_else(first_mover).unwrap_or_else(|| side_by_count(&start));
    Ok(start)
}

/// The side that `PL` names.
fn side_to_move(property: &Property) -> Result<Color, RecordError> {
    match first_value(property).trim() {
        "B" | "b" | "black" | "1" => Ok(Color::Black),
        "W" | "w" | "white" | "2" => Ok(Color::White),
        _ => Err(wrong(property, "PL[B] or PL[W]")),
    }
}

/// The side to move where nothing says so: Black, unless Black has more stones.
fn side_by_count(start: &Setup) -> Color {
    let mut counts = ByColor::new(0, 0);
    for (_, stone) in &start.stones {
        counts[stone.color] += 1;
    }
    if counts[Color::Black] > counts[Color::White] { Color::White } else { Color::Black }
}

/// Rule and line length.
fn read_rule(text: &str, defaults: Variant) -> Option<(Rule, u8)> {
    let text = text.trim();
    if let Some((rule, _)) = RULE_CODES.iter().find(|(_, code)| *code == text) {
        return Some((*rule, 5));
    }
    match text.split_once(" k=") {
        Some((name, k)) => Some((name.parse().ok()?, number(k)?)),
        None => Some((text.parse().ok()?, defaults.k)),
    }
}

fn read_size(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    Some((number(width.trim())?, number(height.trim())?))
}

fn first_value(property: &Property) -> &str {
    property.values.first().map_or("", String::as_str)
}

fn wrong(property: &Property, expected: &str) -> RecordError {
    value_error(property, first_value(property), expected)
}

struct PropertyReader<'a> {
    input: &'a Source<'a>,
    points: &'a mut PointReader,
    draft: &'a mut Draft,
    /// The side to move at each node.
    sides: Vec<Color>,
    /// Moves that the file calls given.
    opening: HashSet<NodeId>,
    /// The points that have a label, each with its node.
    labelled: HashSet<(NodeId, Square)>,
    /// Names of properties that were left out.
    foreign: HashSet<String>,
}

impl PropertyReader<'_> {
    /// Reads a node that follows `parent`. A node without a move only adds to its parent.
    fn read_node(
        &mut self,
        node: &RawNode,
        parent: NodeId,
        is_trunk: bool,
    ) -> Result<NodeId, RecordError> {
        let id = self.read_moves(node, parent)?;
        // In the first node two letters may be a language or a country.
        let fewest = if node.parent.is_none() { 2 } else { 1 };
        let fewest = if id == parent { fewest } else { usize::MAX };
        for property in &node.properties {
            match property.name.as_str() {
                "B" | "W" | "FF" | "CA" | "AP" | "ST" => {}
                "AB" | "AW" | "AE" | "GM" | "SZ" if is_trunk => {}
                "PL" if is_trunk && id == parent => {}
                "PL" if [parent, id]
                    .map(|id| self.sides[id.index()])
                    .contains(&side_to_move(property)?) => {}
                "AB" | "AW" | "AE" | "PL" => {
                    return Err(wrong(property, "set-up stones before all moves only"));
                }
                "C" | "GC" => self.read_comment(id, first_value(property)),
                "LB" => {
                    for value in &property.values {
                        let board = self.draft.tree.start.size;
                        let (at, text) = value.split_once(':').unwrap_or((value, ""));
                        let at = point(at, board).ok_or_else(|| point_error(property, value))?;
                        self.label(id, at, &one_line(text));
                    }
                }
                name => match SIGNS.iter().find(|(sign, _)| *sign == name) {
                    Some((_, text)) => self.read_sign(id, property, text)?,
                    None if is_trunk && self.read_heading(property)? => {}
                    None => self.leave_out(property, fewest)?,
                },
            }
        }
        Ok(id)
    }

    /// Adds the moves of a node in turn: a node should have one move, and may have a whole game.
    fn read_moves(&mut self, node: &RawNode, parent: NodeId) -> Result<NodeId, RecordError> {
        let mut waiting = MOVES.map(|(name, _)| {
            let own = node.properties.iter().filter(move |property| property.name == name);
            own.flat_map(|property| property.values.iter().map(move |value| (property, value)))
        });
        let mut last = parent;
        loop {
            let side = self.sides[last.index()];
            let Some((property, value)) = waiting[side.index()].next() else { break };
            let mv = self.read_move(property, value.trim())?;
            last = self.draft.add(last, Node { mv, ..Node::default() }, property.place);
            self.sides.push(!side);
        }
        let side = self.sides[last.index()];
        match waiting[(!side).index()].next() {
            None => Ok(last),
            Some((property, value)) => {
                let own = MOVES[side.index()].0;
                Err(value_error(property, value, format!("a move of {own}")))
            }
        }
    }

    /// The move that a value names; none is a pass.
    fn read_move(&self, property: &Property, value: &str) -> Result<Option<Move>, RecordError> {
        let board = self.draft.tree.start.size;
        // On small boards `tt` is off the board and means a pass.
        let is_pass = value.is_empty() || (value == "tt" && point(value, board).is_none());
        match point(value, board) {
            Some(square) => Ok(Some(square.into())),
            None if is_pass => Ok(None),
            None => Err(point_error(property, value)),
        }
    }

    /// Leaves out a property, unless it has `fewest` points or more, which may be stones: some
    /// servers have their own words for an opening, and without that opening the record would be
    /// another game.
    fn leave_out(&mut self, property: &Property, fewest: usize) -> Result<(), RecordError> {
        let is_harmless = WITHOUT_STONES.contains(&property.name.as_str());
        if !is_harmless && count_of_points(property, self.draft.tree.start.size) >= fewest {
            let shown = property.values.join("][");
            let expected = "a property known here, as its points may be stones";
            return Err(value_error(property, &shown, expected));
        }
        if self.foreign.insert(property.name.clone()) {
            let foreign = &mut self.draft.tree.info.foreign;
            foreign.push((property.place, property.name.clone()));
        }
        Ok(())
    }

    /// Reads a comment; its first lines may be the time that the move took, and the mark of a given
    /// move.
    fn read_comment(&mut self, id: NodeId, text: &str) {
        let Some(text) = tidy(text) else { return };
        let mut text = text.as_str();
        let node = self.draft.tree.node_mut(id);
        if id != NodeId::ROOT {
            loop {
                let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
                let time = first.strip_suffix(MILLISECONDS).and_then(number);
                if first == OPENING_MOVE {
                    self.opening.insert(id);
                } else if time.is_some() {
                    node.time_ms = time;
                } else {
                    break;
                }
                text = rest.trim_start();
            }
        }
        match (&mut node.comment, tidy(text)) {
            // The text is extended in place: a file may repeat a comment as often as it likes.
            (Some(before), Some(text)) => {
                before.push('\n');
                before.push_str(&text);
            }
            (comment, text) => *comment = comment.take().or(text),
        }
    }

    /// Reads signs on points; a cross on the move itself marks it.
    fn read_sign(&mut self, id: NodeId, sign: &Property, text: &str) -> Result<(), RecordError> {
        for value in &sign.values {
            let size = self.draft.tree.start.size;
            for square in self.points.read(sign, value, size)? {
                let node = self.draft.tree.node_mut(id);
                if sign.name == "MA" && node.mv.is_some_and(|mv| mv.square() == square) {
                    node.is_marked = true;
                } else {
                    self.label(id, square, text);
                }
            }
        }
        Ok(())
    }

    fn label(&mut self, id: NodeId, square: Square, text: &str) {
        if !text.is_empty() && self.labelled.insert((id, square)) {
            self.draft.tree.node_mut(id).labels.push((square, text.to_owned()));
        }
    }

    /// Reads what is said about the whole game; `false` if it has no meaning here.
    fn read_heading(&mut self, property: &Property) -> Result<bool, RecordError> {
        let info = &mut self.draft.tree.info;
        let text = title(first_value(property));
        match property.name.as_str() {
            "PB" => info.players[Color::Black] = text,
            "PW" => info.players[Color::White] = text,
            "GN" => info.name = text,
            "EV" => info.event = text,
            "RO" => info.round = text,
            "DT" => info.date = text,
            "TE" => info.termination = text,
            "RU" => {
                let rule = |text: &str| read_rule(text, self.input.defaults);
                if !self.input.is_given && text.is_some_and(|text| rule(&text).is_none()) {
                    let expected = "0, 1, 4, 8, 9, or name and length as in freestyle k=4";
                    info.unread.push(wrong(property, expected));
                }
            }
            "RE" => match read_result(first_value(property)) {
                Some((result, reason)) => {
                    info.result = result;
                    info.termination = info.termination.take().or(reason);
                }
                None => info.unread.push(wrong(property, "a result such as B+1, W+Time or 0")),
            },
            "5A" => {
                for value in &property.values {
                    let size = self.draft.tree.start.size;
                    let squares = self.points.read(property, value, size)?;
                    self.draft.tree.info.fifth_moves.extend(squares);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// How many points all values of a property are; 0 if one value is something else.
fn count_of_points(property: &Property, board: Size) -> usize {
    let points = |value: &str| {
        let mut words = value.split([',', ':', ' ']);
        let all = words.clone().all(|word| point(word, board).is_some());
        if all { words.by_ref().count() } else { 0 }
    };
    let counts: Vec<usize> = property.values.iter().map(|value| points(value)).collect();
    if counts.contains(&0) { 0 } else { counts.iter().sum() }
}

/// The result, and the reason that stands behind it; `None` for words without a
/// meaning here.
fn read_result(text: &str) -> Option<(Option<GameResult>, Option<String>)> {
    let (winner, reason) = text.trim().split_once('+').unwrap_or((text.trim(), ""));
    let result = match winner.to_ascii_lowercase().as_str() {
        _ if reason.eq_ignore_ascii_case("draw") => Some(GameResult::Draw),
        "0" | "draw" => Some(GameResult::Draw),
        "b" => Some(GameResult::Win(Color::Black)),
        "w" => Some(GameResult::Win(Color::White)),
        "" | "?" | "void" => None,
        _ => return None,
    };
    let reason = match reason.to_ascii_lowercase().as_str() {
        "t" | "time" => Some("timeout"),
        "r" | "resign" => Some("resignation"),
        "f" | "forfeit" => Some("forfeit"),
        // Points are a matter of other games.
        "" | "draw" => None,
        points if points.parse::<f64>().is_ok() => None,
        _ => Some(reason),
    };
    Some((result, reason.and_then(title)))
}
