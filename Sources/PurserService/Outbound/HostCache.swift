import Foundation
import NIOCore
import Synchronization

/// A cache of the addresses of names for a few seconds; concurrent lookups of a name are combined.
final class HostCache: Sendable {
    /// The time for which an answer is used, including an empty one.
    ///
    /// Every call uses the cached addresses both for the verdict and for the connection, so an answer that changes in
    /// between has no effect.
    static let life: TimeAmount = .seconds(5)
    /// The maximum number of names.
    static let capacity = 4096

    private struct Entry {
        /// The last answer, and its expiry.
        var answer: (addresses: [NetworkAddress], until: NIODeadline)?
        /// The waiters for the next answer; `nil` if no lookup is in progress.
        var waiting: [EventLoopPromise<[NetworkAddress]>]?
    }

    private let resolver: HostResolver
    private let now: @Sendable () -> NIODeadline
    private let entries = Mutex<[String: Entry]>([:])

    /// Creates a cache with this resolver and clock.
    init(resolver: HostResolver, now: @escaping @Sendable () -> NIODeadline) {
        self.resolver = resolver
        self.now = now
    }

    /// Returns the addresses of a name, none if it has none; throws `timed_out` if they do not arrive in time.
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
        guard let promise else { preconditionFailure("A caller without a cached answer waits for one.") }
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

    /// Removes expired entries, and if there are none, any entry without waiters.
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

/// A resolver of names.
///
/// Tests provide their own; `system` asks the operating system.
package struct HostResolver: Sendable {
    /// Looks a name up without blocking, and calls back once with all its addresses; with none if the name has none.
    package typealias Lookup =
        @Sendable (_ host: String, _ done: @escaping @Sendable ([NetworkAddress]) -> Void) -> Void

    /// Looks a name up.
    package let lookUp: Lookup

    /// Creates a resolver of a closure.
    package init(_ lookUp: @escaping Lookup) {
        self.lookUp = lookUp
    }

    /// The maximum number of concurrent lookups; a name server that does not answer holds one of them for a while.
    private static let concurrentLookups = 32

    /// Returns the system's resolver: hosts file, name servers, IPv4 and IPv6, in the preferred order (RFC 6724).
    ///
    /// It blocks, and therefore has its own threads.
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
            // Each address occurs once for every kind of socket.
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
