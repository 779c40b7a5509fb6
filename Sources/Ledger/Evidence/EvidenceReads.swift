/// Reads the evidence that is recorded, and the evidence that is held.
package protocol EvidenceReads {
    /// Returns whether evidence of this digest is held for an app.
    func isHeld(_ digest: EvidenceDigest, app: AppName) throws -> Bool

    /// Returns the held evidence that is due, earliest first.
    func dueHeldEvidence(at now: Instant, limit: Int) throws -> [HeldEvidence]

    /// Returns the instant at which the next held evidence is due.
    func nextHeldDueAt() throws -> Instant?

    /// Returns the number of pieces of held evidence, by reason.
    func heldCounts() throws -> [HeldEvidence.Reason: Int]

    /// Returns the evidence of an app that is held for a reason, before a position, newest first, each with the number
    /// of times that it came again or that an attempt to apply it failed.
    ///
    /// Of one instant, the evidence that was stored last comes first.
    func heldEvidence(
        of app: AppName,
        reason: HeldEvidence.Reason,
        before cursor: HeldSubmissionCursor?,
        limit: Int
    ) throws -> [(held: HeldEvidence, repeats: Int)]

    /// Returns the submissions of a customer whose evidence is held, after a position, oldest first; with a `reason`,
    /// only those that are held for it.
    ///
    /// They include those of customers who were merged into this one. A customer need not be known otherwise.
    func heldSubmissions(
        of customer: CustomerID,
        app: AppName,
        reason: HeldEvidence.Reason?,
        after cursor: HeldSubmissionCursor?,
        limit: Int
    ) throws -> [HeldSubmission]

    /// Returns signed objects in the order in which they were first recorded, after a position; positions start at 0.
    func evidence(
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, app: AppName, evidence: SignedEvidence)]

    /// Returns the position of the last recorded object, or 0 when there is none.
    func newestEvidencePosition() throws -> Int64

    /// Returns one signed object by its digest, to reassemble the object from which it was cut out.
    func evidence(_ digest: EvidenceDigest, app: AppName) throws -> SignedEvidence?
}

/// Records evidence, and holds what cannot be applied yet.
package protocol EvidenceWrites {
    /// Records one unit, derives the owners of its purchases again, and returns when all of it is on disk.
    ///
    /// A unit that was recorded before also follows a commit of its own: a duplicate is never acknowledged from a read,
    /// because the data that were read might not be on disk yet.
    func record(_ intake: Intake) throws -> RecordingResult

    /// Stores evidence without applying it.
    ///
    /// Storing it again follows a commit of its own, and changes nothing where the reason is the same: sending evidence
    /// again must not undo an earlier review. Stored again for another reason, it gets that reason with its code and
    /// date, except that nothing becomes evidence of another app, which newer evidence may replace. All other values
    /// remain those of the first time.
    func hold(_ held: HeldEvidence) throws

    /// Replaces the reason, the code and the date of held evidence, so that evidence whose review failed does not block
    /// evidence that is due.
    ///
    /// Changes nothing where the evidence is not held any longer.
    func judge(_ held: HeldEvidence) throws

    /// Makes the evidence that is held for these reasons without a due date due at an instant: the configuration or a
    /// certificate's revocation status has changed, so a missing part may now be present.
    func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) throws
}

extension Repository {
    /// Records an intake as one unit of work, for which the implementation may load in advance what it needs.
    package func record(
        _ intake: Intake,
        name: StaticString = #function
    ) async throws(RepositoryError) -> RecordingResult {
        try await self.write(as: name, recording: intake) { unit in try unit.record(intake) }
    }
}
