package import Ledger

/// A unit that is recorded while things fail, with evidence of its own, by which it is found again.
package struct CrashUnit: Sendable {
    /// What is recorded.
    package let intake: Intake

    /// A unit, which must have evidence.
    package init(_ intake: Intake) {
        precondition(!intake.evidence.isEmpty, "A unit is found again by its evidence.")
        self.intake = intake
    }

    /// The digest of the object that no other unit has.
    package var mark: EvidenceDigest { self.intake.evidence[self.intake.evidence.count - 1].digest }
}
