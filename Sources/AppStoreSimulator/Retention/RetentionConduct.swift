/// How a simulated store treats retention messages where Apple's behaviour is a number, a choice, or not documented.
public struct RetentionConduct: Hashable, Sendable {
    /// How images and messages are reviewed.
    public enum Review: Hashable, Sendable {
        /// Approved as soon as they are there.
        case atOnce
        /// Pending for so many milliseconds of the world's clock, then approved.
        case after(milliseconds: Int64)
        /// Pending until whoever plays the story decides.
        case byHand
    }

    /// How images and messages are reviewed; Apple says that all are pending at first, and not what its sandbox does.
    public var review: Review
    /// How many images an app may have, as Apple says.
    public var imageLimit = 2000
    /// How many messages an app may have; Apple says that there is a limit, others say which.
    public var messageLimit = 2000
    /// Whether a realtime address may be plain `http`, so that a server on this machine can be asked; Apple's may not.
    public var acceptsPlainURLs = true
    /// Whether performance tests can be run: Apple has them in the sandbox only.
    public var offersPerformanceTests: Bool
    /// Whether a realtime address needs a passed performance test: Apple asks for it in production only.
    public var requiresPassedTest: Bool
    /// How many requests a performance test sends.
    public var testRequestCount = 100
    /// How many of them may wait for an answer at once.
    public var testConcurrency = 10
    /// What a performance test says it takes, in milliseconds.
    public var testDurationMilliseconds: Int64 = 60_000
    /// How long an answer may take, in milliseconds: about 700 in Apple's sandbox.
    public var responseTimeMilliseconds: Int64 = 700
    /// How many answers of a hundred must be good.
    public var requiredSuccessPercentage: Int32 = 95

    /// The conduct in an environment: testers' messages are approved at once, real ones after a day.
    public init(environment: WorldEnvironment) {
        let isProduction = environment == .production
        self.review = isProduction ? .after(milliseconds: 86_400_000) : .atOnce
        self.offersPerformanceTests = !isProduction
        self.requiresPassedTest = isProduction
    }
}
