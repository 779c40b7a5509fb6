package import Ledger

/// What became of authentic evidence.
package enum IngestOutcome: Hashable, Sendable {
    /// It is recorded in the ledger, now or before.
    case recorded(Recorded)
    /// It is kept and will be applied later, or waits for a person.
    case held(HeldEvidence.Reason, code: String, dueAt: Instant?)
}
