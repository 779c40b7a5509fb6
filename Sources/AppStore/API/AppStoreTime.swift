/// The clocks a client of Apple's goes by, and how it waits.
public struct AppStoreTime: Sendable {
    /// The App Store's clock, in milliseconds since 1970: budgets and `Retry-After` go by it.
    ///
    /// It is a simulated world's clock where one is followed, and the wall clock otherwise.
    public let now: @Sendable () -> Int64
    /// The wall clock, in milliseconds since 1970: bearer tokens and deadlines go by it.
    public let wallNow: @Sendable () -> Int64
    /// Waits for a length of time; throws when the task is cancelled.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// Clocks and waiting.
    public init(
        now: @escaping @Sendable () -> Int64,
        wallNow: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.wallNow = wallNow
        self.sleep = sleep
    }
}
