import ServiceLifecycle

/// Has Apple asked about kept receipts until the server stops: one round a second, so that Apple's deprecated address is
/// never pressed.
package struct ReceiptService<C: Clock<Duration>>: Service {
    /// How often it is looked whether anything is due.
    package static var interval: Duration { .seconds(1) }

    private let following: ReceiptFollowing
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// A service of this following; `catchUp` is awaited before each round where the time is somebody else's.
    package init(
        following: ReceiptFollowing,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        clock: C
    ) {
        self.following = following
        self.catchUp = catchUp
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await Sweep(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            // Nobody waits for Apple when the server stops: what it is asked for stays as it was and is asked for again.
            _ = await cancelWhenGracefulShutdown { await self.following.work() }
            return false
        }
    }
}
