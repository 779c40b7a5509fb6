package import Ledger

/// What a customer's block is after it was changed by hand.
package struct BlockChange: Hashable, Sendable {
    /// The block; `nil` where the customer is not blocked.
    package let block: CustomerBlock?
}
