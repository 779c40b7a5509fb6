/// A stretch of time in which purchases were made: the start belongs to it, the end does not.
public struct PurchaseWindow: Hashable, Sendable {
    /// The first instant; nil for no bound.
    public let start: Timestamp?
    /// The first instant behind it; nil for no bound.
    public let end: Timestamp?

    private init(start: Timestamp?, end: Timestamp?) {
        self.start = start
        self.end = end
    }

    /// All time.
    public static let any = PurchaseWindow(start: nil, end: nil)

    /// From an instant on.
    public static func since(_ start: Timestamp) -> PurchaseWindow { PurchaseWindow(start: start, end: nil) }

    /// Before an instant.
    public static func before(_ end: Timestamp) -> PurchaseWindow { PurchaseWindow(start: nil, end: end) }

    /// Between two instants; nil when the end is not after the start.
    public init?(from start: Timestamp, until end: Timestamp) {
        guard start < end else { return nil }
        self.init(start: start, end: end)
    }
}
