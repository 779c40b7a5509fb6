/// What came of an order.
package struct WalletOutcome: Hashable, Sendable {
    /// What was booked, now or when it was asked for first; `nil` where everything was as it was asked for already.
    package let movement: Movement?
    /// Whether it was booked now.
    package let isNew: Bool
    /// How the wallet stands.
    package let standing: WalletStanding

    /// An outcome of these values.
    package init(movement: Movement?, isNew: Bool, standing: WalletStanding) {
        self.movement = movement
        self.isNew = isNew
        self.standing = standing
    }
}
