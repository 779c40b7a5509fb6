import AppStore

/// How a transaction was taken back.
struct Revocation: Sendable {
    /// When, in milliseconds since 1970: the decision, not the notice.
    let at: Int64
    /// Why.
    let reason: TransactionRevocationReason
    /// The share given back, in thousandths of a percent, or `nil` for all of it.
    let percentage: Int?
    /// Whether it was not refunded, but is no longer shared.
    let endsSharing: Bool
}
