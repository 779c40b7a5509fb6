package import Ledger

/// Why nothing was taken down of how a purchase was used.
package enum ConsumptionError: Error, Hashable, Sendable {
    /// The ledger does not know the transaction.
    case unknown
    /// It is a subscription, of which Apple computes the share itself.
    case subscription
    /// The database is at fault.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .unknown: "transaction_unknown"
        case .subscription: "consumption_of_subscription"
        case .storage(let error): error.code
        }
    }

    /// What is wrong and what to do about it, as a sentence.
    package var detail: String {
        switch self {
        case .unknown:
            "No transaction of this id is known in this environment. Hand the purchase in first: POST /v1/purchases"
        case .subscription:
            "How much of an auto-renewable subscription is consumed is computed by Apple, from its time. Leave "
                + "consumedMilliunits out."
        case .storage: "The database cannot be used now; try again."
        }
    }
}
