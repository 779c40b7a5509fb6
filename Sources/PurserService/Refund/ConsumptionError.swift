package import Ledger

/// The reason why evidence about consumption was not recorded.
package enum ConsumptionError: Error, Hashable, Sendable {
    /// The ledger does not know the transaction.
    case unknown
    /// The transaction is a subscription, whose share Apple computes itself.
    case subscription
    /// The repository failed.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .unknown: "transaction_unknown"
        case .subscription: "consumption_of_subscription"
        case .storage(let error): error.code
        }
    }

    /// What is wrong and the remedy, as a sentence.
    package var detail: String {
        switch self {
        case .unknown:
            "The ledger has no transaction with this id in this environment. Submit the purchase first: POST /v1/purchases"
        case .subscription:
            "Apple computes the consumed share of an auto-renewable subscription from its time. Omit "
                + "consumedMilliunits."
        case .storage: "The database is not available now; try again."
        }
    }
}
