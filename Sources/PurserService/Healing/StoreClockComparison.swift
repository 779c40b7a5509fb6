package import Ledger
package import Logging
import Synchronization

/// Logs a warning when the App Store's clock and this server's differ so much that signed data is held or that requests
/// for the history fail.
///
/// Only authentic data and the App Store's own answers are compared, so that third parties cannot cause the warning. It
/// is logged once an hour at most, because every notification shows the same difference.
package final class StoreClockComparison: Sendable {
    /// The interval within which the warning is not repeated.
    package static let interval = Span.hours(1)

    private let now: @Sendable () -> Instant
    private let logger: Logger
    private let warnedAt = Mutex<Instant?>(nil)

    /// Creates a comparison; `now` is real time.
    package init(now: @escaping @Sendable () -> Instant, logger: Logger) {
        self.now = now
        self.logger = logger
    }

    /// Records that the App Store's clock is ahead of this server's by at least the difference.
    func noteAhead(by difference: Span) {
        self.warn(
            """
            The App Store's clock is ahead of this server's, so its signed data is held. Correct this server's clock; \
            beside a simulated App Store, start the server with --clock and the address of the store's clock.
            """,
            difference
        )
    }

    /// Records that the App Store's clock is behind this server's by at least the difference.
    func noteBehind(by difference: Span) {
        self.warn(
            """
            The App Store's clock is behind this server's, so its history cannot be read. Correct this server's clock; \
            beside a simulated App Store, start the server with --clock and the address of the store's clock.
            """,
            difference
        )
    }

    private func warn(_ sentence: Logger.Message, _ difference: Span) {
        let now = self.now()
        let isDue = self.warnedAt.withLock { warnedAt in
            if let warnedAt, now >= warnedAt, now - warnedAt < Self.interval { return false }
            warnedAt = now
            return true
        }
        guard isDue else { return }
        self.logger.warning(sentence, metadata: ["difference": "\(Self.text(difference))"])
    }

    /// Returns a length of time in days, hours and minutes.
    static func text(_ span: Span) -> String {
        let minutes = abs(span.milliseconds) / Span.minutes(1).milliseconds
        let (days, hours) = (minutes / 1440, minutes / 60 % 24)
        if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
        return hours > 0 ? "\(hours) h \(minutes % 60) min" : "\(minutes) min"
    }
}
