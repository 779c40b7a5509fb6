import NIOCore
import Synchronization

/// What names mean, remembered for a few seconds; a name is looked up once at a time.
final class HostBook: Sendable {
    /// How long an answer is used, and also that there is none.
    ///
    /// Every call is judged and dialled by what is remembered, so an answer that changes in between can mislead nobody.
    static let life: TimeAmount = .seconds(5)
    /// How many names are remembered.
    static let capacity = 4096

    private struct Entry {
        /// The last answer, and until when it is used.
        var answer: (addresses: [NetworkAddress], until: NIODeadline)?
        /// Who waits for the next one; `nil` when nobody has asked.
        var waiting: [EventLoopPromise<[NetworkAddress]>]?
    }

    private let resolver: HostResolver
    private let now: @Sendable () -> NIODeadline
    private let entries = Mutex<[String: Entry]>([:])

    /// A book that asks this resolver, by this clock.
    init(resolver: HostResolver, now: @escaping @Sendable () -> NIODeadline) {
        self.resolver = resolver
        self.now = now
    }

    /// The addresses of a name, none where it has none; throws `timed_out` when they are not there in time.
    func addresses(
        of host: String,
        by deadline: NIODeadline,
        on loop: any EventLoop
    ) async throws(OutboundFailure)
        -> [NetworkAddress]
    {
        let now = self.now()
        var promise: EventLoopPromise<[NetworkAddress]>?
        var isFirst = false
        let known = self.entries.withLock { (entries: inout [String: Entry]) -> [NetworkAddress]? in
            if let answer = entries[host]?.answer, now < answer.until { return answer.addresses }
            let mine = loop.makePromise(of: [NetworkAddress].self)
            promise = mine
            if entries[host] == nil { Self.makeRoom(in: &entries, now: now) }
            var entry = entries[host] ?? Entry()
            isFirst = entry.waiting == nil
            entry.waiting = (entry.waiting ?? []) + [mine]
            entries[host] = entry
            return nil
        }
        if let known { return known }
        guard let promise else { preconditionFailure("Whoever finds no answer waits for one.") }
        if isFirst { self.resolver.lookUp(host) { addresses in self.note(addresses, of: host) } }
        let alarm = loop.scheduleTask(deadline: deadline) { promise.fail(OutboundFailure(.timedOut)) }
        defer { alarm.cancel() }
        do {
            return try await promise.futureResult.get()
        } catch {
            throw OutboundFailure(.timedOut)
        }
    }

    private func note(_ addresses: [NetworkAddress], of host: String) {
        let until = self.now() + Self.life
        let waiting = self.entries.withLock { entries in
            let waiting = entries[host]?.waiting ?? []
            entries[host] = Entry(answer: (addresses, until), waiting: nil)
            return waiting
        }
        for promise in waiting { promise.succeed(addresses) }
    }

    /// Forgets what is old, and where nothing is, any name for which nobody waits.
    private static func makeRoom(in entries: inout [String: Entry], now: NIODeadline) {
        guard entries.count >= Self.capacity else { return }
        entries = entries.filter { _, entry in
            entry.waiting != nil || entry.answer.map { now < $0.until } ?? false
        }
        if entries.count >= Self.capacity, let some = entries.first(where: { $0.value.waiting == nil }) {
            entries[some.key] = nil
        }
    }
}
