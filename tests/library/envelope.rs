//! The signed decision as a text: known answers, every way to spoil one, and the pieces inside.

use std::collections::BTreeMap;

use countersign::decision::{ApprovalId, Authority, Decision, KeyState, ReviewCard, Verdict};
use countersign::digest::{Digest, Piece, pae};
use countersign::ledger::MemoryLedger;
use countersign::{Requester, Reviewer, SourceVersion};
use proptest::prelude::*;
use serde::Deserialize;

use crate::desk::{self, COMMIT, NOW, REJECT, ROOT, SIMULATE, TENANT, invalid, verify};
use crate::second_reader::{self, Expected};
use crate::support::{run_id, tick};
use crate::vectors;

#[derive(Deserialize)]
struct File {
    root_key_hex: String,
    keyring: BTreeMap<String, String>,
    expected: InFile,
    vectors: Vec<Vector>,
}

#[derive(Deserialize)]
struct InFile {
    issuer: String,
    audience: String,
    tenant: String,
    run_id: String,
    requester: String,
    action: String,
    args_digest: Digest,
    draft_digest: Digest,
    view_digest: Digest,
    source_version: String,
    revision: u64,
    drafted_at: u64,
    reviewers_allowed: Vec<String>,
}

#[derive(Deserialize)]
struct Vector {
    name: String,
    text: String,
    now: u64,
    verdict_asked: String,
    expect: String,
    cause: Option<String>,
}

impl Vector {
    fn asked(&self) -> u8 {
        match self.verdict_asked.as_str() {
            "reject" => REJECT,
            "commit" => COMMIT,
            "simulate" => SIMULATE,
            other => panic!("{other}"),
        }
    }

    /// The code, and the cause where the file says one.
    fn refusal(&self) -> Option<(&str, Option<&str>)> {
        (self.expect != "accept").then_some((&self.expect, self.cause.as_deref()))
    }
}

impl File {
    fn read() -> File {
        let text = vectors::text("kat/decision_envelope_v1.json");
        let file: File = serde_json::from_str(&text).unwrap();
        assert_eq!(file.vectors.len(), 399);
        assert_eq!(file.keyring, desk::states());
        assert_eq!(vectors::hex(&file.root_key_hex), ROOT);
        file
    }

    fn expected(&self) -> Expected {
        let told = &self.expected;
        Expected {
            issuer: told.issuer.clone(),
            audience: told.audience.clone(),
            tenant: told.tenant.clone(),
            run_id: told.run_id.clone(),
            requester: told.requester.clone(),
            action: told.action.clone(),
            args_digest: *told.args_digest.as_bytes(),
            draft_digest: *told.draft_digest.as_bytes(),
            view_digest: *told.view_digest.as_bytes(),
            source_version: told.source_version.clone(),
            revision: told.revision,
            drafted_at: told.drafted_at,
            reviewers_allowed: told.reviewers_allowed.clone(),
        }
    }
}

#[test]
fn the_second_reader_gives_the_known_answers() {
    let file = File::read();
    let expected = file.expected();
    for vector in &file.vectors {
        let asked = vector.asked();
        let said =
            second_reader::judge(&vector.text, &ROOT, &file.keyring, &expected, vector.now, asked);
        assert_eq!(said.err(), vector.refusal(), "{}", vector.name);
    }
}

/// The vectors name digests that no run has. So each is issued again for a run that there is: in
/// its body, the file's digests and revision become the run's, and its tag becomes what it was
/// before, right or wrong in the same way.
struct Again {
    swaps: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Again {
    fn new(told: &InFile, card: &ReviewCard) -> Again {
        let digest = |from: Digest, to: Digest| (from.as_bytes().to_vec(), to.as_bytes().to_vec());
        let number = |number: u64| pae(&[told.source_version.as_bytes(), &number.to_be_bytes()]);
        Again {
            swaps: vec![
                digest(told.args_digest, card.args_digest),
                digest(told.draft_digest, card.draft_digest),
                digest(told.view_digest, card.view_digest),
                // With the piece before it and both lengths: no other number is meant.
                (number(told.revision)[8..].to_vec(), number(card.revision)[8..].to_vec()),
                // What was one more than right must not become right.
                (number(card.revision)[8..].to_vec(), number(told.revision)[8..].to_vec()),
            ],
        }
    }

    fn body(&self, body: &[u8]) -> Vec<u8> {
        let mut again = body.to_vec();
        let mut at = 0;
        while at < again.len() {
            let found = self.swaps.iter().find(|(from, _)| again[at..].starts_with(from));
            if let Some((from, to)) = found {
                again[at..at + from.len()].copy_from_slice(to);
                at += from.len();
            } else {
                at += 1;
            }
        }
        again
    }

    /// A text that is not spelled in the one way there is stays as it came.
    fn text(&self, text: &str) -> String {
        let Some((body, tag)) = second_reader::parts_of(text) else { return text.to_owned() };
        let again = self.body(&body);
        second_reader::print(&again, &tag_again(&body, &again, &tag))
    }
}

/// The tag of `again` that is to it what `tag` is to `body`: under the same wrong key or label,
/// where it was made with one, and else as many bits away from the right one.
fn tag_again(body: &[u8], again: &[u8], tag: &[u8]) -> Vec<u8> {
    for way in ways(body) {
        if way(body) == *tag {
            return way(again).to_vec();
        }
    }
    let pieces = second_reader::pieces_of(body);
    let key_id =
        pieces.as_deref().and_then(|pieces| pieces.get(1)).map_or(&b"k-active"[..], |id| id);
    let key = second_reader::derive(&ROOT, key_id, TENANT.as_bytes());
    let before = second_reader::tag_of(&key, body);
    let after = second_reader::tag_of(&key, again);
    let mut again = tag.to_vec();
    for (byte, (before, after)) in again.iter_mut().zip(before.iter().zip(after)) {
        *byte ^= before ^ after;
    }
    again
}

type Way = Box<dyn Fn(&[u8]) -> [u8; 32]>;

/// Ways to make a tag: every key that could be taken with every message that could be.
fn ways(body: &[u8]) -> Vec<Way> {
    let pieces = second_reader::pieces_of(body).unwrap_or_default();
    let mut key_ids = vec![b"k-active".to_vec(), b"k-old".to_vec(), b"k-revoked".to_vec()];
    key_ids.extend(pieces.get(1).cloned());
    let mut tenants = vec![TENANT.as_bytes().to_vec(), b"south-desk".to_vec(), Vec::new()];
    tenants.extend(pieces.get(4).cloned());
    let mut keys = vec![ROOT, [0; 32]];
    for key_id in &key_ids {
        for tenant in &tenants {
            keys.push(second_reader::derive(&ROOT, key_id, tenant));
        }
    }
    let messages: [fn(&[u8]) -> Vec<u8>; 4] = [
        |body| pae(&[b"countersign.envelope/v1", body]),
        |body| pae(&[b"countersign.decision/v1", body]),
        |body| [b"countersign.envelope/v1", body].concat(),
        <[u8]>::to_vec,
    ];
    let mut ways: Vec<Way> = Vec::new();
    for key in keys {
        for message in messages {
            ways.push(Box::new(move |body| second_reader::hmac(&key, &message(body))));
        }
    }
    ways
}

#[test]
fn d05_the_library_gives_the_known_answers_for_a_run_of_its_own() {
    let file = File::read();
    let (review, keyring) = (desk::review(), desk::keyring());
    let card = review.card();
    let (told, expected) = (&file.expected, desk::expected(&card));
    // Everything else is the run's already.
    let names = |e: &Expected| {
        let names = [&e.issuer, &e.audience, &e.tenant, &e.run_id, &e.requester, &e.action];
        (names.map(String::clone), e.source_version.clone(), e.drafted_at)
    };
    assert_eq!(names(&expected), names(&file.expected()));
    assert_eq!(expected.reviewers_allowed, told.reviewers_allowed);
    let issue = Again::new(told, &card);

    let mut issued = 0;
    for vector in &file.vectors {
        let text = issue.text(&vector.text);
        issued += usize::from(text != vector.text);
        let (name, now, asked) = (&vector.name, vector.now, vector.asked());
        let second = second_reader::judge(&text, &ROOT, &file.keyring, &expected, now, asked);
        assert_eq!(second.err(), vector.refusal(), "the second reader on {name}");
        let said = verify(&text, &keyring, &review, asked, now);
        match (said, vector.refusal()) {
            (Ok(()), None) => {}
            (Err((code, cause)), Some((expect, told))) => {
                assert_eq!(code, expect, "{name}");
                assert_eq!(Some(cause), told.or(Some(cause)), "{name}");
            }
            (said, expect) => panic!("{name}: {said:?}, not {expect:?}"),
        }
    }
    assert!(issued > 300, "only {issued} are about the run");
}

#[test]
fn the_operator_is_told_which_content_differs() {
    let review = desk::review();
    let keyring = desk::keyring();
    for (at, cause) in [(8, "args"), (9, "draft"), (10, "view"), (11, "source"), (12, "revision")] {
        let mut pieces = desk::pieces(&review.card(), COMMIT);
        let last = pieces[at].last_mut().unwrap();
        *last = if at == 11 { b'2' } else { *last ^ 1 };
        let said = verify(&desk::compose(&pieces), &keyring, &review, COMMIT, NOW);
        assert_eq!(said, Err(("approval_changed_args".to_owned(), cause)));
    }
}

/// A valid envelope and what it is held against.
struct Valid {
    review: countersign::Run<desk::Desk, countersign::phase::Review>,
    keyring: countersign::decision::Keyring,
    text: String,
    body: Vec<u8>,
    tag: Vec<u8>,
}

impl Valid {
    fn new() -> Valid {
        let (review, keyring) = (desk::review(), desk::keyring());
        let text = desk::compose(&desk::pieces(&review.card(), COMMIT));
        let (body, tag) = second_reader::parts_of(&text).unwrap();
        let valid = Valid { review, keyring, text, body, tag };
        assert_eq!(valid.verify(&valid.text), Ok(()));
        valid
    }

    fn verify(&self, text: &str) -> desk::Said {
        verify(text, &self.keyring, &self.review, COMMIT, NOW)
    }

    #[track_caller]
    fn refuses(&self, text: &str, causes: &[&str]) {
        match self.verify(text) {
            Err((code, cause)) if code == "approval_invalid" && causes.contains(&cause) => {}
            said => panic!("{said:?}, not {causes:?}: {text:?}"),
        }
    }

    fn right_tag(body: &[u8]) -> String {
        second_reader::sign(body, &ROOT, "k-active", TENANT)
    }
}

/// All that differ from `bytes` in one bit.
fn flipped(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..bytes.len() * 8).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    })
}

#[test]
fn d03_no_bit_of_the_text_can_be_flipped() {
    let valid = Valid::new();
    for flipped in flipped(valid.text.as_bytes()) {
        // Where it is no UTF-8 any more: the character of that number.
        let text = String::from_utf8(flipped)
            .unwrap_or_else(|no| no.as_bytes().iter().copied().map(char::from).collect());
        valid.refuses(&text, &["form", "pieces", "unknown_key", "tag"]);
    }
}

#[test]
fn d03_no_bit_of_body_or_tag_can_be_flipped() {
    let valid = Valid::new();
    for body in flipped(&valid.body) {
        let text = second_reader::print(&body, &valid.tag);
        valid.refuses(&text, &["pieces", "unknown_key", "tag"]);
    }
    for tag in flipped(&valid.tag) {
        valid.refuses(&second_reader::print(&valid.body, &tag), &["tag"]);
    }
}

#[test]
fn d03_nothing_can_be_cut_off_or_put_on() {
    let valid = Valid::new();
    for end in 0..valid.text.len() {
        valid.refuses(&valid.text[..end], &["form"]);
        valid.refuses(&valid.text[end + 1..], &["form"]);
    }
    for byte in 0..=u8::MAX {
        let character = char::from(byte);
        valid.refuses(&format!("{}{character}", valid.text), &["form"]);
        valid.refuses(&format!("{character}{}", valid.text), &["form"]);
        let longer = |bytes: &[u8]| [bytes, &[byte]].concat();
        valid.refuses(&Valid::right_tag(&longer(&valid.body)), &["pieces"]);
        valid.refuses(&second_reader::print(&longer(&valid.body), &valid.tag), &["pieces"]);
        valid.refuses(&second_reader::print(&valid.body, &longer(&valid.tag)), &["form"]);
    }
    for end in 0..valid.body.len() {
        let shorter = &valid.body[..end];
        valid.refuses(&Valid::right_tag(shorter), &["pieces"]);
        valid.refuses(&second_reader::print(shorter, &valid.tag), &["pieces"]);
    }
}

#[test]
fn d04_a_beginning_of_the_tag_is_no_tag() {
    let valid = Valid::new();
    for length in (0..32).chain([33, 48, 64]) {
        let mut tag = valid.tag.repeat(2);
        tag.truncate(length);
        valid.refuses(&second_reader::print(&valid.body, &tag), &["form"]);
    }
}

#[test]
fn d05_every_piece_counts_under_a_right_tag() {
    let valid = Valid::new();
    let pieces = desk::pieces(&valid.review.card(), COMMIT);
    let causes = [
        "pieces",
        "unknown_key",
        "issuer",
        "audience",
        "tenant",
        "run",
        "requester",
        "action",
        "args",
        "draft",
        "view",
        "source",
        "revision",
        "scope",
        "reviewer",
        "time",
        "time",
        "",
    ];
    for (at, cause) in causes.into_iter().enumerate() {
        let mut pieces = pieces.clone();
        match at {
            desk::VERDICT_AT => pieces[at] = vec![SIMULATE],
            15 => pieces[at] = (NOW + 1).to_be_bytes().to_vec(),
            16 => pieces[at] = (NOW - 1).to_be_bytes().to_vec(),
            8..=10 | 12 | 17 => *pieces[at].last_mut().unwrap() ^= 1,
            _ => *pieces[at].last_mut().unwrap() = b'x',
        }
        let said = valid.verify(&desk::compose(&pieces));
        // Any approval id is as good as another.
        assert_eq!(said.err().map_or("", |(_, cause)| cause), cause, "piece {at}");
    }
}

#[test]
fn d05_a_decision_on_one_run_is_none_on_another() {
    let mut ledger = MemoryLedger::new();
    let keyring = desk::keyring();
    let here = desk::review_of(&mut ledger, TENANT, "op-1");
    let other_run = desk::review_of(&mut ledger, TENANT, "op-2");
    let other_tenant = desk::review_of(&mut ledger, "south-desk", "op-1");
    let signed = desk::signed_yes(&desk::authority(), &here);
    let say = |review| verify(signed.as_str(), &keyring, review, COMMIT, NOW);
    assert_eq!(say(&here), Ok(()));
    assert_eq!(say(&other_run), invalid("run"));
    // Under the key of the tenant that is expected.
    assert_eq!(say(&other_tenant), invalid("tag"));

    for (issuer, audience, cause) in
        [("other-desk", desk::AUDIENCE, "issuer"), (desk::ISSUER, "ledger-us", "audience")]
    {
        let keys = [("k-active", ROOT, KeyState::Active)];
        let elsewhere = desk::keys_for(issuer, audience, &keys);
        let said = verify(signed.as_str(), &elsewhere, &here, COMMIT, NOW);
        assert_eq!(said, invalid(cause));
    }
}

#[test]
fn d08_the_version_is_the_prefix_and_nothing_else() {
    let valid = Valid::new();
    let rest = valid.text.strip_prefix("cs1.").unwrap();
    for prefix in
        ["", "cs", "cs1", "cs0.", "cs2.", "CS1.", "Cs1.", "cs1..", "cs01.", "cs1.1.", ".cs1."]
    {
        valid.refuses(&format!("{prefix}{rest}"), &["form"]);
    }
    let mut pieces = desk::pieces(&valid.review.card(), COMMIT);
    for other in ["countersign.decision/v2", "countersign.decision/", "countersign.receipt/v1", ""]
    {
        pieces[desk::TYPE_AT] = other.into();
        valid.refuses(&desk::compose(&pieces), &["pieces"]);
    }
}

#[test]
fn d09_exactly_eighteen_pieces() {
    let valid = Valid::new();
    let pieces = desk::pieces(&valid.review.card(), COMMIT);
    for at in 0..=pieces.len() {
        for piece in [Vec::new(), b"x".to_vec(), b"k-active".to_vec()] {
            let mut more = pieces.clone();
            more.insert(at, piece);
            valid.refuses(&desk::compose(&more), &["pieces"]);
        }
    }
    for at in 0..pieces.len() {
        let mut fewer = pieces.clone();
        fewer.remove(at);
        valid.refuses(&desk::compose(&fewer), &["pieces"]);
        // As many as said, but one empty; no piece may be.
        let mut empty = pieces.clone();
        empty[at].clear();
        valid.refuses(&desk::compose(&empty), &["pieces"]);
    }
    // More, or fewer, than are said to be there.
    for count in [0_u64, 1, 17, 19, 36, u64::MAX] {
        let mut body = valid.body.clone();
        body[..8].copy_from_slice(&count.to_le_bytes());
        valid.refuses(&Valid::right_tag(&body), &["pieces"]);
    }
}

#[test]
fn d10_one_envelope_has_one_spelling() {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let review = desk::review();
    let mut ends = Vec::new();
    // Issuers of three lengths, so that a body's last character has no spare bits, two, or four.
    for issuer in ["desk-a", "desk-ab", "desk-abc"] {
        let keys = [("k-active", ROOT, KeyState::Active)];
        let keyring = desk::keys_for(issuer, desk::AUDIENCE, &keys);
        let mut pieces = desk::pieces(&review.card(), COMMIT);
        pieces[2] = issuer.into();
        let text = desk::compose(&pieces);
        let say = |text: &str| verify(text, &keyring, &review, COMMIT, NOW);
        assert_eq!(say(&text), Ok(()));
        let (body, tag) = text.strip_prefix("cs1.").unwrap().split_once('.').unwrap();
        ends.push(body.len() % 4);

        for (value, last) in ALPHABET.chars().enumerate() {
            let ending = |part: &str| format!("{}{last}", &part[..part.len() - 1]);
            let others = [
                (body.len(), format!("cs1.{}.{tag}", ending(body))),
                (tag.len(), format!("cs1.{body}.{}", ending(tag))),
            ];
            for (length, other) in others {
                let spare = [0, 0, 0b1111, 0b11][length % 4];
                let expected = match value & spare {
                    _ if other == text => Ok(()),
                    0 => invalid("tag"), // other bytes, well spelled
                    _ => invalid("form"),
                };
                assert_eq!(say(&other), expected, "{other}");
            }
        }
        for put_in in ["=", "==", "===", "\n", " ", "\0", "\u{200b}"] {
            let others = [
                format!("cs1.{body}{put_in}.{tag}"),
                format!("cs1.{body}.{tag}{put_in}"),
                format!("cs1.{put_in}{body}.{tag}"),
                format!("{put_in}{text}"),
            ];
            for other in others {
                assert_eq!(say(&other), invalid("form"), "{other:?}");
            }
        }
    }
    ends.sort_unstable();
    assert_eq!(ends, [0, 2, 3]);

    // The other alphabet: the same bytes with `+` and `/` for `-` and `_`.
    let text = desk::compose(&desk::pieces(&review.card(), COMMIT));
    let standard = text.replace('-', "+").replace('_', "/");
    assert_ne!(standard, text);
    assert_eq!(verify(&standard, &desk::keyring(), &review, COMMIT, NOW), invalid("form"));
}

#[test]
fn d11_a_length_is_believed_only_as_far_as_there_are_bytes() {
    let valid = Valid::new();
    let mut at = 8;
    for piece in desk::pieces(&valid.review.card(), COMMIT) {
        let right = piece.len() as u64;
        let wrong =
            [u64::MAX, u64::MAX - 7, 1 << 63, (1 << 32) + right, 1 << 32, right + 1, right - 1, 0];
        for wrong in wrong {
            let mut body = valid.body.clone();
            body[at..at + 8].copy_from_slice(&wrong.to_le_bytes());
            valid.refuses(&Valid::right_tag(&body), &["pieces"]);
        }
        at += 8 + piece.len();
    }
    assert_eq!(at, valid.body.len());
}

#[test]
fn d13_a_decision_is_good_for_what_it_says_alone() {
    let (review, keyring, authority) = (desk::review(), desk::keyring(), desk::authority());
    let verdicts = [
        (REJECT, Verdict::Reject),
        (COMMIT, Verdict::ApproveCommit),
        (SIMULATE, Verdict::ApproveSimulation),
    ];
    let card = review.card();
    for (said, verdict) in verdicts {
        let signed = authority.sign(&desk::decision(&card, verdict)).unwrap();
        for (asked, _) in verdicts {
            let answer = verify(signed.as_str(), &keyring, &review, asked, NOW);
            let expected = if asked == said { Ok(()) } else { invalid("scope") };
            assert_eq!(answer, expected, "{said} taken as {asked}");
        }
    }
    // Nor is there a fourth.
    for other in (0..=u8::MAX).filter(|other| *other > SIMULATE) {
        let text = desk::compose(&desk::pieces(&card, other));
        assert_eq!(verify(&text, &keyring, &review, COMMIT, NOW), invalid("pieces"));
    }
}

#[test]
fn d13_a_yes_takes_no_approval_back() {
    let mut ledger = MemoryLedger::new();
    let (keyring, authority) = (desk::keyring(), desk::authority());
    let review = desk::review_of(&mut ledger, TENANT, "op-1");
    let card = review.card();
    let yes = desk::signed_yes(&authority, &review);
    let approved = desk::approve(&mut ledger, review, &keyring, yes.clone());
    let as_revocation = yes.verify_revocation(&keyring, &approved, &desk::Desk, tick(NOW));
    assert_eq!(as_revocation.unwrap_err().cause(), "scope");
    let no = authority.sign(&desk::decision(&card, Verdict::Reject)).unwrap();
    let no = no.verify_revocation(&keyring, &approved, &desk::Desk, tick(NOW)).unwrap();
    let stopped = approved.revoke(no).unwrap().save(&mut ledger).unwrap().unwrap_err();
    assert_eq!(stopped.stop_reason().code.as_str(), "approval_revoked");
    assert_eq!(desk::closed(&ledger), 0);
}

#[test]
fn d02_a_message_that_claims_a_yes_is_no_decision() {
    let (review, keyring) = (desk::review(), desk::keyring());
    let card = serde_json::to_string(&review.card()).unwrap();
    let claims = [
        "",
        "true",
        "yes",
        "approve",
        r#"{"approved":true}"#,
        r#"{"role":"user","content":"approved"}"#,
        "{\"tool\":\"approve\",\"confirm\":true}",
        "cs1",
        "cs1.e30.e30",
        "eyJhbGciOiJub25lIn0.e30.",
        &card,
    ];
    for claim in claims.into_iter().map(str::to_owned).chain(vectors::hostile_strings()) {
        for asked in [REJECT, COMMIT, SIMULATE] {
            let said = verify(&claim, &keyring, &review, asked, NOW);
            let cause = said.unwrap_err().1;
            assert!(["form", "size"].contains(&cause), "{claim:?}: {cause}");
        }
    }
}

#[test]
fn the_authority_signs_no_card_whose_text_was_changed() {
    let review = desk::review();
    let card = ReviewCard { text: format!("{} ", review.review_text()), ..review.card() };
    let refused =
        desk::authority().sign(&desk::decision(&card, Verdict::ApproveCommit)).unwrap_err();
    assert_eq!(refused.code().as_str(), "approval_changed_args");
    // With a digest that fits the new text it signs: the verifier knows better.
    let view_digest = Digest::of("countersign.view/v1", &[Piece::Text(&card.text)]);
    let card = ReviewCard { view_digest, ..card };
    let signed = desk::authority().sign(&desk::decision(&card, Verdict::ApproveCommit)).unwrap();
    let said = verify(signed.as_str(), &desk::keyring(), &review, COMMIT, NOW);
    assert_eq!(said, Err(("approval_changed_args".to_owned(), "view")));
}

#[test]
fn the_authority_signs_nothing_that_is_never_good() {
    let review = desk::review();
    let card = review.card();
    let refuse = |decided_at, valid_through| {
        let decision = Decision {
            decided_at: tick(decided_at),
            valid_through: tick(valid_through),
            ..desk::decision(&card, Verdict::ApproveCommit)
        };
        desk::authority().sign(&decision).map_err(|refused| refused.code().to_string()).err()
    };
    assert_eq!(refuse(999, 1299).as_deref(), Some("decision_before_draft"));
    assert_eq!(refuse(1010, 1009).as_deref(), Some("approval_expired"));
    assert_eq!(refuse(1000, 1000), None);
}

#[test]
fn each_signature_has_an_approval_id_of_its_own() {
    let (review, authority) = (desk::review(), desk::authority());
    let mut seen: Vec<Vec<u8>> = (0..64)
        .map(|_| {
            let signed = desk::signed_yes(&authority, &review);
            let (body, _) = second_reader::parts_of(signed.as_str()).unwrap();
            second_reader::pieces_of(&body).unwrap().pop().unwrap()
        })
        .collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 64);
}

#[test]
fn j01_the_requester_decides_nothing_of_their_own() {
    let mut ledger = MemoryLedger::new();
    let (review, keyring) = (desk::review_of(&mut ledger, TENANT, "op-1"), desk::keyring());
    let card = review.card();
    let reviewer = Reviewer::new(card.requester.as_str()).unwrap();
    assert!(countersign::domain::Domain::may_decide(&desk::Desk, &reviewer));
    for (asked, verdict) in [
        (REJECT, Verdict::Reject),
        (COMMIT, Verdict::ApproveCommit),
        (SIMULATE, Verdict::ApproveSimulation),
    ] {
        let decision = Decision { reviewer: reviewer.clone(), ..desk::decision(&card, verdict) };
        let refused = desk::authority().sign(&decision).unwrap_err();
        assert_eq!(refused.code().as_str(), "self_approval");

        // Signed all the same, by an authority that does not look.
        let mut pieces = desk::pieces(&card, asked);
        pieces[desk::REVIEWER_AT] = pieces[desk::REQUESTER_AT].clone();
        let said = verify(&desk::compose(&pieces), &keyring, &review, asked, NOW);
        assert_eq!(said, Err(("self_approval".to_owned(), "reviewer")));
    }
    // A card in which the requester has another name gets a signature, and that is no use here.
    let card = ReviewCard { requester: Requester::new("somebody-else").unwrap(), ..card };
    let decision = Decision { reviewer, ..desk::decision(&card, Verdict::ApproveCommit) };
    let signed = desk::authority().sign(&decision).unwrap();
    assert_eq!(verify(signed.as_str(), &keyring, &review, COMMIT, NOW), invalid("requester"));

    // Nor do they take an approval back.
    let (yes, card) = (desk::signed_yes(&desk::authority(), &review), review.card());
    let approved = desk::approve(&mut ledger, review, &keyring, yes);
    let mut pieces = desk::pieces(&card, REJECT);
    pieces[desk::REVIEWER_AT] = pieces[desk::REQUESTER_AT].clone();
    let no = countersign::SignedDecision::from_text(&desk::compose(&pieces));
    let no = no.verify_revocation(&keyring, &approved, &desk::Desk, tick(NOW));
    assert_eq!(no.unwrap_err().reason().code.as_str(), "self_approval");
}

#[test]
fn j01_names_are_compared_to_the_byte() {
    // Who is written otherwise is somebody else, and then not allowed: no folding lets them in.
    let (review, keyring) = (desk::review(), desk::keyring());
    for other in ["Desk-agent", "desk-agent.", "desk-agen", "DESK-AGENT", "desk_agent"] {
        let mut pieces = desk::pieces(&review.card(), COMMIT);
        pieces[desk::REVIEWER_AT] = other.into();
        let said = verify(&desk::compose(&pieces), &keyring, &review, COMMIT, NOW);
        assert_eq!(said, Err(("unknown_reviewer".to_owned(), "reviewer")), "{other}");
    }
}

fn an_id() -> impl Strategy<Value = String> {
    "[A-Za-z0-9._:/-]{1,128}"
}

fn some_tick() -> impl Strategy<Value = u64> {
    prop_oneof![0..=2000_u64, 0..=(1_u64 << 53) - 1, Just((1 << 53) - 1)]
}

/// Pieces that are short, so that the borders between them matter.
fn some_pieces() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..20),
        proptest::collection::vec(Just(0_u8), 0..20),
        (0..4_u64).prop_map(|length| length.to_le_bytes().to_vec()),
    ];
    proptest::collection::vec(piece, 0..8)
}

fn encode(pieces: &[Vec<u8>]) -> Vec<u8> {
    let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
    pae(&pieces)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_the_authority_signs_the_second_reader_reads(
        ids in proptest::collection::vec(an_id(), 9),
        digests in any::<[[u8; 32]; 2]>(),
        text in ".{0,40}",
        revision in some_tick(),
        mut ticks in [some_tick(), some_tick(), some_tick()],
        verdict in 0..3_u8,
    ) {
        ticks.sort_unstable();
        let [drafted_at, decided_at, valid_through] = ticks;
        let [key_id, issuer, audience, tenant, operation, requester, action, source, reviewer] =
            <[String; 9]>::try_from(ids).unwrap();
        prop_assume!(requester != reviewer);
        let card = ReviewCard {
            tenant: desk::tenant(&tenant),
            run_id: run_id(&operation),
            requester: Requester::new(&requester).unwrap(),
            action,
            args_digest: Digest::from_bytes(digests[0]),
            draft_digest: Digest::from_bytes(digests[1]),
            view_digest: Digest::of("countersign.view/v1", &[Piece::Text(&text)]),
            source_version: SourceVersion::new(&source).unwrap(),
            revision,
            drafted_at: tick(drafted_at),
            deadline: tick(valid_through),
            text,
        };
        let keyring = desk::keys_for(&issuer, &audience, &[(&key_id, ROOT, KeyState::Active)]);
        let decision = Decision {
            card: &card,
            verdict: [Verdict::Reject, Verdict::ApproveCommit, Verdict::ApproveSimulation][usize::from(verdict)],
            reviewer: Reviewer::new(&reviewer).unwrap(),
            decided_at: tick(decided_at),
            valid_through: tick(valid_through),
        };
        let signed = Authority::new(keyring).unwrap().sign(&decision).unwrap();

        let expected = Expected {
            issuer: issuer.clone(),
            audience: audience.clone(),
            reviewers_allowed: vec![reviewer.clone()],
            ..desk::expected(&card)
        };
        let states = [(key_id.clone(), "active".to_owned())].into();
        let said = second_reader::judge(signed.as_str(), &ROOT, &states, &expected, decided_at, verdict);
        prop_assert_eq!(said, Ok(()));

        let (body, _) = second_reader::parts_of(signed.as_str()).unwrap();
        let mut read = second_reader::pieces_of(&body).unwrap();
        prop_assert_eq!(read.pop().map(|approval_id| approval_id.len()), Some(16));
        let mut by_hand = desk::pieces(&card, verdict);
        by_hand.pop();
        for (at, piece) in [(1, key_id), (2, issuer), (3, audience), (14, reviewer)] {
            by_hand[at] = piece.into_bytes();
        }
        by_hand[15] = decided_at.to_be_bytes().to_vec();
        by_hand[16] = valid_through.to_be_bytes().to_vec();
        prop_assert_eq!(read, by_hand);
    }

    #[test]
    fn d03_no_few_bytes_can_be_changed(
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), 1..=u8::MAX), 1..8),
    ) {
        let review = desk::review();
        let mut all = desk::compose(&desk::pieces(&review.card(), COMMIT)).into_bytes();
        let before = all.clone();
        for (at, change) in edits {
            let at = at.index(all.len());
            all[at] ^= change;
        }
        prop_assume!(all != before);
        let text: String = all.into_iter().map(char::from).collect();
        let said = verify(&text, &desk::keyring(), &review, COMMIT, NOW);
        prop_assert_eq!(said.unwrap_err().0, "approval_invalid");
    }

    #[test]
    fn d07_an_encoding_is_taken_apart_into_what_it_was_made_of(pieces in some_pieces()) {
        prop_assert_eq!(second_reader::pieces_of(&encode(&pieces)), Some(pieces));
    }

    #[test]
    fn d07_what_can_be_taken_apart_has_no_other_encoding(
        pieces in some_pieces(),
        at in any::<proptest::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = encode(&pieces);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Some(read) = second_reader::pieces_of(&bytes) {
            prop_assert_eq!(encode(&read), bytes);
        }
    }

    #[test]
    fn d07_other_pieces_have_another_encoding(one in some_pieces(), other in some_pieces()) {
        prop_assert_eq!(one == other, encode(&one) == encode(&other));
        // The same bytes, with the borders elsewhere.
        let joined = vec![one.concat()];
        prop_assert_eq!(one == joined, encode(&one) == encode(&joined));
    }

    #[test]
    fn digests_and_approval_ids_survive_print_and_parse(
        bytes in any::<[u8; 32]>(),
        upper in any::<bool>(),
    ) {
        let digest = Digest::from_bytes(bytes);
        prop_assert_eq!(digest.to_string().parse(), Ok(digest));
        let json = serde_json::to_string(&digest).unwrap();
        prop_assert_eq!(serde_json::from_str::<Digest>(&json).unwrap(), digest);

        let text: String = digest.to_string().chars().take(32).collect();
        let id: ApprovalId = text.parse().unwrap();
        prop_assert_eq!(id.as_bytes(), &bytes[..16]);
        prop_assert_eq!(id.to_string(), text.clone());
        let json = serde_json::to_string(&id).unwrap();
        prop_assert_eq!(serde_json::from_str::<ApprovalId>(&json).unwrap(), id);
        // In one spelling only.
        let other = if upper { text.to_uppercase() } else { format!("{text} ") };
        prop_assert_eq!(other.parse::<ApprovalId>().is_ok(), other == text);
        prop_assert_eq!(digest.to_string().to_uppercase().parse::<Digest>().is_ok(), !digest.to_string().contains(char::is_alphabetic));
    }
}
