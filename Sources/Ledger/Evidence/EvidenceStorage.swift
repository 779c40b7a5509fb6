/// Loads and saves what Apple signed.
package protocol EvidenceStorage: CustomerStorage {
    /// Saves signed objects, parts before wholes, and returns the positions of those that were new.
    func insert(_ evidence: [SignedEvidence], app: Int64) throws -> [EvidenceDigest: Int64]

    /// Returns the position of evidence; throws where it is not stored.
    func position(of digest: EvidenceDigest, app: Int64) throws -> Int64

    /// Saves a notification and returns whether it is new.
    func insert(
        _ notification: NotificationEvidence,
        at position: Int64,
        receivedAt: Instant,
        scope: Scope
    ) throws
        -> Bool

    /// Deletes held evidence, and returns whether there was any.
    func releaseHeld(_ digest: EvidenceDigest, app: Int64) throws -> Bool

    /// Saves held evidence, and returns whether it is new.
    func insert(_ held: HeldEvidence, app: Int64) throws -> Bool

    /// Counts that evidence came again which is held for the same reason; returns whether it is.
    func countRepeat(of held: HeldEvidence, app: Int64) throws -> Bool

    /// Saves the reason, the code and the date of held evidence that came again or was reviewed.
    func judge(_ held: HeldEvidence) throws

    /// Returns the number of pieces of evidence of an app that are held for a reason.
    func heldCount(for reason: HeldEvidence.Reason, app: Int64) throws -> Int

    /// Deletes so many pieces of evidence of an app that are held for a reason, oldest first.
    func deleteOldestHeld(_ count: Int, for reason: HeldEvidence.Reason, app: Int64) throws
}

extension LedgerStorage {
    /// Stores evidence without applying it.
    package func hold(_ held: HeldEvidence) throws {
        let app = try self.app(held.app)
        self.note(.heldEvidence, dueAt: held.dueAt)
        if try !self.insert(held, app: app), try !self.countRepeat(of: held, app: app), held.reason != .notOurs {
            try self.judge(held)
        }
        guard held.reason == .notOurs else { return }
        let excess = try self.heldCount(for: held.reason, app: app) - HeldEvidence.maximumNotOurs
        if excess > 0 { try self.deleteOldestHeld(excess, for: held.reason, app: app) }
    }
}
