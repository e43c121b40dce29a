//! Keys: who holds one can issue decisions, and who verifies them needs it too. So nothing here
//! prints, copies or saves a key, and [`Keyring`] can verify and nothing else.

use std::fmt;

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::code::Code;
use crate::digest::pae;
use crate::error::Refused;
use crate::id::{Audience, Issuer, KeyId, Tenant};
use crate::random;

/// The root of the exercises. It is public: whoever reads this can sign with it.
const TEACHING_ROOT_KNOWN_TO_EVERYONE: [u8; 32] = *b"teaching root known to everyone!";

/// The tenants of the exercises: for no other does a keyring with the public root sign or verify.
const TEACHING_TENANTS: [&str; 2] = ["north-desk", "north-depot"];

/// A root key: 32 random bytes, from which the keys of each tenant are derived (HKDF-SHA256, RFC
/// 5869).
///
/// It can not be printed, copied, compared or serialized, and is wiped when dropped. `Debug` shows
/// that it is a key and nothing of it.
///
/// ```
/// use countersign::decision::RootKey;
///
/// let root = RootKey::generate()?;
/// assert_eq!(format!("{root:?}"), "RootKey(..)");
/// assert!(RootKey::from_bytes(&[7; 32]).is_err()); // constant: nobody's random bytes
/// # Ok::<(), countersign::Error>(())
/// ```
pub struct RootKey(Zeroizing<[u8; 32]>);

impl RootKey {
    /// 32 random bytes of the operating system's.
    ///
    /// # Errors
    /// [`Refused`] with `random_failed` where the system gives none.
    pub fn generate() -> Result<RootKey, Refused> {
        let mut root = Zeroizing::new([0; 32]);
        random::fill(root.as_mut_slice())?;
        Ok(RootKey(root))
    }

    /// A root that is kept elsewhere. The caller's bytes are the caller's to wipe.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_key`: not exactly 32 bytes, all the same byte, or the public root
    /// of the exercises.
    pub fn from_bytes(bytes: &[u8]) -> Result<RootKey, Refused> {
        let Ok(root) = <[u8; 32]>::try_from(bytes).map(Zeroizing::new) else {
            return Err(invalid_key(&format!("{} bytes, not 32", bytes.len())));
        };
        if root.iter().all(|byte| Some(byte) == root.first()) {
            return Err(invalid_key("32 times the same byte"));
        }
        let root = RootKey(root);
        if root.is_teaching() {
            return Err(invalid_key("the root of the exercises is public"));
        }
        Ok(root)
    }

    fn is_teaching(&self) -> bool {
        *self.0 == TEACHING_ROOT_KNOWN_TO_EVERYONE
    }

    /// The tag of a body: HMAC-SHA256 (RFC 2104) under the key of one purpose and one tenant.
    #[allow(clippy::expect_used)] // two lengths that are fixed here and are allowed
    pub(super) fn mac(&self, key_id: &KeyId, tenant: &Tenant, body: &[u8]) -> Hmac<Sha256> {
        let info = pae(&[b"decision", key_id.as_str().as_bytes(), tenant.as_str().as_bytes()]);
        let mut key = Zeroizing::new([0; 32]);
        Hkdf::<Sha256>::new(Some(b"countersign.kdf/v1"), self.0.as_slice())
            .expand(&info, key.as_mut_slice())
            .expect("HKDF gives up to 255 times 32 bytes");
        let mut mac = Hmac::<Sha256>::new_from_slice(key.as_slice()).expect("any length will do");
        mac.update(&pae(&[b"countersign.envelope/v1", body]));
        mac
    }
}

fn invalid_key(why: &str) -> Refused {
    Refused::new((), Code::INVALID_KEY, why)
}

impl fmt::Debug for RootKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RootKey(..)")
    }
}

/// What a key may still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// Signs and verifies. A keyring has at most one.
    Active,
    /// Verifies what it signed before; signs nothing new.
    VerifyOnly,
    /// Neither, from the moment it is known: also not what it signed before.
    Revoked,
}

struct Key {
    id: KeyId,
    root: RootKey,
    state: KeyState,
}

impl Key {
    fn is_good_for(&self, tenant: &Tenant) -> bool {
        !self.root.is_teaching() || TEACHING_TENANTS.contains(&tenant.as_str())
    }
}

/// The keys that decisions are verified with, who issues them, and for whom.
///
/// A service that only verifies holds this; only an [`Authority`](crate::decision::Authority)
/// signs.
///
/// ```
/// use countersign::decision::{KeyState, Keyring, RootKey};
/// use countersign::id::{Audience, Issuer, KeyId};
///
/// let (issuer, audience) = (Issuer::new("inbox")?, Audience::new("executor")?);
/// let mut keyring = Keyring::new(issuer, audience)
///     .with_key(KeyId::new("k-2")?, RootKey::generate()?, KeyState::Active)?
///     .with_key(KeyId::new("k-1")?, RootKey::generate()?, KeyState::VerifyOnly)?;
/// keyring.set_state(&KeyId::new("k-1")?, KeyState::Revoked)?;
/// # Ok::<(), countersign::Error>(())
/// ```
pub struct Keyring {
    pub(super) issuer: Issuer,
    pub(super) audience: Audience,
    keys: Vec<Key>,
}

impl Keyring {
    /// An empty keyring: it verifies nothing yet.
    #[must_use]
    pub fn new(issuer: Issuer, audience: Audience) -> Keyring {
        Keyring { issuer, audience, keys: Vec::new() }
    }

    /// The keyring of the exercises, whose root is public. It is good for their tenants alone.
    #[cfg(feature = "exercises")]
    pub(crate) fn teaching(id: KeyId, issuer: Issuer, audience: Audience) -> Keyring {
        let root = RootKey(Zeroizing::new(TEACHING_ROOT_KNOWN_TO_EVERYONE));
        Keyring { issuer, audience, keys: vec![Key { id, root, state: KeyState::Active }] }
    }

    /// The keyring with one more key.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_keyring`: the id is there already, or a second key is active.
    pub fn with_key(
        mut self,
        id: KeyId,
        root: RootKey,
        state: KeyState,
    ) -> Result<Keyring, Refused> {
        if self.keys.iter().any(|key| key.id == id) {
            return Err(invalid_keyring(&format!("the key {id} is there already")));
        }
        self.check_active(&id, state)?;
        self.keys.push(Key { id, root, state });
        Ok(self)
    }

    /// Changes what a key may do, from now on.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_keyring`: there is no such key, a second one would be active, or
    /// a revoked key would be let back in.
    pub fn set_state(&mut self, id: &KeyId, state: KeyState) -> Result<(), Refused> {
        let may_be = self.check_active(id, state);
        let Some(key) = self.keys.iter_mut().find(|key| key.id == *id) else {
            return Err(invalid_keyring(&format!("there is no key {id}")));
        };
        may_be?;
        if key.state == KeyState::Revoked && state != KeyState::Revoked {
            return Err(invalid_keyring(&format!("the key {id} was revoked, for good")));
        }
        key.state = state;
        Ok(())
    }

    fn check_active(&self, id: &KeyId, state: KeyState) -> Result<(), Refused> {
        match self.active() {
            Some(active) if state == KeyState::Active && active.id != *id => {
                Err(invalid_keyring(&format!("the key {} is active already", active.id)))
            }
            _ => Ok(()),
        }
    }

    fn active(&self) -> Option<&Key> {
        self.keys.iter().find(|key| key.state == KeyState::Active)
    }

    pub(super) fn has_active(&self) -> bool {
        self.active().is_some()
    }

    /// The key to sign with for this tenant.
    pub(super) fn active_for(&self, tenant: &Tenant) -> Option<(&KeyId, &RootKey)> {
        let key = self.active().filter(|key| key.is_good_for(tenant))?;
        Some((&key.id, &key.root))
    }

    /// The root and the state of a key, as far as it is good for this tenant.
    pub(super) fn find(&self, id: &KeyId, tenant: &Tenant) -> Option<(&RootKey, KeyState)> {
        let key = self.keys.iter().find(|key| key.id == *id)?;
        key.is_good_for(tenant).then_some((&key.root, key.state))
    }
}

pub(super) fn invalid_keyring(why: &str) -> Refused {
    Refused::new((), Code::INVALID_KEYRING, why)
}

/// The ids of the keys and their states; nothing of a key.
impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.keys.iter().map(|key| (key.id.as_str(), key.state));
        f.debug_map().entries(keys).finish()
    }
}
