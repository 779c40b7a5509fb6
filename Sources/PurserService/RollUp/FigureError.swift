package import Ledger

/// The reason why the server cannot return figures.
package enum FigureError: Error, Hashable, Sendable {
    /// The last day is before the first, or there are too many spans.
    case spansInvalid
    /// The answer would have more rows than this limit.
    case tooMany(Int)
    /// The repository failed.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .spansInvalid: "field_invalid"
        case .tooMany: "figures_too_many"
        case .storage(let error): error.code
        }
    }

    /// What is wrong, and the remedy.
    package var remedy: String {
        switch self {
        case .spansInvalid:
            "Send a last day that is not before the first, and at most \(FigureSpans.maximumCount) spans."
        case .tooMany(let count):
            "These figures have more than \(count) rows. Ask for longer spans, fewer days, one product or "
                + "storefront, or for flows only, and split by less."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
