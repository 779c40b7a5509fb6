import ServiceLifecycle

/// Looks again at customers whose reasons decay below the line, until the server stops.
package struct RiskService<C: Clock<Duration>>: Service {
    /// How often it is looked whether anybody's time has come.
    package static var interval: Duration { .seconds(1) }

    private let following: RiskFollowing
    private let apps: [ServedApp]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// A service of this following; `catchUp` is awaited before each round where the time is somebody else's.
    package init(
        following: RiskFollowing,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        clock: C
    ) {
        self.following = following
        self.apps = apps
        self.catchUp = catchUp
        self.clock = clock
    }

    /// Works until the server stops; what is under way is finished.
    package func run() async throws {
        await Sweep(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            var mayBeMore = false
            for app in self.apps where await self.following.advanceDue(of: app) { mayBeMore = true }
            return mayBeMore
        }
    }
}
