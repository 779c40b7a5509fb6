import NIOCore
import Synchronization

/// A lookup of names with a deadline.
///
/// A resolver that does not answer holds one lookup of a name for a while, however often the name is requested: the
/// next request waits for the same answer. After that the name is looked up anew. At most a few lookups of a name are
/// open at once, because each may occupy a thread permanently.
final class LinkLookup: Sendable {
    private typealias Waiting = [Int: EventLoopPromise<[NetworkAddress]?>]

    private struct Name {
        /// The start of the newest lookup; `nil` if one has returned since.
        var begunAt: NIODeadline?
        /// The number of lookups that have not returned.
        var openCount = 0
        var waiting: Waiting = [:]
    }

    /// The maximum number of lookups of a name that have not returned.
    private static let greatestOpenCount = 3

    private let resolver: HostResolver
    private let patience: TimeAmount
    private let state = Mutex<(count: Int, names: [String: Name])>((0, [:]))

    /// Creates a lookup with a resolver; after the given time without an answer, the resolver is asked for the same
    /// name again.
    init(_ resolver: HostResolver, patience: TimeAmount) {
        self.resolver = resolver
        self.patience = patience
    }

    /// Returns the addresses of a name, none if it has none; `nil` if they do not arrive in time, or if the task is
    /// canceled.
    func addresses(of host: String, by deadline: NIODeadline, on loop: any EventLoop) async -> [NetworkAddress]? {
        let promise = loop.makePromise(of: [NetworkAddress]?.self)
        let (number, begins) = self.begin(promise, of: host, at: .now())
        if begins { self.resolver.lookUp(host) { addresses in self.note(addresses, of: host) } }
        let alarm = loop.scheduleTask(deadline: deadline) { self.giveUp(number, of: host) }
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            (try? await promise.futureResult.get()) ?? nil
        } onCancel: {
            self.giveUp(number, of: host)
        }
    }

    /// Adds a waiter, and returns its number and whether it must call the resolver.
    private func begin(
        _ promise: EventLoopPromise<[NetworkAddress]?>,
        of host: String,
        at now: NIODeadline
    ) -> (number: Int, begins: Bool) {
        self.state.withLock { state in
            state.count += 1
            var name = state.names[host] ?? Name()
            name.waiting[state.count] = promise
            let isOver = name.begunAt.map { now - $0 >= self.patience } ?? true
            let begins = isOver && name.openCount < Self.greatestOpenCount
            if begins {
                name.begunAt = now
                name.openCount += 1
            }
            state.names[host] = name
            return (state.count, begins)
        }
    }

    private func giveUp(_ number: Int, of host: String) {
        self.state.withLock { $0.names[host]?.waiting.removeValue(forKey: number) }?.succeed(nil)
    }

    private func note(_ addresses: [NetworkAddress], of host: String) {
        let waiting = self.state.withLock { state -> Waiting in
            guard var name = state.names.removeValue(forKey: host) else { return [:] }
            let waiting = name.waiting
            name.openCount -= 1
            name.begunAt = nil
            name.waiting = [:]
            // The other lookups may still return.
            if name.openCount > 0 { state.names[host] = name }
            return waiting
        }
        for promise in waiting.values { promise.succeed(addresses) }
    }
}
