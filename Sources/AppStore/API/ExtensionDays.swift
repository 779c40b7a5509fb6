/// By how many days a renewal is put off: 1 to 90.
public struct ExtensionDays: Hashable, Sendable {
    /// The number of days.
    public let days: Int32

    /// A number of days; nil outside 1 to 90.
    public init?(_ days: Int) {
        guard (1...90).contains(days) else { return nil }
        self.days = Int32(days)
    }
}
