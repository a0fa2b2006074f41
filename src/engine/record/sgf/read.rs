//! What the properties of a file mean.

use std::collections::{BTreeMap, HashSet};

use crate::game::{ByColor, Color, Rule, Setup, Square, Stone, Variant};
use crate::record::check::{Draft, sized};
use crate::record::error::RecordError;
use crate::record::game::GameResult;
use crate::record::source::Source;
use crate::record::text::{decode, number, one_line, tidy, title};
use crate::record::tree::{Node, NodeId};

use super::parse::{Property, RawGame, RawNode, parse, value_error};
use super::points::{PointReader, point, point_error};
use super::words::{MILLISECONDS, OPENING_MOVE, RULE_CODES};

/// Reads every game of a file with its variations.
pub(in crate::record) fn read(input: &Source) -> Result<Vec<Draft>, RecordError> {
    let text = decode(input.bytes);
    let mut points = PointReader::default();
    parse(&text)?.iter().map(|game| read_game(game, input.defaults, &mut points)).collect()
}

/// Properties that hold a stone, and its colour.
const MOVES: [(&str, Color); 2] = [("B", Color::Black), ("W", Color::White)];

/// Properties that draw a sign on points, and a text as good as the sign.
const SIGNS: [(&str, &str); 4] = [("MA", "X"), ("TR", "^"), ("CR", "o"), ("SQ", "#")];

fn read_game(
    nodes: &RawGame,
    defaults: Variant,
    points: &mut PointReader,
) -> Result<Draft, RecordError> {
    let trunk = trunk(nodes);
    let mut draft = Draft::new(read_start(nodes, &trunk, defaults, points)?, nodes[0].place);
    let (opening, labelled) = (HashSet::new(), HashSet::new());
    let mut reader = PropertyReader { defaults, points, opening, labelled, draft: &mut draft };
    // The node of ours for each of the file; several may share one.
    let mut ids = Vec::with_capacity(nodes.len());
    let mut sides = vec![reader.draft.tree.start.side];
    for (index, node) in nodes.iter().enumerate() {
        let parent = node.parent.map_or(NodeId::ROOT, |parent| ids[parent]);
        let side = sides[parent.index()];
        let id = reader.read_node(node, parent, side, trunk[index])?;
        if id.index() == sides.len() {
            sides.push(!side);
        }
        ids.push(id);
    }
    let opening = reader.opening;
    let is_given = |id: &NodeId| opening.contains(id);
    draft.tree.info.opening = draft.tree.main_line().take_while(is_given).count();
    Ok(draft)
}

/// Which nodes all lines begin with, before the first move: only there may the
/// board be set up.
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
fn read_start(
    nodes: &RawGame,
    trunk: &[bool],
    defaults: Variant,
    points: &mut PointReader,
) -> Result<Setup, RecordError> {
    let headings = || {
        let in_trunk = nodes.iter().zip(trunk).filter(|(_, is_trunk)| **is_trunk);
        in_trunk.flat_map(|(node, _)| &node.properties)
    };
    let named = |name: &'static str| headings().find(|property| property.name == name);
    if let Some(game) = named("GM").filter(|game| first_value(game).trim() != "4") {
        return Err(wrong(game, "GM[4], which is gomoku and renju"));
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
    for property in headings() {
        match property.name.as_str() {
            "AB" => set_up(property, Some(Color::Black))?,
            "AW" => set_up(property, Some(Color::White))?,
            "AE" => set_up(property, None)?,
            "PL" => {
                to_move = Some(match first_value(property).trim() {
                    "B" | "b" | "black" | "1" => Color::Black,
                    "W" | "w" | "white" | "2" => Color::White,
                    _ => return Err(wrong(property, "PL[B] or PL[W]")),
                });
            }
            _ => {}
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
    /// The game where the file does not say it.
    defaults: Variant,
    points: &'a mut PointReader,
    draft: &'a mut Draft,
    /// Moves that the file calls given.
    opening: HashSet<NodeId>,
    /// The points that have a label, where they have it.
    labelled: HashSet<(NodeId, Square)>,
}

impl PropertyReader<'_> {
    /// Reads a node that follows `parent`, where `side` is to move. A node without
    /// a move only adds to its parent.
    fn read_node(
        &mut self,
        node: &RawNode,
        parent: NodeId,
        side: Color,
        is_trunk: bool,
    ) -> Result<NodeId, RecordError> {
        let id = self.read_move(node, parent, side)?;
        for property in &node.properties {
            match property.name.as_str() {
                "AB" | "AW" | "AE" | "PL" if !is_trunk => {
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
                    None if is_trunk => self.read_heading(property)?,
                    None => {}
                },
            }
        }
        Ok(id)
    }

    /// Adds the move of a node, if it has one.
    fn read_move(
        &mut self,
        node: &RawNode,
        parent: NodeId,
        side: Color,
    ) -> Result<NodeId, RecordError> {
        let mut moves = node.properties.iter().filter(|property| is_move(property));
        let Some(property) = moves.next() else { return Ok(parent) };
        if let Some(second) = moves.next() {
            return Err(wrong(second, "one move in a node"));
        }
        let value = match property.values.as_slice() {
            [value] => value.trim(),
            _ => return Err(value_error(property, &property.values.join("]["), "one point")),
        };
        let (own, other) = (MOVES[side.index()].0, MOVES[(!side).index()].0);
        if property.name == other {
            return Err(value_error(property, value, format!("a move of {own}")));
        }
        let board = self.draft.tree.start.size;
        // On small boards `tt` is off the board and means a pass.
        let is_pass = value.is_empty() || (value == "tt" && point(value, board).is_none());
        let mv = match point(value, board) {
            Some(square) => Some(square.into()),
            None if is_pass => None,
            None => return Err(point_error(property, value)),
        };
        Ok(self.draft.add(parent, Node { mv, ..Node::default() }, property.place))
    }

    /// Reads a comment; its first lines may be the time, and say that the move was given.
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
            // In place: a file may repeat this as often as it likes.
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

    /// Reads what is said about the whole game.
    fn read_heading(&mut self, property: &Property) -> Result<(), RecordError> {
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
            "RU" if text
                .as_deref()
                .is_some_and(|text| read_rule(text, self.defaults).is_none()) =>
            {
                let expected = "0, 1, 4, 8, 9, or name and length as in freestyle k=4";
                info.unread.push(wrong(property, expected));
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
            _ => {}
        }
        Ok(())
    }
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
