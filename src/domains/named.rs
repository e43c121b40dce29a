//! What is chosen by its name.

/// A few things, each of which has a name that is typed and printed.
///
/// ```
/// use countersign::domains::Named;
/// use countersign::domains::museum::evaluate::PlannerKind;
///
/// assert_eq!(PlannerKind::named("repeat"), Some(PlannerKind::Repeat));
/// assert_eq!(PlannerKind::names(), "baseline, repeat, rogue");
/// ```
pub trait Named: Copy + Send + Sync + 'static {
    /// What each of them is, for a message: `scenario`.
    const KIND: &'static str;

    /// All of them, in the order in which they are told.
    const ALL: &'static [Self];

    /// The name, as it is typed and printed.
    fn name(self) -> &'static str;

    /// The one of this name.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// All names, in a row.
    #[must_use]
    fn names() -> String {
        Self::ALL.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ")
    }
}
