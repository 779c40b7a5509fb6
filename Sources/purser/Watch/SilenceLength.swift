internal import ArgumentParser
internal import Ledger

/// How long alarms are silent, as it is typed: minutes, hours or days.
package struct SilenceLength: ExpressibleByArgument, Hashable, Sendable {
    /// What is said about anything else.
    static let rule = "A length is a whole number with min, h or d, such as 30min, 2h or 7d."

    /// The minutes.
    package let minutes: Int64

    /// The length that a text such as `2h` says; `nil` where it says none, or not whole minutes.
    package init?(argument: String) {
        guard let span = Span(typed: argument), span > .zero, span.milliseconds % 60_000 == 0 else { return nil }
        self.minutes = span.milliseconds / 60_000
    }
}
