package import Ledger

/// The reason why the server cannot return figures.
package enum FigureError: Error, Hashable, Sendable {
    /// The last day is before the first, or there are too many spans.
    case spansInvalid
    /// The last month is before the first, or there are too many months.
    case monthsInvalid
    /// The answer would have more rows than this limit.
    case tooMany(Int)
    /// The cohorts would have more numbers than this limit.
    case tooManyCohorts(Int)
    /// The repository failed.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .spansInvalid, .monthsInvalid: "field_invalid"
        case .tooMany, .tooManyCohorts: "figures_too_many"
        case .storage(let error): error.code
        }
    }

    /// What is wrong, and the remedy.
    package var remedy: String {
        switch self {
        case .spansInvalid:
            "Send a last day that is not before the first, and at most \(FigureSpans.maximumCount) spans."
        case .monthsInvalid:
            "Send a last month that is not before the first, and at most \(CohortMonths.maximumCount) months."
        case .tooManyCohorts(let count):
            "These cohorts have more than \(count) numbers. Ask for fewer months, or for one product."
        case .tooMany(let count):
            "These figures have more than \(count) rows. Ask for longer spans, fewer days, one product or "
                + "storefront, or for flows only, and split by less."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
