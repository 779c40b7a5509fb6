import NIOCore
import Synchronization

/// Looks names up with a deadline.
///
/// A resolver that never answers holds one lookup of a name, however often it is asked for: the next one waits for the
/// same answer.
final class LinkLookup: Sendable {
    private typealias Waiting = [Int: EventLoopPromise<[NetworkAddress]?>]

    private let resolver: HostResolver
    private let state = Mutex<(count: Int, names: [String: Waiting])>((0, [:]))

    /// A lookup by a resolver.
    init(_ resolver: HostResolver) {
        self.resolver = resolver
    }

    /// The addresses of a name, none where it has none; `nil` where they are not there in time, or the task is cancelled.
    func addresses(of host: String, by deadline: NIODeadline, on loop: any EventLoop) async -> [NetworkAddress]? {
        let promise = loop.makePromise(of: [NetworkAddress]?.self)
        let (number, isFirst) = self.state.withLock { state in
            state.count += 1
            let isFirst = state.names[host] == nil
            state.names[host, default: [:]][state.count] = promise
            return (state.count, isFirst)
        }
        if isFirst { self.resolver.lookUp(host) { addresses in self.note(addresses, of: host) } }
        let alarm = loop.scheduleTask(deadline: deadline) { self.giveUp(number, of: host) }
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            (try? await promise.futureResult.get()) ?? nil
        } onCancel: {
            self.giveUp(number, of: host)
        }
    }

    private func giveUp(_ number: Int, of host: String) {
        self.state.withLock { $0.names[host]?.removeValue(forKey: number) }?.succeed(nil)
    }

    private func note(_ addresses: [NetworkAddress], of host: String) {
        let waiting = self.state.withLock { $0.names.removeValue(forKey: host) } ?? [:]
        for promise in waiting.values { promise.succeed(addresses) }
    }
}
