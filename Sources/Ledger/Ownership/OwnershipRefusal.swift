/// Why an act on ownership cannot be done.
package enum OwnershipRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No act has this name.
    case unknownChange = "ownership_change_unknown"
    /// The act has been undone already.
    case alreadyUndone = "ownership_change_undone"
    /// An erasure cannot be undone: the name is gone.
    case irreversible = "ownership_change_irreversible"
    /// Nobody has this name.
    case unknownCustomer = "customer_unknown"
    /// The customer is merged into another already, or erased.
    case customerGone = "customer_gone"
    /// A customer cannot be merged into himself, nor in a circle.
    case mergedIntoItself = "customer_merged_into_itself"
    /// No transaction has this id here.
    case unknownTransaction = "transaction_unknown"

    /// A stable code.
    package var code: String { self.rawValue }
}
