/// Which share of a purchase was consumed, in thousandths of a percent.
public struct ConsumedShare: Hashable, Sendable {
    /// 0 for nothing, 100000 for all.
    public let milliunits: Int32

    /// A share; nil outside 0 to 100000.
    public init?(milliunits: Int) {
        guard (0...100_000).contains(milliunits) else { return nil }
        self.milliunits = Int32(milliunits)
    }
}
