import NIOCore
import Synchronization

/// Looks names up with a deadline.
///
/// A resolver that does not answer holds one lookup of a name for a while, however often it is asked for: the next one
/// waits for the same answer. After that the name is looked up anew. No more than a few lookups of a name are open at
/// once, because each may hold a thread for good.
final class LinkLookup: Sendable {
    private typealias Waiting = [Int: EventLoopPromise<[NetworkAddress]?>]

    private struct Name {
        /// When the newest lookup began; `nil` where one has come back since.
        var begunAt: NIODeadline?
        /// How many lookups have not come back.
        var openCount = 0
        var waiting: Waiting = [:]
    }

    /// The most lookups of a name that have not come back.
    private static let greatestOpenCount = 3

    private let resolver: HostResolver
    private let patience: TimeAmount
    private let state = Mutex<(count: Int, names: [String: Name])>((0, [:]))

    /// A lookup by a resolver, whose silence is waited out for a time before it is asked for the same name again.
    init(_ resolver: HostResolver, patience: TimeAmount) {
        self.resolver = resolver
        self.patience = patience
    }

    /// The addresses of a name, none where it has none; `nil` where they are not there in time, or the task is
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

    /// Lets somebody wait, and returns their number and whether they have to ask the resolver.
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
            // The others may still come back.
            if name.openCount > 0 { state.names[host] = name }
            return waiting
        }
        for promise in waiting.values { promise.succeed(addresses) }
    }
}
