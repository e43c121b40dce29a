//! Lines that quote content, in rows that no terminal breaks. Where a terminal breaks a long line,
//! the rest of it stands at the margin, as if it were a line of its own: content that is long
//! enough could put anything there. So it is broken here, behind a mark.

/// What stands before the rest of a line. No line that is shown begins with it.
const GOES_ON: &str = "  > ";

/// The row that says what the mark means. Printed where a line was broken, before the lines.
pub(crate) const LEGEND: &str = "(a row that begins with > goes on from the row above)";

/// The lines of a text in rows of at most `width` columns; lines of another kind of break in it
/// than the line feed have to be escaped before.
pub(crate) fn rows(text: &str, width: usize) -> Vec<String> {
    // Room for the mark and two characters, however narrow it is.
    let width = width.max(GOES_ON.len() + 4);
    text.lines().flat_map(|line| broken(line, width)).collect()
}

fn broken(line: &str, width: usize) -> Vec<String> {
    let (mut done, mut row, mut used) = (Vec::new(), String::new(), 0);
    for c in line.chars() {
        let columns = columns(c);
        if used + columns > width {
            done.push(std::mem::replace(&mut row, GOES_ON.to_owned()));
            used = GOES_ON.len();
        }
        row.push(c);
        used += columns;
    }
    done.push(row);
    done
}

/// How many columns a character takes at the most, whatever the terminal takes it for.
fn columns(c: char) -> usize {
    if c.is_ascii() { 1 } else { 2 }
}

/// Whether a row is the rest of a line.
pub(crate) fn goes_on(row: &str) -> bool {
    row.starts_with(GOES_ON)
}
