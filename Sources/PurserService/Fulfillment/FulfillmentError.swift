package import Ledger

/// The reason why an action on a fulfillment was not carried out.
package enum FulfillmentError: Error, Hashable, Sendable {
    /// No app has this name.
    case appUnknown(AppName)
    /// The app has no fulfillment with this id.
    case unknown
    /// The fulfillment's state does not allow the action.
    case notPossible(FulfillmentState)
    /// The database failed.
    case storage(RepositoryError)

    /// The stable error code.
    package var code: String {
        switch self {
        case .appUnknown: "app_unknown"
        case .unknown: "fulfillment_not_found"
        case .notPossible: "fulfillment_not_possible"
        case .storage(let error): error.code
        }
    }

    /// One sentence that says what is wrong and what to do.
    package var detail: String {
        switch self {
        case .appUnknown(let name): "The configuration has no app \(name)."
        case .unknown:
            "No fulfillment of this app has this id. List them: GET /v1/fulfillments or purser fulfillments list"
        case .notPossible(let state): "The fulfillment is \(state.rawValue); its state does not allow this action."
        case .storage: "The database cannot be used now; try again."
        }
    }
}
