/// What a restore by another customer does to a purchase that has an owner.
package enum TransferPolicy: String, Hashable, Sendable, CaseIterable {
    /// The purchase goes to whoever restored it last.
    case transfer
    /// While the subscription renews the owner keeps it, unless he is anonymous; once it does not, it goes to whoever
    /// restored it last.
    case keepWhileRenewing = "keep-while-renewing"
    /// The owner keeps it; the other gets a normal answer without the right.
    case keep
    /// The owner keeps it; the other is told that it is owned by another.
    case block
    /// Both have the right.
    case share
}
