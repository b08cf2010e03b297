//! The room as text, and as a picture.

use std::fmt::Write as _;

use super::room::{Cell, Room};

/// As text: `*` is dust, `o` where dust was, `#` a pillar; a robot is the last character of its name.
pub fn text(room: &Room) -> String {
    let line = format!("+{}+", "-".repeat(2 * room.width as usize + 1));
    let mut text = line.clone();
    for y in 0..room.height {
        let row: String = (0..room.width).map(|x| format!(" {}", mark(room, (x, y)))).collect();
        let _ = write!(text, "\n|{row} |");
    }
    text + "\n" + &line
}

fn mark(room: &Room, cell: Cell) -> char {
    let robot = room.robots.iter().find(|(_, robot)| robot.at() == cell);
    match robot {
        Some((name, _)) => name.name().chars().next_back().unwrap_or('?'),
        None if room.pillars.contains(&cell) => '#',
        None if room.dust.contains(&cell) => '*',
        None if room.cleaned.contains(&cell) => 'o',
        None => '.',
    }
}

/// The side of a cell.
const CELL: i32 = 36;
const MARGIN: i32 = 12;
/// What the robots are drawn in: distinguishable for all eyes.
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// As an SVG: with the ways that the robots have gone.
pub fn svg(room: &Room) -> String {
    let (width, height) = (room.width * CELL + 2 * MARGIN, room.height * CELL + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\">\n<title>A room, the dust in it and the ways of {} robots</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#444\" rx=\"6\"/>\n",
        room.robots.len()
    );
    for y in 0..room.height {
        for x in 0..room.width {
            let fill = if room.pillars.contains(&(x, y)) {
                "#777"
            } else if (x + y) % 2 == 0 {
                "#fdfdfa"
            } else {
                "#f3f2ea"
            };
            let (left, top) = (MARGIN + x * CELL, MARGIN + y * CELL);
            let _ =
                writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
        }
    }
    for cell in &room.cleaned {
        let (x, y) = centre(*cell);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"none\" stroke=\"#8a6d3b\" stroke-width=\"2\" \
             stroke-dasharray=\"3 3\"/>"
        );
    }
    for cell in &room.dust {
        let (x, y) = centre(*cell);
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#8a6d3b\"/>");
    }
    for (number, robot) in room.robots.values().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        // Next to each other where two have gone the same way.
        let shift = number as i32 * 4 - 2;
        let points: Vec<String> =
            robot.trail.iter().map(|cell| centre(*cell)).map(|(x, y)| format!("{},{}", x + shift, y + shift)).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-opacity=\"0.55\" \
             stroke-linejoin=\"round\"/>",
            points.join(" ")
        );
    }
    for (number, (name, robot)) in room.robots.iter().enumerate() {
        let (x, y) = centre(robot.at());
        let label = name.name().chars().next_back().unwrap_or('?');
        let colour = COLOURS[number % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{colour}\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" \
             font-size=\"15\" fill=\"#fff\">{label}</text>",
            y + 5
        );
    }
    svg + "</svg>\n"
}

fn centre((x, y): Cell) -> (i32, i32) {
    (MARGIN + x * CELL + CELL / 2, MARGIN + y * CELL + CELL / 2)
}
