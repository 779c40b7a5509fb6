/// An ISO 8601 duration with days and times, such as `P1M`, `P3DT12H` or `PT90S`.
public struct ISODuration: Hashable, Sendable {
    private let period: SubscriptionPeriod?
    private let seconds: Int64

    /// Parses a duration; returns `nil` for other text, and for a duration longer than a clock can advance.
    public init?(_ text: String) {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.first == "P" else { return nil }
        if first == "P" {
            guard parts.count == 2 else { return nil }
            self.period = nil
        } else {
            guard let period = SubscriptionPeriod(String(first)) else { return nil }
            self.period = period
        }
        guard parts.count == 2 else {
            self.seconds = 0
            return
        }
        var rest = parts[1]
        var designators = Substring("HMS")
        var seconds: Int64 = 0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            // Nine digits of hours are a hundred thousand years, far from overflow.
            guard !digits.isEmpty, digits.count <= 9, let count = Int64(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            guard let designator = rest.popFirst(), let index = designators.firstIndex(of: designator) else {
                return nil
            }
            designators = designators[designators.index(after: index)...]
            seconds += count * (designator == "H" ? 3600 : designator == "M" ? 60 : 1)
        }
        self.seconds = seconds
    }

    /// Returns the instant after the duration, in milliseconds since 1970.
    package func end(from milliseconds: Int64) -> Int64 {
        (self.period?.end(after: 1, from: milliseconds) ?? milliseconds) + self.seconds * 1000
    }
}
