/// Which of a customer's purchases are listed.
package enum PurchaseView: String, Hashable, Sendable, CaseIterable {
    /// Every one.
    case all
    /// The latest of each chain: of a subscription its newest period.
    case latest
    /// What gives something now: periods that run, and what is owned for good.
    case current
}
