package import Ledger
import Synchronization

/// A clock that stands still until a test moves it.
///
/// Who sleeps by it wakes when ``advance(by:)`` passes the deadline, and never by the wall clock.
package final class ManualClock: Clock {
    /// An instant, counted from the clock's start.
    package struct Instant: InstantProtocol {
        /// The time since the clock's start.
        package let offset: Duration

        /// Marks an instant.
        ///
        /// - Parameter offset: The time since the clock's start.
        package init(offset: Duration) {
            self.offset = offset
        }

        /// The instant that lies a time later.
        ///
        /// - Parameter duration: The time.
        /// - Returns: The later instant.
        package func advanced(by duration: Duration) -> Self {
            Self(offset: self.offset + duration)
        }

        /// The time from here to another instant.
        ///
        /// - Parameter other: The other instant.
        /// - Returns: The time, negative when the other instant is earlier.
        package func duration(to other: Self) -> Duration {
            other.offset - self.offset
        }

        /// Whether an instant comes before another.
        ///
        /// - Parameters:
        ///   - lhs: The one.
        ///   - rhs: The other.
        /// - Returns: True when it does.
        package static func < (lhs: Self, rhs: Self) -> Bool {
            lhs.offset < rhs.offset
        }
    }

    private struct Sleeper: Sendable {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        var nextName: UInt64 = 0
        var sleepers: [UInt64: Sleeper] = [:]
    }

    private let state = Mutex(State())

    /// Starts a clock at zero.
    package init() {}

    /// The instant at which the clock stands.
    package var now: Instant { self.state.withLock { $0.now } }

    /// The clock is exact.
    package var minimumResolution: Duration { .zero }

    /// The whole milliseconds since the clock's start.
    package var elapsedMilliseconds: Int64 {
        let (seconds, attoseconds) = self.now.offset.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// The number of sleeping tasks.
    package var sleeperCount: Int { self.state.withLock { $0.sleepers.count } }

    /// Moves the clock and wakes everybody whose time has come, in the order of their deadlines.
    ///
    /// - Parameter duration: By how much.
    package func advance(by duration: Duration) {
        let due = self.state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for name in due.keys { state.sleepers[name] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sleeps until the clock has reached an instant.
    ///
    /// - Parameters:
    ///   - deadline: The instant.
    ///   - tolerance: Of no account: the clock is exact.
    /// - Throws: `CancellationError`, when the task is canceled.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let name = self.state.withLock { state in
            state.nextName += 1
            return state.nextName
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let outcome = self.state.withLock { state -> Result<Void, any Error>? in
                    // Under the lock, because the handler of a cancellation takes the lock too, before or after.
                    guard !Task.isCancelled else { return .failure(CancellationError()) }
                    guard deadline > state.now else { return .success(()) }
                    state.sleepers[name] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = self.state.withLock { $0.sleepers.removeValue(forKey: name) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

/// An instant that a test turns, and that several see.
package final class SharedInstant: Sendable {
    private let instant: Mutex<Instant>

    /// Makes a clock that begins at an instant.
    package init(_ instant: Instant) {
        self.instant = Mutex(instant)
    }

    /// The instant now.
    package var now: Instant { self.instant.withLock { $0 } }

    /// Turns it on.
    package func advance(by span: Span) {
        self.instant.withLock { $0 = $0 + span }
    }
}
