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

    /// Saves an import's fact about a transaction, and returns whether it is new.
    func record(_ fact: ImportFact, scope: Scope) throws -> Bool
}
