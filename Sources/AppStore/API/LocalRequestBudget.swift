import Synchronization

/// A budget in the memory of one process.
///
/// It holds one small value for each app, environment and operation that was ever used, and forgets all at the end of
/// the process: good for commands that ask Apple a few things, not for a server that is restarted.
public final class LocalRequestBudget: RequestBudget {
    private let buckets = Mutex<[RequestBucketID: RequestBucket]>([:])

    /// A budget of full buckets.
    public init() {}

    /// Takes leave for one request, or says when to ask again.
    public func take(_ permit: RequestPermit, at now: Int64) async -> RequestLeave {
        self.buckets.withLock { $0[permit.bucketID, default: RequestBucket()].take(permit, at: now) }
    }

    /// Keeps what Apple said: nothing more of this kind before an instant.
    public func pause(_ permit: RequestPermit, until instant: Int64) async {
        self.buckets.withLock { $0[permit.bucketID, default: RequestBucket()].pause(permit, until: instant) }
    }
}
