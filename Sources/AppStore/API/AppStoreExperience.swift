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
}
