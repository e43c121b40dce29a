//! Keys: what is refused as one, what one may still do, and that nobody ever sees one.

use std::fmt::Debug;

use countersign::decision::{Authority, KeyState, Keyring, RootKey, Verdict};
#[cfg(feature = "exercises")]
use countersign::domains::teaching;
use countersign::id::{Audience, Issuer, KeyId};
use countersign::ledger::{Ledger, MemoryLedger};
use countersign::{AnyRun, Delivered, Digest, SignedDecision, Trace, resume};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

use crate::desk::{self, COMMIT, Desk, NOW, REJECT, ROOT, SIMULATE, TENANT, invalid, verify};
use crate::second_reader;
use crate::support::{run_id, tick};
use crate::vectors;

const TEACHING_ROOT: [u8; 32] = *b"teaching root known to everyone!";
const OTHER_ROOT: [u8; 32] = *b"another root, of 32 other bytes.";

fn hmac(key: &[u8], message: &[u8]) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(key).unwrap().chain_update(message)
}

#[derive(Deserialize)]
struct File<Test> {
    #[serde(rename = "testGroups")]
    groups: Vec<Group<Test>>,
}

#[derive(Deserialize)]
struct Group<Test> {
    #[serde(rename = "tagSize", default)]
    tag_bits: usize,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
struct MacTest {
    #[serde(rename = "tcId")]
    id: u64,
    key: String,
    msg: String,
    tag: String,
    result: String,
}

#[test]
fn hmac_gives_the_known_answers_of_wycheproof() {
    let text = vectors::text("wycheproof/hmac_sha256_test.json");
    let file: File<MacTest> = serde_json::from_str(&text).unwrap();
    let mut counted = [0, 0];
    for group in &file.groups {
        for test in &group.tests {
            let [key, message, tag] =
                [&test.key, &test.msg, &test.tag].map(|hex| vectors::hex(hex));
            let (id, is_valid) = (test.id, test.result == "valid");
            assert_eq!(tag.len() * 8, group.tag_bits);
            let whole = hmac(&key, &message).verify_slice(&tag).is_ok();
            assert_eq!(whole, is_valid && tag.len() == 32, "test {id}: half a tag is none");
            let beginning = hmac(&key, &message).verify_truncated_left(&tag).is_ok();
            assert_eq!(beginning, is_valid, "test {id}");
            let second = second_reader::hmac(&key, &message)[..tag.len()] == tag;
            assert_eq!(second, is_valid, "test {id}, the second reader");
            counted[usize::from(is_valid)] += 1;
        }
    }
    assert_eq!(counted, [108, 66]);
}

#[test]
fn hmac_gives_the_known_answers_of_rfc_4231() {
    #[derive(Deserialize)]
    struct File {
        tests: Vec<Test>,
    }
    #[derive(Deserialize)]
    #[allow(clippy::struct_field_names)] // as the file has them
    struct Test {
        key_hex: String,
        data_hex: String,
        tag_hex: String,
        full_tag_hex: String,
    }

    let text = vectors::text("kat/rfc4231_hmac_sha256.json");
    let file: File = serde_json::from_str(&text).unwrap();
    assert_eq!(file.tests.len(), 7);
    for test in file.tests {
        let [key, data, tag, full] =
            [&test.key_hex, &test.data_hex, &test.tag_hex, &test.full_tag_hex]
                .map(|hex| vectors::hex(hex));
        assert_eq!(hmac(&key, &data).finalize().into_bytes().as_slice(), full);
        assert_eq!(hmac(&key, &data).verify_slice(&tag).is_ok(), tag.len() == 32);
    }
}

#[test]
fn hkdf_gives_the_known_answers_of_wycheproof() {
    #[derive(Deserialize)]
    struct Test {
        ikm: String,
        salt: String,
        info: String,
        size: usize,
        okm: String,
        result: String,
    }

    let text = vectors::text("wycheproof/hkdf_sha256_test.json");
    let file: File<Test> = serde_json::from_str(&text).unwrap();
    let tests: Vec<Test> = file.groups.into_iter().flat_map(|group| group.tests).collect();
    assert_eq!(tests.len(), 86);
    for test in tests {
        let [ikm, salt, info, okm] =
            [&test.ikm, &test.salt, &test.info, &test.okm].map(|hex| vectors::hex(hex));
        let mut made = vec![0; test.size];
        let expanded = Hkdf::<Sha256>::new(Some(&salt), &ikm).expand(&info, &mut made);
        assert_eq!(expanded.is_ok(), test.result == "valid");
        assert!(expanded.is_err() || made == okm);
    }
}

/// A tag, made with nothing but the two crates.
fn tag(salt: &str, purpose: &str, label: &str, body: &[u8]) -> Vec<u8> {
    let info = second_reader::pae(&[purpose.as_bytes(), b"k-active", TENANT.as_bytes()]);
    let mut key = [0; 32];
    Hkdf::<Sha256>::new(Some(salt.as_bytes()), &ROOT).expand(&info, &mut key).unwrap();
    hmac(&key, &second_reader::pae(&[label.as_bytes(), body])).finalize().into_bytes().to_vec()
}

#[test]
fn d06_what_was_authenticated_for_another_use_is_no_decision() {
    let (review, keyring) = (desk::review(), desk::keyring());
    let mut accepted = 0;
    for salt in ["countersign.kdf/v1", "countersign.kdf/v2", ""] {
        for purpose in ["decision", "receipt", "log", ""] {
            for label in
                ["countersign.envelope/v1", "countersign.receipt/v1", "countersign.event/v1", ""]
            {
                for kind in
                    ["countersign.decision/v1", "countersign.receipt/v1", "countersign.event/v1"]
                {
                    let mut pieces = desk::pieces(&review.card(), COMMIT);
                    pieces[desk::TYPE_AT] = kind.into();
                    let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
                    let body = second_reader::pae(&pieces);
                    let text = second_reader::print(&body, &tag(salt, purpose, label, &body));
                    let said = verify(&text, &keyring, &review, COMMIT, NOW);
                    let is_right = (salt, purpose, label)
                        == ("countersign.kdf/v1", "decision", "countersign.envelope/v1");
                    let expected = match kind {
                        "countersign.decision/v1" if is_right => Ok(()),
                        "countersign.decision/v1" => invalid("tag"),
                        _ => invalid("pieces"),
                    };
                    assert_eq!(said, expected, "{salt} {purpose} {label} {kind}");
                    accepted += usize::from(said.is_ok());
                }
            }
        }
    }
    assert_eq!(accepted, 1);
}

#[test]
fn d17_what_is_nobody_s_random_bytes_is_no_root() {
    let refused = |bytes: &[u8]| {
        let refused = RootKey::from_bytes(bytes).map(drop).unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid_key");
        refused.to_string()
    };
    for length in (0..32).chain(33..=64).chain([1 << 16]) {
        let bytes: Vec<u8> = (0..length).map(|at| u8::try_from(at % 251).unwrap()).collect();
        assert!(refused(&bytes).contains(&format!("{length} bytes")));
    }
    for byte in 0..=u8::MAX {
        refused(&[byte; 32]);
    }
    refused(b"00000000000000000000000000000000");
    // A root in hexadecimal is a text of it, and too long.
    refused(b"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    assert!(refused(&TEACHING_ROOT).contains("public"));

    // One byte that differs is enough for a root to be taken: nobody can see what is random.
    assert!(RootKey::from_bytes(&ROOT).is_ok());
    let mut almost = TEACHING_ROOT;
    almost[31] ^= 1;
    assert!(RootKey::from_bytes(&almost).is_ok());
}

#[test]
fn generated_roots_differ() {
    let signed_with_a_new_root = || {
        let (issuer, audience) = (Issuer::new(desk::ISSUER), Audience::new(desk::AUDIENCE));
        let keyring = Keyring::new(issuer.unwrap(), audience.unwrap());
        let root = RootKey::generate().unwrap();
        let keyring = keyring.with_key(desk::key_id("k-active"), root, KeyState::Active).unwrap();
        desk::signed_yes(&Authority::new(keyring).unwrap(), &desk::review())
    };
    let own = signed_with_a_new_root();
    assert_eq!(
        verify(own.as_str(), &desk::keyring(), &desk::review(), COMMIT, NOW),
        invalid("tag")
    );
    let tag = |signed: SignedDecision| second_reader::parts_of(signed.as_str()).unwrap().1;
    assert_ne!(tag(own), tag(signed_with_a_new_root()));
}

#[test]
fn a_keyring_has_one_active_key_and_each_id_once() {
    let refused = |keyring: Result<Keyring, countersign::Refused>| {
        let refused = keyring.unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid_keyring");
    };
    let root = || RootKey::from_bytes(&ROOT).unwrap();
    let one = || desk::keys(&[("k-1", ROOT, KeyState::Active)]);
    refused(one().with_key(desk::key_id("k-2"), root(), KeyState::Active));
    for state in [KeyState::Active, KeyState::VerifyOnly, KeyState::Revoked] {
        refused(one().with_key(desk::key_id("k-1"), root(), state));
    }

    let mut two = one().with_key(desk::key_id("k-2"), root(), KeyState::VerifyOnly).unwrap();
    let mut set = |id: &str, state| {
        two.set_state(&desk::key_id(id), state).map_err(|refused| refused.code().to_string())
    };
    let invalid = Err("invalid_keyring".to_owned());
    assert_eq!(set("k-2", KeyState::Active), invalid);
    assert_eq!(set("k-3", KeyState::VerifyOnly), invalid);
    assert_eq!(set("k-1", KeyState::Active), Ok(()));
    assert_eq!(set("k-1", KeyState::VerifyOnly), Ok(()));
    assert_eq!(set("k-2", KeyState::Active), Ok(()));
    // And back, as long as it was not revoked.
    assert_eq!(set("k-2", KeyState::VerifyOnly), Ok(()));
    assert_eq!(set("k-1", KeyState::Active), Ok(()));
}

#[test]
fn d14_a_revoked_key_stays_so() {
    let mut keyring = desk::keys(&[("k-1", ROOT, KeyState::Active)]);
    let id = desk::key_id("k-1");
    keyring.set_state(&id, KeyState::Revoked).unwrap();
    for state in [KeyState::Active, KeyState::VerifyOnly] {
        let refused = keyring.set_state(&id, state).unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid_keyring");
    }
    keyring.set_state(&id, KeyState::Revoked).unwrap();
    assert_eq!(format!("{keyring:?}"), r#"{"k-1": Revoked}"#);
    let again = keyring.with_key(id, RootKey::from_bytes(&ROOT).unwrap(), KeyState::Active);
    assert_eq!(again.unwrap_err().code().as_str(), "invalid_keyring");
}

#[test]
fn d15_only_an_active_key_signs() {
    for state in [KeyState::VerifyOnly, KeyState::Revoked] {
        let refused = Authority::new(desk::keys(&[("k-1", ROOT, state)])).unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid_keyring");
    }
    let (issuer, audience) = (Issuer::new(desk::ISSUER), Audience::new(desk::AUDIENCE));
    assert!(Authority::new(Keyring::new(issuer.unwrap(), audience.unwrap())).is_err());

    let authority = Authority::new(desk::keys(&[
        ("k-1", ROOT, KeyState::VerifyOnly),
        ("k-2", OTHER_ROOT, KeyState::Active),
        ("k-3", ROOT, KeyState::Revoked),
    ]));
    let signed = desk::signed_yes(&authority.unwrap(), &desk::review());
    let (body, _) = second_reader::parts_of(signed.as_str()).unwrap();
    assert_eq!(second_reader::pieces_of(&body).unwrap()[desk::KEY_ID_AT], b"k-2");
}

/// Where in the flow the key is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    Signed,
    Verified,
    Approved,
    Begun,
    Committed,
}

const POINTS: [Point; 5] =
    [Point::Signed, Point::Verified, Point::Approved, Point::Begun, Point::Committed];

/// One flow, in which the key that signed becomes `state` at `changed`, and another one active. Says
/// where it ended, with which code, and how often the ticket was closed.
fn flow(changed: Point, state: KeyState) -> (&'static str, Option<String>, u64) {
    let mut ledger = MemoryLedger::new();
    let mut keyring =
        desk::keys(&[("k-1", ROOT, KeyState::Active), ("k-2", OTHER_ROOT, KeyState::VerifyOnly)]);
    let authority = Authority::new(desk::keys(&[("k-1", ROOT, KeyState::Active)])).unwrap();
    let at = |point, keyring: &mut Keyring| {
        if point == changed {
            keyring.set_state(&desk::key_id("k-1"), state).unwrap();
            keyring.set_state(&desk::key_id("k-2"), KeyState::Active).unwrap();
        }
    };
    let review = desk::review_of(&mut ledger, TENANT, "op-1");
    let signed = desk::signed_yes(&authority, &review);
    at(Point::Signed, &mut keyring);
    let approval = match signed.verify_commit(&keyring, &review, &Desk, tick(NOW)) {
        Ok(approval) => approval,
        Err(unverified) => {
            assert_eq!(unverified.reason().code.as_str(), "approval_invalid");
            return ("REVIEW", Some(unverified.cause().to_owned()), desk::closed(&ledger));
        }
    };
    at(Point::Verified, &mut keyring);
    let approved = review.approve(approval, &Desk).unwrap().save(&mut ledger).unwrap().unwrap();
    at(Point::Approved, &mut keyring);
    let begun = approved.begin_commit(&Desk, tick(NOW)).unwrap();
    let committing = begun.save(&mut ledger).unwrap().unwrap();
    at(Point::Begun, &mut keyring);
    let delivered = committing.commit(&Desk, &keyring, || tick(NOW), &mut ledger).unwrap();
    at(Point::Committed, &mut keyring);
    let code = match delivered {
        Ok(Delivered::Confirmed(_)) => None,
        Ok(Delivered::AnswerLost(_)) => panic!("memory loses nothing"),
        Err(stopped) => Some(stopped.stop_reason().code.to_string()),
    };
    let id = run_id("op-1");
    let run = resume::<Desk, _>(&mut ledger, &desk::tenant(TENANT), &id).unwrap().unwrap();
    let receipt = ledger.receipt(&desk::tenant(TENANT), &id).unwrap();
    assert_eq!(receipt.is_some(), code.is_none());
    (run.phase(), code, desk::closed(&ledger))
}

#[test]
fn d14_a_revoked_key_is_no_good_from_then_on() {
    for point in POINTS {
        let expected = match point {
            Point::Signed => ("REVIEW", Some("revoked_key".to_owned()), 0),
            Point::Committed => ("COMMITTED", None, 1),
            _ => ("STOPPED", Some("approval_revoked".to_owned()), 0),
        };
        assert_eq!(flow(point, KeyState::Revoked), expected, "{point:?}");
    }
}

#[test]
fn d15_what_a_retired_key_has_signed_is_still_good() {
    for point in POINTS {
        assert_eq!(flow(point, KeyState::VerifyOnly), ("COMMITTED", None, 1), "{point:?}");
    }
}

#[test]
fn d14_a_key_that_is_gone_is_no_good_either() {
    // Not revoked but dropped from the keyring, between approval and commit.
    let mut ledger = MemoryLedger::new();
    let review = desk::review_of(&mut ledger, TENANT, "op-1");
    let signed = desk::signed_yes(&desk::authority(), &review);
    let approved = desk::approve(&mut ledger, review, &desk::keyring(), signed);
    let begun = approved.begin_commit(&Desk, tick(NOW)).unwrap();
    let committing = begun.save(&mut ledger).unwrap().unwrap();
    let others = desk::keys(&[("k-new", OTHER_ROOT, KeyState::Active)]);
    let stopped =
        committing.commit(&Desk, &others, || tick(NOW), &mut ledger).unwrap().unwrap_err();
    assert_eq!(stopped.stop_reason().code.as_str(), "approval_revoked");
    assert_eq!(desk::closed(&ledger), 0);
}

#[test]
fn d16_a_key_id_is_an_index_and_nothing_else() {
    let (review, keyring) = (desk::review(), desk::keyring());
    let long = "k".repeat(129);
    let ids = [
        "../../etc/passwd",
        "/dev/null",
        "file:///etc/passwd",
        "k-active/../k-active",
        "k-active/",
        "./k-active",
        "K-ACTIVE",
        "k-activ",
        "k-active2",
        "0",
        ".",
        "k-old:k-active",
        "http://127.0.0.1/key",
        &long[..128],
    ];
    let none = [
        "",
        "' OR '1'='1",
        "k-active'; DROP TABLE keys;--",
        "k-active\0",
        "k-active\n",
        " k-active",
        "*",
        "%",
        "k-active,k-old",
        "$(id)",
        "k-\u{430}ctive",
        &long,
    ];
    let causes = [(&ids[..], "unknown_key"), (&none[..], "pieces")];
    for (ids, cause) in causes {
        for id in ids {
            assert_eq!(KeyId::new(id).is_ok(), cause == "unknown_key", "{id:?}");
            let mut pieces = desk::pieces(&review.card(), COMMIT);
            pieces[desk::KEY_ID_AT] = (*id).into();
            // Signed under the key of that very id, and under the one that there is.
            for signer in [id, "k-active"] {
                let text = second_reader::compose(&pieces, &ROOT, signer, TENANT);
                assert_eq!(verify(&text, &keyring, &review, COMMIT, NOW), invalid(cause), "{id:?}");
            }
        }
    }
}

#[test]
fn d20_each_key_id_and_tenant_has_a_key_of_its_own() {
    // Among them two that are alike when they are run together: k-1 1north, k-11 north.
    let all = [("k-1", "north"), ("k-1", "1north"), ("k-11", "north"), ("k-2", "north")];
    let keyring = desk::keys(&[
        ("k-1", ROOT, KeyState::Active),
        ("k-11", ROOT, KeyState::VerifyOnly),
        ("k-2", ROOT, KeyState::VerifyOnly),
    ]);
    let mut ledger = MemoryLedger::new();
    let reviews = ["north", "1north"].map(|whose| desk::review_of(&mut ledger, whose, "op-1"));
    for (id, whose) in all {
        let review = reviews.iter().find(|review| review.tenant().as_str() == whose).unwrap();
        let mut pieces = desk::pieces(&review.card(), COMMIT);
        pieces[desk::KEY_ID_AT] = id.into();
        for (signer, tenant) in all {
            let text = second_reader::compose(&pieces, &ROOT, signer, tenant);
            let same = (signer, tenant) == (id, whose);
            let expected = if same { Ok(()) } else { invalid("tag") };
            let said = verify(&text, &keyring, review, COMMIT, NOW);
            assert_eq!(said, expected, "{id} {whose} signed by {signer} {tenant}");
        }
        let text = second_reader::compose(&pieces, &OTHER_ROOT, id, whose);
        assert_eq!(verify(&text, &keyring, review, COMMIT, NOW), invalid("tag"));
    }
}

#[test]
fn d20_the_tenant_that_is_expected_picks_the_key() {
    // A tenant's own signer, who says that it is for another tenant.
    let review = desk::review();
    let mut pieces = desk::pieces(&review.card(), COMMIT);
    let foreign = second_reader::compose(&pieces, &ROOT, "k-active", "south-desk");
    assert_eq!(verify(&foreign, &desk::keyring(), &review, COMMIT, NOW), invalid("tag"));
    pieces[4] = b"south-desk".to_vec();
    let foreign = second_reader::compose(&pieces, &ROOT, "k-active", "south-desk");
    assert_eq!(verify(&foreign, &desk::keyring(), &review, COMMIT, NOW), invalid("tag"));
    // And one that has the right key and says another name.
    assert_eq!(
        verify(&desk::compose(&pieces), &desk::keyring(), &review, COMMIT, NOW),
        invalid("tenant")
    );
}

#[cfg(feature = "exercises")]
#[test]
fn the_public_key_is_good_for_the_exercises_alone() {
    let mut ledger = MemoryLedger::new();
    let (authority, keyring) = (teaching::authority().unwrap(), teaching::keyring());
    for whose in ["north-desk", "north-depot"] {
        let review = desk::review_of(&mut ledger, whose, "op-1");
        let signed = desk::signed_yes(&authority, &review);
        assert_eq!(verify(signed.as_str(), &keyring, &review, COMMIT, NOW), Ok(()), "{whose}");
    }
    for whose in
        ["south-desk", "north-quay", "North-Desk", "north-desk2", "north-des", "north-desk/"]
    {
        let review = desk::review_of(&mut ledger, whose, "op-1");
        let card = review.card();
        let refused = authority.sign(&desk::decision(&card, Verdict::ApproveCommit)).unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid_keyring", "{whose}");

        // Everybody has the root: signed by hand.
        let mut pieces = desk::pieces(&card, COMMIT);
        let names = [teaching::KEY_ID, "teaching-authority", "teaching-exercise"];
        for (piece, name) in pieces[1..].iter_mut().zip(names) {
            *piece = name.into();
        }
        let text = second_reader::compose(&pieces, &TEACHING_ROOT, teaching::KEY_ID, whose);
        assert_eq!(
            verify(&text, &keyring, &review, COMMIT, NOW),
            invalid("unknown_key"),
            "{whose}"
        );
    }
    // A key of one's own beside it does not change that.
    let root = RootKey::from_bytes(&ROOT).unwrap();
    let both = teaching::keyring().with_key(desk::key_id("k-own"), root, KeyState::VerifyOnly);
    let review = desk::review_of(&mut ledger, "west-desk", "op-1");
    let mut pieces = desk::pieces(&review.card(), COMMIT);
    for (piece, name) in
        pieces[1..].iter_mut().zip(["k-own", "teaching-authority", "teaching-exercise"])
    {
        *piece = name.into();
    }
    let both = both.unwrap();
    let text = second_reader::compose(&pieces, &ROOT, "k-own", "west-desk");
    assert_eq!(verify(&text, &both, &review, COMMIT, NOW), Ok(()));
    pieces[desk::KEY_ID_AT] = teaching::KEY_ID.into();
    let text = second_reader::compose(&pieces, &TEACHING_ROOT, teaching::KEY_ID, "west-desk");
    assert_eq!(verify(&text, &both, &review, COMMIT, NOW), invalid("unknown_key"));
}

#[test]
fn d21_what_was_carried_out_is_not_carried_out_again() {
    let mut ledger = MemoryLedger::new();
    let (keyring, whose) = (desk::keyring(), desk::tenant(TENANT));
    let review = desk::review_of(&mut ledger, TENANT, "op-1");
    let signed = desk::signed_yes(&desk::authority(), &review);
    let approved = desk::approve(&mut ledger, review, &keyring, signed.clone());
    // Another process has found the approved run as well.
    let found = resume::<Desk, _>(&mut ledger, &whose, &run_id("op-1")).unwrap().unwrap();
    let AnyRun::AtApprovedForCommit(twin) = found else { panic!("it is approved") };
    let begun = approved.begin_commit(&Desk, tick(NOW)).unwrap();
    let committing = begun.save(&mut ledger).unwrap().unwrap();
    let delivered = committing.commit(&Desk, &keyring, || tick(NOW), &mut ledger).unwrap();
    let Ok(Delivered::Confirmed(committed)) = delivered else { panic!("it is done") };
    let not_saved = twin.begin_commit(&Desk, tick(NOW)).unwrap().save(&mut ledger).unwrap_err();
    assert_eq!(not_saved.error.code().as_str(), "revision_conflict");

    let again = resume::<Desk, _>(&mut ledger, &whose, &run_id("op-1")).unwrap().unwrap();
    let AnyRun::AtCommitted(again) = again else { panic!("it is committed") };
    assert_eq!(again.commit_receipt(), committed.commit_receipt());

    // The same envelope for the same work under another id.
    let other = desk::review_of(&mut ledger, TENANT, "op-2");
    assert_eq!(verify(signed.as_str(), &keyring, &other, COMMIT, NOW), invalid("run"));
    assert_eq!(desk::closed(&ledger), 1);
}

#[test]
fn d21_an_approval_id_is_spent_once() {
    // An authority whose random bytes repeat themselves.
    let mut ledger = MemoryLedger::new();
    let keyring = desk::keyring();
    let ends = ["op-1", "op-2"].map(|operation| {
        let review = desk::review_of(&mut ledger, TENANT, operation);
        let text = desk::compose(&desk::pieces(&review.card(), COMMIT));
        let signed = SignedDecision::from_text(&text);
        let approved = desk::approve(&mut ledger, review, &keyring, signed);
        let begun = approved.begin_commit(&Desk, tick(NOW)).unwrap();
        let committing = begun.save(&mut ledger).unwrap().unwrap();
        let delivered = committing.commit(&Desk, &keyring, || tick(NOW), &mut ledger).unwrap();
        delivered.map(drop).map_err(|stopped| stopped.stop_reason().code.to_string())
    });
    assert_eq!(ends, [Ok(()), Err("approval_spent".to_owned())]);
    assert_eq!(desk::closed(&ledger), 1);
}

const CANARY: [u8; 32] = *b"CANARY-CANARY-CANARY-CANARY-KEY!";

/// Nothing of the key in any spelling, and nothing of what it has signed.
#[track_caller]
fn shows_nothing(thing: &dyn Debug, envelopes: &[&SignedDecision]) {
    let text = format!("{thing:?} {thing:#?}");
    let compact: String = text.split_whitespace().collect();
    let hex = Digest::from_bytes(CANARY).to_string();
    let derived = second_reader::derive(&CANARY, b"k-1", TENANT.as_bytes());
    let derived_hex = Digest::from_bytes(derived).to_string();
    let spelled = [
        "CANARY",
        "67,65,78,65,82,89",
        "0x43",
        "Q0FOQVJZ",
        &second_reader::encode(&CANARY),
        &hex[..12],
        &hex[..12].to_uppercase(),
        &derived_hex[..12],
        &second_reader::encode(&derived)[..16],
        "cs1.",
    ];
    for spelling in spelled {
        assert!(!compact.contains(spelling), "{spelling} in {text}");
    }
    for envelope in envelopes {
        for part in envelope.as_str().split('.').skip(1) {
            // Its beginning is in every envelope, its middle in this one.
            let middle = &part[part.len() / 2..part.len() / 2 + 16];
            assert!(!compact.contains(middle), "the envelope in {text}");
        }
    }
}

#[test]
fn d18_no_key_and_no_envelope_is_ever_shown() {
    let keys = || desk::keys(&[("k-1", CANARY, KeyState::Active)]);
    let root = || RootKey::from_bytes(&CANARY).unwrap();
    let (mut keyring, authority) = (keys(), Authority::new(keys()).unwrap());
    shows_nothing(&root(), &[]);
    shows_nothing(&keyring, &[]);
    shows_nothing(&authority, &[]);
    assert_eq!(format!("{authority:?}"), r#"Authority({"k-1": Active})"#);

    let mut ledger = MemoryLedger::new();
    let review = desk::review_of(&mut ledger, TENANT, "op-1");
    let card = review.card();
    let yes = desk::signed_yes(&authority, &review);
    let no = authority.sign(&desk::decision(&card, Verdict::Reject)).unwrap();
    let simulate = authority.sign(&desk::decision(&card, Verdict::ApproveSimulation)).unwrap();
    let all = [&yes, &no, &simulate];
    for signed in all {
        assert_eq!(format!("{signed:?}"), "SignedDecision(..)");
    }
    let now = tick(NOW);
    shows_nothing(&yes.clone().verify_commit(&keyring, &review, &Desk, now), &all);
    shows_nothing(&no.clone().verify_rejection(&keyring, &review, &Desk, now), &all);
    shows_nothing(&simulate.clone().verify_simulation(&keyring, &review, &Desk, now), &all);

    // Refusals of every kind.
    for (signed, now, asked) in
        [(&yes, NOW, REJECT), (&no, 0, REJECT), (&simulate, 5000, SIMULATE), (&yes, 1300, COMMIT)]
    {
        let said = verify(signed.as_str(), &keyring, &review, asked, now);
        assert!(said.is_err());
        shows_nothing(&said, &all);
    }
    let spoilt = yes.as_str().replace("cs1.", "cs1.A");
    shows_nothing(&verify(&spoilt, &keyring, &review, COMMIT, NOW), &all);
    let other = desk::keyring();
    shows_nothing(&yes.clone().verify_commit(&other, &review, &Desk, now), &all);
    let as_error = |signed: &SignedDecision, keyring: &Keyring| {
        let unverified = signed.clone().verify_commit(keyring, &review, &Desk, now).unwrap_err();
        let displayed = unverified.to_string();
        (displayed, countersign::Error::from(unverified))
    };
    shows_nothing(&as_error(&yes, &other), &all);
    shows_nothing(&as_error(&no, &keyring), &all);
    shows_nothing(&RootKey::from_bytes(&CANARY[..31]), &[]);
    shows_nothing(&RootKey::from_bytes(&CANARY.repeat(2)), &[]);
    shows_nothing(&keys().with_key(desk::key_id("k-1"), root(), KeyState::Active), &[]);
    shows_nothing(&keys().with_key(desk::key_id("k-2"), root(), KeyState::Active), &[]);
    shows_nothing(&keyring.set_state(&desk::key_id("k-3"), KeyState::Active), &[]);

    // All along the way to the receipt.
    let approval = yes.clone().verify_commit(&keyring, &review, &Desk, now).unwrap();
    let unsaved = review.approve(approval, &Desk).unwrap();
    shows_nothing(&unsaved, &all);
    let approved = unsaved.save(&mut ledger).unwrap().unwrap();
    shows_nothing(&approved, &all);
    let begun = approved.begin_commit(&Desk, now).unwrap();
    shows_nothing(&begun, &all);
    let committing = begun.save(&mut ledger).unwrap().unwrap();
    shows_nothing(&committing, &all);
    shows_nothing(&committing.commit(&Desk, &keyring, || now, &mut ledger), &all);
    let delivery =
        countersign::delivery::Delivery { domain: &Desk, keyring: &keyring, clock: &|| tick(NOW) };
    shows_nothing(&delivery, &all);
    let trace = Trace::read(&mut ledger, &desk::tenant(TENANT), &run_id("op-1")).unwrap().unwrap();
    shows_nothing(&(serde_json::to_string(&trace).unwrap(), trace), &all);

    // The test can fail.
    let shown = std::panic::catch_unwind(|| shows_nothing(&yes.as_str(), &[&yes]));
    assert!(shown.is_err());
}
