//! What the types of runs and tokens are not: nothing that is awaited, spent or lent can be
//! copied, made from nothing, written out, or read back in; all of it can go to another thread.

use countersign::decision::{Authority, Keyring, RootKey};
use countersign::domains::museum::Museum;
use countersign::phase::{
    ApprovedForCommit, ApprovedForSimulation, Committed, Committing, InFlight, LookedUp, Rejected,
    Review, Simulated, Stopped, Unconfirmed, Validated,
};
use countersign::run::{CommitPermit, NotCommitted, NotSettled, SimulationPermit};
use countersign::{
    Answer, AnyRun, Approval, Attempt, Delivered, Fence, ForCommit, ForSimulation, Found, NotSaved,
    Observed, Rejection, Run, Unsaved,
};
use serde::{Serialize, de::DeserializeOwned};
use static_assertions::{assert_impl_all, assert_not_impl_any};

macro_rules! linear {
    ($($kind:ty)*) => {
        $(
            assert_not_impl_any!($kind: Clone, Copy, Default, Serialize, DeserializeOwned);
            assert_not_impl_any!($kind: std::ops::Deref, std::ops::DerefMut);
            assert_impl_all!($kind: Send, Sync, std::fmt::Debug);
        )*
    };
}

type InReview = Run<Museum, Review>;

linear! {
    Run<Museum, Validated>
    Run<Museum, InFlight>
    Run<Museum, LookedUp>
    Run<Museum, Review>
    Run<Museum, ApprovedForSimulation>
    Run<Museum, Simulated>
    Run<Museum, ApprovedForCommit>
    Run<Museum, Committing>
    Run<Museum, Unconfirmed>
    Run<Museum, Committed>
    NotCommitted<Museum>
    NotSettled<Museum>
    Found<Museum>
    Fence<Museum>
    Delivered<Museum>
    Approval<Museum, ForCommit>
    CommitPermit<'static, Museum>
    RootKey
    Keyring
    Authority
    Run<Museum, Rejected>
    Run<Museum, Stopped>
    AnyRun<Museum>
    Observed<Museum>
    Unsaved<Museum, InReview>
    Unsaved<Museum, Observed<Museum>>
    NotSaved<Museum, InReview>
    Approval<Museum, ForSimulation>
    Rejection<Museum>
    Answer<Museum>
    Attempt<'static, Museum>
    SimulationPermit<'static, Museum>
}
