import Synchronization

/// Where requests ask for leave, so that all nodes of a server together stay below Apple's limits.
///
/// ``LocalRequestBudget`` keeps it in memory, for one process; a server's keeps it in its database.
public protocol RequestBudget: Sendable {
    /// Takes leave for one request, or says when to ask again.
    ///
    /// - Parameters:
    ///   - permit: What is asked for.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: Leave, or when to ask again.
    func take(_ permit: RequestPermit, at now: Int64) async -> RequestDecision

    /// Keeps what Apple said: nothing more of this kind before an instant of its clock, in milliseconds since 1970.
    func pause(_ permit: RequestPermit, until instant: Int64) async
}

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

/// How a request stands in line for its app's rate.
public enum RequestPriority: String, Hashable, Sendable {
    /// Everything that can wait.
    case ordinary
    /// What has a deadline, such as an answer to a refund request: it may use the part of the burst that others leave.
    case urgent
}

/// What a budget says to a request.
public enum RequestDecision: Hashable, Sendable {
    /// Send it; it has been counted.
    case granted
    /// Ask again at an instant of the App Store's clock, in milliseconds since 1970; nothing has been counted.
    case notBefore(Int64)
    /// The budget cannot be asked now, so nothing may be sent.
    case unavailable
}

/// A budget in the memory of one process.
///
/// It holds one small value for each app, environment and operation that was ever used, and forgets all at the end of
/// the process: good for commands that ask Apple a few things, not for a server that is restarted.
public final class LocalRequestBudget: RequestBudget {
    private let buckets = Mutex<[RequestBucketID: RequestBucket]>([:])

    /// A budget of full buckets.
    public init() {}

    /// Takes leave for one request, or says when to ask again.
    public func take(_ permit: RequestPermit, at now: Int64) async -> RequestDecision {
        self.buckets.withLock { $0[permit.bucketID, default: RequestBucket()].take(permit, at: now) }
    }

    /// Keeps what Apple said: nothing more of this kind before an instant.
    public func pause(_ permit: RequestPermit, until instant: Int64) async {
        self.buckets.withLock { $0[permit.bucketID, default: RequestBucket()].pause(permit, until: instant) }
    }
}
