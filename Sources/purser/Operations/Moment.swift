internal import ArgumentParser
package import Ledger
import PurserService

/// A moment on the command line, in the forms that every command takes: a day, an instant, or a length of time from
/// now.
package struct Moment: ExpressibleByArgument, Sendable {
    private enum Form: Hashable, Sendable {
        case instant(Instant)
        case away(milliseconds: Int64)
    }

    /// The forms, for the help of an option.
    package static let forms = "2026-03-01 (its beginning in UTC), 2026-03-01T12:00:00Z, or a length of time: 90d, 12h."

    private static let units: [Character: Int64] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
    /// The longest length of time, a hundred years, in milliseconds.
    private static let longest: Int64 = 36_500 * 86_400_000

    private let form: Form

    /// Reads a moment; returns `nil` for a text of no known form.
    package init?(argument: String) {
        if let unit = argument.last.flatMap({ Self.units[$0] }), let number = Int64(argument.dropLast()) {
            guard (0...Self.longest / unit).contains(number) else { return nil }
            self.form = .away(milliseconds: number * unit)
            return
        }
        let text = argument.utf8.count == 10 ? argument + "T00:00:00Z" : argument
        guard let instant = Instant(rfc3339: text) else { return nil }
        self.form = .instant(instant)
    }

    /// The moment as one of the past: a length of time is counted back from now.
    var ago: Instant { self.ago(from: Ambient.live.now()) }

    /// The moment as one of the future: a length of time is counted from now on.
    var ahead: Instant { self.ahead(of: Ambient.live.now()) }

    /// Returns the moment as one of the past; a length of time is counted back from `now`.
    package func ago(from now: Instant) -> Instant { self.instant(now, -1) }

    /// Returns the moment as one of the future; a length of time is counted on from `now`.
    package func ahead(of now: Instant) -> Instant { self.instant(now, 1) }

    private func instant(_ now: Instant, _ direction: Int64) -> Instant {
        switch self.form {
        case .instant(let instant): instant
        case .away(let milliseconds): Instant(milliseconds: now.milliseconds + direction * milliseconds)
        }
    }
}
