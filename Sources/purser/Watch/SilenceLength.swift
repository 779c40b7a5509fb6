internal import ArgumentParser

/// How long alarms are silent, as it is typed: minutes, hours or days.
package struct SilenceLength: ExpressibleByArgument, Hashable, Sendable {
    /// The most digits of a number: more than any silence needs.
    private static let greatestDigits = 6
    private static let units: [Character: Int64] = ["m": 1, "h": 60, "d": 1440]

    /// The minutes.
    package let minutes: Int64

    /// The length that a text such as `2h` says; `nil` where it says none.
    package init?(argument: String) {
        guard let unit = argument.last.flatMap({ Self.units[$0] }) else { return nil }
        let digits = argument.dropLast()
        guard (1...Self.greatestDigits).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int64(digits), number > 0
        else { return nil }
        self.minutes = number * unit
    }
}
