import Synchronization

/// A component that decides whether a request may be sent now, so that all clients of an app, on all nodes of a server,
/// together stay below Apple's rate limits.
///
/// ``LocalRequestBudget`` stores its state in the memory of one process. A server implements this
/// protocol with a ``RequestBucket`` for each limit in its database.
public protocol RequestBudget: Sendable {
    /// Asks whether one request may be sent, and counts it if so.
    ///
    /// - Parameters:
    ///   - permit: The request's limit and priority.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: Whether the request may be sent, or when to ask again.
    func take(_ permit: RequestPermit, at now: Int64) async -> RequestDecision

    /// Stores Apple's instruction to send no more requests of this kind before an instant, in milliseconds since 1970
    /// by the App Store's clock.
    func pause(_ permit: RequestPermit, until instant: Int64) async
}

/// The properties of a request that a budget needs to decide about it.
public struct RequestPermit: Hashable, Sendable {
    /// The app's bundle identifier.
    public let bundleID: String
    /// The environment of the request.
    public let environment: AppStoreEnvironment
    /// The operation.
    public let operation: AppStoreOperation
    /// The request's priority.
    public let priority: RequestPriority

    /// Creates a permit for one request.
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

    /// The identity of the bucket: all properties except the priority.
    public var bucketID: RequestBucketID {
        RequestBucketID(bundleID: self.bundleID, environment: self.environment, operation: self.operation)
    }
}

/// The priority of a request within its app's rate limit.
public enum RequestPriority: String, Hashable, Sendable {
    /// The priority of requests that can wait.
    case ordinary
    /// The priority of requests with a deadline, such as a response to a refund request; they may use the reserved part
    /// of the burst.
    case urgent
}

/// A budget's decision about a request.
public enum RequestDecision: Hashable, Sendable {
    /// The request may be sent; the budget has counted it.
    case granted
    /// The request has to wait until an instant, in milliseconds since 1970 by the App Store's clock; the budget has
    /// not counted it.
    case notBefore(Int64)
    /// The budget is unavailable, so the request must not be sent.
    case unavailable
}

/// A request budget in the memory of one process.
///
/// It stores one small value for each app, environment, and operation, and loses them when the process ends. Use it for
/// commands that send a few requests, not for a server that restarts.
public final class LocalRequestBudget: RequestBudget {
    private let buckets = Mutex<[RequestBucketID: RequestBucket]>([:])

    /// Creates a budget with full buckets.
    public init() {}

    /// Grants one request, or returns when to ask again.
    public func take(_ permit: RequestPermit, at now: Int64) async -> RequestDecision {
        self.buckets.withLock { $0[permit.bucketID, default: RequestBucket()].take(permit, at: now) }
    }

    /// Stores Apple's instruction to send no more requests of this kind before an instant.
    public func pause(_ permit: RequestPermit, until instant: Int64) async {
        self.buckets.withLock { $0[permit.bucketID, default: RequestBucket()].pause(permit, until: instant) }
    }
}
