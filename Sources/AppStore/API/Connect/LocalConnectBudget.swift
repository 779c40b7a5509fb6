import Synchronization

/// A budget for App Store Connect in the memory of one process, with one small value for each key.
public final class LocalConnectBudget: ConnectBudget {
    private let allowances = Mutex<[String: ConnectAllowance]>([:])

    /// A budget that knows of no limit yet.
    public init() {}

    /// Takes leave for one request, or says when to ask again.
    public func take(_ keyID: String, at now: Int64) async -> RequestLeave {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].take(at: now) }
    }

    /// Keeps what Apple said about a key's limit.
    public func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].keep(limit, at: now) }
    }

    /// Keeps what Apple said: nothing more with this key before an instant.
    public func pause(_ keyID: String, until instant: Int64) async {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].pause(until: instant) }
    }
}
