//! Texts of traces for snapshot tests, and the assertion on them.

use super::Trace;

/// What stands for an id that is drawn at random.
const SOME_ID: &str = "(an id)";

/// The text of one trace or of several, as it is compared with a snapshot: the same on every machine
/// and each time.
///
/// Traces are ordered by tenant, run id and revision, whichever came first. The ids of approvals, the
/// only thing in a trace that is drawn at random, stand as `(an id)`. Everything else in it was said by
/// the program under test: give it fixed ids and ticks.
///
/// ```
/// use countersign::domains::museum;
/// use countersign::{Tick, Trace, ledger::MemoryLedger, trace::for_snapshot};
///
/// let mut ledger = MemoryLedger::new();
/// museum::example_in_review(&museum::Museum::default(), &mut ledger, Tick::new(5)?)?;
/// let traces = Trace::read_all(&mut ledger)?;
/// assert_eq!(for_snapshot(&traces), for_snapshot(&traces[0]));
/// # Ok::<(), countersign::Error>(())
/// ```
#[must_use]
pub fn for_snapshot(traces: &(impl AsRef<[Trace]> + ?Sized)) -> String {
    let mut traces: Vec<&Trace> = traces.as_ref().iter().collect();
    traces.sort_by_key(|trace| (trace.tenant.as_str(), trace.run_id.as_str(), trace.revision));
    let texts = traces.into_iter().map(|trace| ForSnapshot(trace).to_string());
    texts.collect::<Vec<_>>().join("\n")
}

struct ForSnapshot<'a>(&'a Trace);

impl std::fmt::Display for ForSnapshot<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.write(f, SOME_ID)
    }
}

/// So that one trace can be given where several can.
impl AsRef<[Trace]> for Trace {
    fn as_ref(&self) -> &[Trace] {
        std::slice::from_ref(self)
    }
}

/// Compares one trace, or a slice or `Vec` of them, with the snapshot of a name: `insta`'s
/// `assert_snapshot!` on what [`for_snapshot`](crate::trace::for_snapshot) says, in
/// `snapshots/NAME.snap` of your package.
///
/// Your package needs `insta` among its dev-dependencies, with whatever features; this library does
/// not bring it along. [The guide](crate::guide::traces) has a whole example.
///
/// ```
/// use countersign::domains::museum;
/// use countersign::{Tick, Trace, assert_trace, ledger::MemoryLedger};
///
/// let mut ledger = MemoryLedger::new();
/// let review =
///     museum::example_in_review(&museum::Museum::default(), &mut ledger, Tick::new(5)?)?;
/// let trace = Trace::read(&mut ledger, &museum::TENANT, review.run_id())?.expect("it is there");
/// assert_trace!("trace__in_review", &trace);
/// # Ok::<(), countersign::Error>(())
/// ```
#[macro_export]
macro_rules! assert_trace {
    ($name:expr, $traces:expr $(,)?) => {{
        let (name, text) = ($name, $crate::trace::for_snapshot(&$traces));
        let mut settings = ::insta::Settings::clone_current();
        settings
            .set_snapshot_path(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), "/snapshots"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| ::insta::assert_snapshot!(name, text));
    }};
}
