/// What a secret key may be used for.
package enum AccessScope: String, Hashable, Sendable, CaseIterable {
    /// To ask.
    case read
    /// To hand in and to change what belongs to customers.
    case write
    /// To change how the shop works: its catalogue, its keys, whose a purchase is.
    case admin
}
