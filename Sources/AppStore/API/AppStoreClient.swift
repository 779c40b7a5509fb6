/// A client of Apple's server interfaces for one app.
///
/// For each request, the client asks the app's ``RequestBudget`` for permission, sends the request with a cached bearer
/// token, and retries it if a retry is safe and may succeed. It stops at the deadline or when the task is canceled,
/// whichever comes first.
public final class AppStoreClient: Sendable {
    /// The default deadline of a request, which leaves time for a few repetitions.
    public static let defaultDeadline: Duration = .seconds(60)
    /// The timeout of one HTTP exchange, the same as in Apple's own clients.
    public static let exchangeTimeout: Duration = .seconds(30)

    let bundleID: String
    let transport: AppStoreTransport
    let budget: any RequestBudget
    let time: AppStoreTime
    let jitter: @Sendable () -> Double
    let tokens: BearerTokenCache
    let hosts: HostSelector
    let onResponse: (@Sendable (AppStoreRequestMetrics) -> Void)?

    /// Creates a client for one app.
    ///
    /// - Parameters:
    ///   - key: The app's In-App Purchase key.
    ///   - bundleID: The app's bundle identifier.
    ///   - hosts: The base addresses of Apple's interfaces.
    ///   - transport: The transport that sends HTTP requests.
    ///   - budget: The request budget. Clients of one app have to share one. Without a budget, this client creates its
    ///     own in memory.
    ///   - time: The clocks that the client uses, and the function with which it waits.
    ///   - jitter: A closure that returns a new random number from 0 up to 1 at each call; the default uses the
    ///     system's generator.
    ///   - onResponse: A closure that the client calls with the outcome of each request.
    public init(
        key: AppStoreKey,
        bundleID: String,
        hosts: AppStoreHosts = .apple,
        transport: AppStoreTransport,
        budget: any RequestBudget = LocalRequestBudget(),
        time: AppStoreTime = .live,
        jitter: (@Sendable () -> Double)? = nil,
        onResponse: (@Sendable (AppStoreRequestMetrics) -> Void)? = nil
    ) {
        self.bundleID = bundleID
        self.transport = transport
        self.budget = budget
        self.time = time
        self.jitter = jitter ?? SystemChance.share
        self.tokens = BearerTokenCache(key: key, bundleID: bundleID)
        self.hosts = HostSelector(hosts)
        self.onResponse = onResponse
    }

    /// Sends a request to the environments in turn, as long as Apple answers that it does not know the identifier
    /// there.
    ///
    /// If an app was never released, Apple responds in Production with status 401, although the key is valid. So after
    /// a 401 the client also asks the next environment. If that one accepts the token, the app has no release, and the
    /// identifier does not belong to Production.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - environments: The environments to ask, in order; the client skips those that do not have the operation.
    ///   - priority: The request's priority within the app's rate limit.
    ///   - deadline: The time for each environment.
    /// - Returns: The response and the environment that it came from.
    /// - Throws: The error of the last environment that the client asked.
    public func sendTryingEnvironments<Response>(
        _ request: AppStoreRequest<Response>,
        among environments: [AppStoreEnvironment] = [.production, .sandbox],
        priority: RequestPriority = .ordinary,
        within deadline: Duration = AppStoreClient.defaultDeadline
    ) async throws(AppStoreError) -> (environment: AppStoreEnvironment, response: Response) {
        var last = AppStoreError.notAvailable
        for environment in environments where request.operation.isAvailable(in: environment) {
            do throws(AppStoreError) {
                return (
                    environment, try await self.send(request, to: environment, priority: priority, within: deadline)
                )
            } catch {
                guard error.isUnknownID || error == .unauthorized else { throw error }
                last = error
            }
        }
        throw last
    }
}

/// The clocks that a client of Apple's interfaces uses, and the function with which it waits.
public struct AppStoreTime: Sendable {
    /// The App Store's clock, in milliseconds since 1970, which budgets and `Retry-After` use.
    ///
    /// With a simulated App Store it is the simulator's clock, and otherwise the wall clock.
    public let now: @Sendable () -> Int64
    /// The wall clock, in milliseconds since 1970, which bearer tokens and deadlines use.
    public let wallNow: @Sendable () -> Int64
    /// Waits for a duration; throws when the task is canceled.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a source of time from its clocks and its wait function.
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

/// The outcome and timing of one request to Apple, for metrics.
public struct AppStoreRequestMetrics: Hashable, Sendable {
    /// The operation.
    public let operation: AppStoreOperation
    /// The environment that the request was sent to.
    public let environment: AppStoreEnvironment
    /// `ok`, or the code of the error.
    public let outcome: String
    /// The duration of the request by the wall clock, including every wait and repetition, in milliseconds.
    public let milliseconds: Int64
    /// The duration of each HTTP exchange, in milliseconds, without the client's own waits; each exchange after the
    /// first is a repetition.
    public let exchangeMilliseconds: [Int64]

    /// The number of times that the client sent the request again.
    public var retryCount: Int { max(0, self.exchangeMilliseconds.count - 1) }
}
