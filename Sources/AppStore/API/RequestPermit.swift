/// What one request asks leave for.
public struct RequestPermit: Hashable, Sendable {
    /// The app.
    public let bundleID: String
    /// Where the request goes.
    public let environment: AppStoreEnvironment
    /// What it does.
    public let operation: AppStoreOperation
    /// How it stands in line.
    public let priority: RequestPriority

    /// A permit for one request.
    public init(
        bundleID: String,
        environment: AppStoreEnvironment,
        operation: AppStoreOperation,
        priority: RequestPriority = .ordinary
    ) {
        self.bundleID = bundleID
        self.environment = environment
        self.operation = operation
        self.priority = priority
    }

    /// Which bucket it is taken from: all but the priority.
    public var bucketID: RequestBucketID {
        RequestBucketID(bundleID: self.bundleID, environment: self.environment, operation: self.operation)
    }
}
