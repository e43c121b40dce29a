//! Finding the lesson that an error of one's own is about.

use std::collections::BTreeSet;

use super::{Lesson, lessons};

/// The lessons in which the words of `text` stand, best first: a question, or what rustc said to you,
/// as it is. A word counts for more the fewer lessons have it; words that no lesson has, such as your
/// own names, count for nothing.
///
/// ```
/// let said = "no method named `simulate` found for struct `Run<Loans, Review>`";
/// let found = countersign::lessons::search(said);
/// assert!(found[..3].iter().any(|lesson| lesson.title() == "simulate_in_review"));
/// ```
#[must_use]
pub fn search(text: &str) -> Vec<&'static Lesson> {
    let course: Vec<(&Lesson, BTreeSet<String>)> =
        lessons().map(|lesson| (lesson, words(&lesson.text()))).collect();
    let asked: Vec<(String, u32)> = words(text)
        .into_iter()
        .filter_map(|word| {
            let with = course.iter().filter(|(_, words)| words.contains(&word)).count();
            Some((word, course.len().checked_div(with)?.checked_ilog2()?))
        })
        .collect();
    let score = |words: &BTreeSet<String>| -> u32 {
        asked.iter().filter(|(word, _)| words.contains(word)).map(|(_, worth)| worth).sum()
    };

    let mut found: Vec<(u32, &Lesson)> =
        course.iter().map(|(lesson, words)| (score(words), *lesson)).collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let best = found.first().map_or(0, |(score, _)| *score);
    let near = found.into_iter().take_while(|(score, _)| *score > 0 && *score >= best.div_ceil(2));
    near.map(|(_, lesson)| lesson).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
