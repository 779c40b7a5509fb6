package import Ledger

/// Why nothing was done with a delivery.
package enum DeliveryError: Error, Hashable, Sendable {
    /// There is no app of this name.
    case appUnknown(AppName)
    /// There is no delivery of this id in the app.
    case unknown
    /// It stands where this cannot be done.
    case notPossible(DeliveryState)
    /// The database is at fault.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .appUnknown: "app_unknown"
        case .unknown: "delivery_not_found"
        case .notPossible: "delivery_not_possible"
        case .storage(let error): error.code
        }
    }

    /// What is wrong and what to do about it, as a sentence.
    package var detail: String {
        switch self {
        case .appUnknown(let name): "There is no app \(name) in the configuration."
        case .unknown:
            "There is no such delivery in this app: GET /v1/deliveries lists them, and so does purser deliveries list."
        case .notPossible(let state): "The delivery is \(state.rawValue); this cannot be done with it."
        case .storage: "The database cannot be used now; try again."
        }
    }
}
