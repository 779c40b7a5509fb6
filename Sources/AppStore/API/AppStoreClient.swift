/// One app's access to Apple's server interfaces.
///
/// A request asks the app's budget for leave, goes out with a bearer token that is shared with others, and is sent
/// again when that is safe and may help. All of it ends with the deadline or with the task's cancellation, whichever is
/// first.
public final class AppStoreClient: Sendable {
    /// How long a request may take in all when nobody says otherwise: long enough for a few repetitions.
    public static let defaultDeadline: Duration = .seconds(60)
    /// How long one exchange may take, as with Apple's own clients.
    public static let exchangeTimeout: Duration = .seconds(30)

    let bundleID: String
    let transport: AppStoreTransport
    let budget: any RequestBudget
    let time: AppStoreTime
    let jitter: @Sendable () -> Double
    let tokens: BearerTokenCache
    let hosts: HostSelector
    let onAnswer: (@Sendable (AppStoreRequestMetrics) -> Void)?

    /// A client for one app.
    ///
    /// - Parameters:
    ///   - key: The app's In-App Purchase key.
    ///   - bundleID: The app.
    ///   - hosts: Where Apple's interfaces are.
    ///   - transport: How calls get there.
    ///   - budget: Where requests ask for leave. Clients of one app have to share one; without any, this client has one
    ///     of its own in memory.
    ///   - time: The clocks to go by, and how to wait.
    ///   - jitter: A random number from 0 up to 1, another one at each call; without any, the system's.
    ///   - onAnswer: Told how each request ended.
    public init(
        key: AppStoreKey,
        bundleID: String,
        hosts: AppStoreHosts = .apple,
        transport: AppStoreTransport,
        budget: any RequestBudget = LocalRequestBudget(),
        time: AppStoreTime = .live,
        jitter: (@Sendable () -> Double)? = nil,
        onAnswer: (@Sendable (AppStoreRequestMetrics) -> Void)? = nil
    ) {
        self.bundleID = bundleID
        self.transport = transport
        self.budget = budget
        self.time = time
        self.jitter = jitter ?? SystemChance.share
        self.tokens = BearerTokenCache(key: key, bundleID: bundleID)
        self.hosts = HostSelector(hosts)
        self.onAnswer = onAnswer
    }

    /// Sends a request to the environments in turn, as long as Apple answers that the id is unknown there.
    ///
    /// An app that was never released is refused in Production as if its key were wrong. So after a 401 the next
    /// environment is asked too; where that one takes the token, the app has no release, and the id is none of
    /// Production's.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - environments: Where to look, in order; those that do not have the operation are passed over.
    ///   - priority: How it stands in line for the app's rate.
    ///   - deadline: How long each of them may take.
    /// - Returns: The answer and where it came from.
    /// - Throws: What the last environment that was asked said.
    public func sendTryingEnvironments<Answer>(
        _ request: AppStoreRequest<Answer>,
        among environments: [AppStoreEnvironment] = [.production, .sandbox],
        priority: RequestPriority = .ordinary,
        within deadline: Duration = AppStoreClient.defaultDeadline
    ) async throws(AppStoreError) -> (environment: AppStoreEnvironment, answer: Answer) {
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

/// The clocks a client of Apple's goes by, and how it waits.
public struct AppStoreTime: Sendable {
    /// The App Store's clock, in milliseconds since 1970: budgets and `Retry-After` go by it.
    ///
    /// It is a simulated world's clock where one is followed, and the wall clock otherwise.
    public let now: @Sendable () -> Int64
    /// The wall clock, in milliseconds since 1970: bearer tokens and deadlines go by it.
    public let wallNow: @Sendable () -> Int64
    /// Waits for a length of time; throws when the task is canceled.
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

/// How a request to Apple ended, for whoever counts.
public struct AppStoreRequestMetrics: Hashable, Sendable {
    /// What was asked.
    public let operation: AppStoreOperation
    /// Where.
    public let environment: AppStoreEnvironment
    /// `ok`, or the code of the error.
    public let outcome: String
    /// How long it took in all, by the wall clock, with every wait and repetition.
    public let milliseconds: Int64
    /// How long each exchange with Apple took, in milliseconds, without any wait of ours; those after the first are
    /// repetitions.
    public let exchangeMilliseconds: [Int64]

    /// How often the request was sent again.
    public var retryCount: Int { max(0, self.exchangeMilliseconds.count - 1) }
}
