/// Which of Apple's limits a request counts against: each app has one for each operation and environment.
public struct RequestBucketID: Hashable, Sendable {
    /// The app.
    public let bundleID: String
    /// Where the requests go.
    public let environment: AppStoreEnvironment
    /// What they do.
    public let operation: AppStoreOperation

    /// The limit of an app's operation.
    public init(bundleID: String, environment: AppStoreEnvironment, operation: AppStoreOperation) {
        self.bundleID = bundleID
        self.environment = environment
        self.operation = operation
    }

    /// How fast the bucket fills and how much it holds.
    public var rate: RequestRate {
        RequestRate(
            requestsPerHour: self.operation.requestsPerSecond * (self.environment == .production ? 3600 : 360)
        )
    }
}
