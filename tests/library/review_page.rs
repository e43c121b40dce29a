//! A little reader of the reviewer's text, that shares no code with what writes it: what stands on
//! the page, as far as every line of it is one that can stand there.

use countersign::decision::ReviewCard;
use serde_json::{Deserializer, Value};

/// One step of the way to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Place(usize),
}

pub(crate) type Leaf = (Vec<Step>, Value);

/// What the page says, beside what its card has too.
#[derive(Debug, PartialEq)]
pub(crate) struct Page {
    pub(crate) draft: Vec<Leaf>,
    /// The draft's own, where the page says that they are the same.
    pub(crate) args: Vec<Leaf>,
    /// Lines and characters of content, counted here.
    pub(crate) counted: (usize, usize),
    /// Lines of content that have the mark of caution.
    pub(crate) marked: usize,
    /// Characters that are escaped, and beyond ASCII, as the cautions say.
    pub(crate) cautions: (usize, usize),
}

/// Reads the card's text, or says which line does not belong there.
pub(crate) fn read(card: &ReviewCard) -> Result<Page, String> {
    let text = card.text.strip_suffix('\n').ok_or("the last line has no end")?;
    // Not `str::lines`: it would take a carriage return for part of the line's end.
    let mut lines = text.split('\n').peekable();
    let (domain, version) = card.action.split_once('/').unwrap();
    let (domain, _) = domain.split_once('.').unwrap();
    let head = [
        format!("run {} of tenant {}, revision {}", card.run_id, card.tenant, card.revision),
        format!("domain {domain} version {version}, requested by {}", card.requester),
        format!("action {}", card.action),
        format!(
            "source {}, drafted at tick {}, to be decided by tick {} inclusive",
            card.source_version, card.drafted_at, card.deadline
        ),
        "proposed:".to_owned(),
    ];
    for expected in head {
        expect(lines.next(), &expected)?;
    }

    let mut page =
        Page { draft: Vec::new(), args: Vec::new(), counted: (0, 0), marked: 0, cautions: (0, 0) };
    while let Some(line) = lines.next_if(|line| is_content(line)) {
        let leaf = page.content(line)?;
        page.draft.push(leaf);
    }
    match lines.next() {
        Some("carried out, if it is agreed to: exactly this") => page.args.clone_from(&page.draft),
        Some("carried out, if it is agreed to:") => {
            while let Some(line) = lines.next_if(|line| is_content(line)) {
                let leaf = page.content(line)?;
                page.args.push(leaf);
            }
        }
        other => return Err(format!("after the draft: {other:?}")),
    }

    let (count, characters) = page.counted;
    expect(lines.next(), &format!("args digest {}", card.args_digest))?;
    expect(lines.next(), &format!("draft digest {}", card.draft_digest))?;
    let counted = format!("content: lines {count}, characters {characters}, nothing left out");
    expect(lines.next(), &counted)?;
    let mut caution = |what: &str| {
        let start = format!("caution, lines marked !: characters {what}: ");
        let said = lines.next_if(|line| line.starts_with(&start));
        said.map_or(0, |line| line[start.len()..].parse().unwrap())
    };
    page.cautions.0 = caution("hidden or controlling, shown as escapes");
    page.cautions.1 = caution("beyond ASCII, may look like others");
    match lines.next() {
        None => Ok(page),
        Some(line) => Err(format!("after the end: {line:?}")),
    }
}

fn expect(line: Option<&str>, expected: &str) -> Result<(), String> {
    if line == Some(expected) {
        return Ok(());
    }
    Err(format!("{line:?}, where this belongs: {expected:?}"))
}

fn is_content(line: &str) -> bool {
    line.starts_with(' ')
}

impl Page {
    fn content(&mut self, line: &str) -> Result<Leaf, String> {
        let content = match (line.strip_prefix("  | "), line.strip_prefix("  ! ")) {
            (Some(content), _) => content,
            (_, Some(content)) => {
                self.marked += 1;
                content
            }
            _ => return Err(format!("no mark: {line:?}")),
        };
        self.counted.0 += 1;
        self.counted.1 += content.chars().count();
        leaf(content).ok_or_else(|| format!("no value: {content:?}"))
    }
}

/// `a."b c".0: "text"`
fn leaf(content: &str) -> Option<Leaf> {
    if let Some(whole) = content.strip_prefix("the value: ") {
        return Some((Vec::new(), serde_json::from_str(whole).ok()?));
    }
    let mut path = Vec::new();
    let mut rest = content;
    loop {
        let (step, after) = step(rest)?;
        path.push(step);
        if let Some(value) = after.strip_prefix(": ") {
            return Some((path, serde_json::from_str(value).ok()?));
        }
        rest = after.strip_prefix('.')?;
    }
}

fn step(text: &str) -> Option<(Step, &str)> {
    if text.starts_with('"') {
        let mut strings = Deserializer::from_str(text).into_iter::<String>();
        let key = strings.next()?.ok()?;
        return Some((Step::Key(key), &text[strings.byte_offset()..]));
    }
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (name, rest) = text.split_at(text.find(|c| !word(c))?);
    match name.chars().next()? {
        '0'..='9' => Some((Step::Place(name.parse().ok()?), rest)),
        _ => Some((Step::Key(name.to_owned()), rest)),
    }
}

/// Every value in a document, with the way to it: what a page of it has to show.
pub(crate) fn leaves(json: &Value) -> Vec<Leaf> {
    fn walk(json: &Value, path: &[Step], found: &mut Vec<Leaf>) {
        let and = |step| [path, &[step]].concat();
        match json {
            Value::Object(members) if !members.is_empty() => {
                members
                    .iter()
                    .for_each(|(key, value)| walk(value, &and(Step::Key(key.clone())), found));
            }
            Value::Array(items) if !items.is_empty() => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(at, item)| walk(item, &and(Step::Place(at)), found));
            }
            value => found.push((path.to_vec(), value.clone())),
        }
    }
    let mut found = Vec::new();
    walk(json, &[], &mut found);
    found
}
