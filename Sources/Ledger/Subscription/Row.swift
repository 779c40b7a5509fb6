/// The rows of the derivation table, by their number; the first that fits decides.
package enum Row: Int, Hashable, Sendable, CaseIterable {
    /// No transaction tells.
    case unknown = 1
    /// The latest period is revoked, but another one runs.
    case anotherPeriod = 2
    /// The latest period is revoked.
    case revoked = 3
    /// The latest period runs.
    case running = 4
    /// A renewal proves that a transaction is missing.
    case transactionMissing = 5
    /// The grace period runs.
    case grace = 6
    /// The App Store tries to charge again.
    case retry = 7
    /// Apple says that it ended, or that it would.
    case ended = 8
    /// Nothing has been heard for a moment.
    case overdue = 9
    /// Nothing has been heard.
    case unconfirmed = 10
}
