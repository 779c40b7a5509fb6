package import Ledger

/// Why nothing was done with a fulfillment.
package enum FulfillmentError: Error, Hashable, Sendable {
    /// There is no app of this name.
    case appUnknown(AppName)
    /// There is no fulfillment of this id in the app.
    case unknown
    /// It stands where this cannot be done.
    case notPossible(FulfillmentState)
    /// The database is at fault.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .appUnknown: "app_unknown"
        case .unknown: "fulfillment_not_found"
        case .notPossible: "fulfillment_not_possible"
        case .storage(let error): error.code
        }
    }

    /// What is wrong and what to do about it, as a sentence.
    package var detail: String {
        switch self {
        case .appUnknown(let name): "There is no app \(name) in the configuration."
        case .unknown:
            "There is no such fulfillment in this app: GET /v1/fulfillments lists them, and so does purser fulfillments list."
        case .notPossible(let state): "The fulfillment is \(state.rawValue); this cannot be done with it."
        case .storage: "The database cannot be used now; try again."
        }
    }
}
