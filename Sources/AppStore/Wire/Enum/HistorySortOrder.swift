/// The order of a transaction history, by the date of modification.
public struct HistorySortOrder: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HistorySortOrder {
    /// Oldest first; the only order in which a revision can be continued later.
    public static let ascending = HistorySortOrder(rawValue: "ASCENDING")
    /// Newest first.
    public static let descending = HistorySortOrder(rawValue: "DESCENDING")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [HistorySortOrder] = [.ascending, .descending]
}
