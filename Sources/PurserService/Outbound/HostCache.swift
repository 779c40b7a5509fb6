import Foundation
import NIOCore
import Synchronization

/// What names mean, remembered for a few seconds; a name is looked up once at a time.
final class HostCache: Sendable {
    /// How long an answer is used, and also that there is none.
    ///
    /// Every call is judged and dialed by what is remembered, so an answer that changes in between can mislead nobody.
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

    /// A cache that asks this resolver, by this clock.
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

/// Finds the addresses of a name.
///
/// Tests give their own; `system` asks as every program of the machine does.
package struct HostResolver: Sendable {
    /// Looks a name up without blocking, and says all its addresses once; none where the name has none.
    package typealias Lookup =
        @Sendable (_ host: String, _ done: @escaping @Sendable ([NetworkAddress]) -> Void) -> Void

    /// Looks a name up.
    package let lookUp: Lookup

    /// A resolver of a closure.
    package init(_ lookUp: @escaping Lookup) {
        self.lookUp = lookUp
    }

    /// How many names are looked up at once; a name server that does not answer holds one of them for a while.
    private static let concurrentLookups = 32

    /// The system's own: hosts file, name servers, IPv4 and IPv6, in the order in which they are best tried (RFC 6724).
    ///
    /// It blocks, and so it has threads of its own.
    package static func system() -> Self {
        let queue = OperationQueue()
        queue.name = "purser.outbound.names"
        queue.maxConcurrentOperationCount = Self.concurrentLookups
        return Self { host, done in queue.addOperation { done(Self.addresses(of: host)) } }
    }

    private static func addresses(of host: String) -> [NetworkAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [NetworkAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            // Each address comes once for every kind of socket.
            if let address = unsafe Self.address(entry.pointee), !addresses.contains(address) {
                addresses.append(address)
            }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func address(_ entry: addrinfo) -> NetworkAddress? {
        guard let bytes = unsafe UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch unsafe entry.ai_family {
        case AF_INET:
            let four = unsafe bytes.loadUnaligned(as: sockaddr_in.self)
            return NetworkAddress(four: UInt32(bigEndian: four.sin_addr.s_addr))
        case AF_INET6:
            var six = unsafe bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return unsafe withUnsafeBytes(of: &six) { bytes in
                NetworkAddress(
                    high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
                    low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        default: return nil
        }
    }
}
