internal import ArgumentParser
package import Ledger
import PurserService

/// A moment on the command line: a day, an instant, or a duration before or after now.
package struct Moment: ExpressibleByArgument, Sendable {
    private enum Form: Hashable, Sendable {
        case instant(Instant)
        case away(milliseconds: Int64)
    }

    /// The accepted forms, for the help of an option.
    package static let forms = "2026-03-01 (its beginning in UTC), 2026-03-01T12:00:00Z, or a duration: 90d, 12h."

    private static let units: [Character: Int64] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
    /// The maximum duration, a hundred years, in milliseconds.
    private static let longest: Int64 = 36_500 * 86_400_000

    private let form: Form

    /// Reads a moment; returns `nil` for an unknown form.
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

    /// The moment in the past: a duration counts back from now.
    var ago: Instant { self.ago(from: Ambient.live.now()) }

    /// The moment in the future: a duration counts from now on.
    var ahead: Instant { self.ahead(of: Ambient.live.now()) }

    /// Returns the moment in the past: a duration counts back from `now`.
    package func ago(from now: Instant) -> Instant { self.instant(now, -1) }

    /// Returns the moment in the future: a duration counts from `now` on.
    package func ahead(of now: Instant) -> Instant { self.instant(now, 1) }

    private func instant(_ now: Instant, _ direction: Int64) -> Instant {
        switch self.form {
        case .instant(let instant): instant
        case .away(let milliseconds): Instant(milliseconds: now.milliseconds + direction * milliseconds)
        }
    }
}
