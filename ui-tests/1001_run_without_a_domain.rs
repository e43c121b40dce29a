//! rule: a run belongs to a domain
//! expect: E0277
//! tried: a run of something that is no domain
//! why: `Run<D, P>` asks for `D: Domain`, which names the types of request, fact and draft that a run carries.
//! instead: use a domain: one of `countersign::domains`, or your own

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

struct Shop;

fn lesson(
    _: &Shop,
    _: &Museum,
    _: &Run<Shop, Review>, // <-- here
) {
}

fn main() {}
