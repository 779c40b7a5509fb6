/// How a request to Apple ended, for whoever counts.
public struct AppStoreExperience: Hashable, Sendable {
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
