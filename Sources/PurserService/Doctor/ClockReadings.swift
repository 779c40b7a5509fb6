package import AppStore
import Synchronization

/// Collects what Apple's answers say about the time: each has a `Date`, and was on its way for a known while.
package final class ClockReadings: Sendable {
    /// How far the wall clock is ahead of Apple's, and how sure that is.
    package struct Offset: Hashable, Sendable {
        /// Milliseconds ahead; negative when it is behind.
        package let milliseconds: Int64
        /// By how much that may be wrong either way: half the time on the way, and the second that `Date` is rounded to.
        package let toleranceMilliseconds: Int64
    }

    private let wallNow: @Sendable () -> Int64
    private let best = Mutex<Offset?>(nil)

    /// Readings against a wall clock, in milliseconds since 1970.
    package init(wallNow: @escaping @Sendable () -> Int64) {
        self.wallNow = wallNow
    }

    /// The surest reading; `nil` when there is none.
    package var offset: Offset? { self.best.withLock { $0 } }

    /// The same transport, whose replies are read.
    package func watching(_ transport: AppStoreTransport) -> AppStoreTransport {
        AppStoreTransport { call, timeout throws(AppStoreTransportError) in
            let sentAt = self.wallNow()
            let reply = try await transport.exchange(call, timeout)
            self.take(date: reply.header("date"), sentAt: sentAt, receivedAt: self.wallNow())
            return reply
        }
    }

    private func take(date: String?, sentAt: Int64, receivedAt: Int64) {
        guard let date = date.flatMap(HTTPDate.init), receivedAt >= sentAt else { return }
        let offset = Offset(
            milliseconds: (sentAt + receivedAt) / 2 - (date.seconds * 1000 + 500),
            toleranceMilliseconds: (receivedAt - sentAt) / 2 + 500
        )
        self.best.withLock { best in
            if offset.toleranceMilliseconds < (best?.toleranceMilliseconds ?? .max) { best = offset }
        }
    }
}
