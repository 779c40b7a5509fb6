import Foundation
import NIOCore
import PurserService
import Synchronization

/// The numbers of open connections per address and in total, and their limits.
package final class ConnectionCounts: Sendable {
    /// The default maximum of connections per address: a network of phones behind one address has hundreds, and no
    /// client has thousands.
    package static let standard = 1000
    /// The default maximum of connections in total, if the process may have as many open files: each takes up to 30 KB.
    package static let standardTotal = 16_384
    /// The fraction of all connections that is closed at once if there are too many, so that the search for them is
    /// rare.
    private static let part = 16

    private struct State {
        var counts: [NetworkAddress: Int] = [:]
        var connections: [ObjectIdentifier: OpenConnection] = [:]
        /// The connections that were told to close and have not yet.
        var leaving: Set<ObjectIdentifier> = []
    }

    private let maximum: Int
    private let total: Int
    /// The proxies, whose connections belong to many clients.
    let proxies: TrustedProxies
    private let state = Mutex(State())

    /// The number of connections to close at once.
    private var batch: Int { max(1, self.total / Self.part) }

    /// Creates counts with a maximum per address and a total; connections from this machine and from trusted proxies
    /// count for the total only.
    package init(
        maximum: Int = ConnectionCounts.standard,
        total: Int = ConnectionCounts.standardTotal,
        proxies: TrustedProxies = TrustedProxies()
    ) {
        self.maximum = maximum
        self.total = max(1, total)
        self.proxies = proxies
    }

    /// Counts a new connection; returns `nil` if it is not allowed.
    ///
    /// If the total is reached, those connections are closed that have waited the longest for their clients to send a
    /// request or to read a response, of the addresses with the most connections; if the server is responding to all of
    /// them, the new one is closed.
    func open(
        _ address: NetworkAddress,
        at now: NIODeadline,
        close: @escaping @Sendable () -> Void
    ) -> OpenConnection? {
        let (connection, closing) = self.state.withLock { state -> (OpenConnection?, [OpenConnection]) in
            let count = state.counts[address.network, default: 0]
            if self.isLimited(address), count >= self.maximum { return (nil, []) }
            var closing: [OpenConnection] = []
            if state.connections.count - state.leaving.count >= self.total {
                closing = self.makeRoom(at: now, &state)
                if closing.isEmpty { return (nil, []) }
            }
            // A closing connection holds its file until it is closed.
            if state.connections.count >= self.total + self.batch { return (nil, closing) }
            let connection = OpenConnection(from: address, at: now, close: close)
            state.counts[address.network] = count + 1
            state.connections[ObjectIdentifier(connection)] = connection
            return (connection, closing)
        }
        for one in closing { one.close() }
        return connection
    }

    /// Stops counting a connection.
    func close(_ connection: OpenConnection) {
        self.state.withLock { state in
            let id = ObjectIdentifier(connection)
            guard state.connections.removeValue(forKey: id) != nil else { return }
            state.leaving.remove(id)
            let address = connection.address.network
            let count = state.counts[address, default: 0]
            state.counts[address] = count > 1 ? count - 1 : nil
        }
    }

    /// Selects the connections to close.
    private func makeRoom(at now: NIODeadline, _ state: inout State) -> [OpenConnection] {
        let present = Int64(clamping: now.uptimeNanoseconds)
        var waiting: [OpenConnection] = []
        var pieces: [FairShare.Piece] = []
        for (id, connection) in state.connections where !state.leaving.contains(id) {
            guard let since = connection.waitingSince else { continue }
            waiting.append(connection)
            pieces.append(
                FairShare.Piece(address: connection.address.network, size: 1, cost: Double(present - since))
            )
        }
        let closing = FairShare.victims(among: pieces, freeing: self.batch).map { waiting[$0] }
        state.leaving.formUnion(closing.map { ObjectIdentifier($0) })
        return closing
    }

    private func isLimited(_ address: NetworkAddress) -> Bool {
        !address.isLoopback && !self.proxies.contains(address)
    }
}

/// A counted connection, and whether it waits for its client.
final class OpenConnection: Sendable {
    /// The address of the client.
    let address: NetworkAddress
    /// Closes the connection.
    let close: @Sendable () -> Void
    /// Since when it has waited for a complete request, or for the client to read a response, in nanoseconds of the
    /// loop's clock; -1 while the server works.
    private let waiting: Atomic<Int64>

    /// Creates a connection that waits from now on.
    init(from address: NetworkAddress, at now: NIODeadline, close: @escaping @Sendable () -> Void) {
        self.address = address
        self.close = close
        self.waiting = Atomic(Int64(clamping: now.uptimeNanoseconds))
    }

    /// Since when it has been the client's turn; `nil` while it is the server's.
    var waitingSince: Int64? {
        let since = self.waiting.load(ordering: .relaxed)
        return since < 0 ? nil : since
    }

    /// Records that it is the server's turn.
    func beginAnswering() {
        self.waiting.store(-1, ordering: .relaxed)
    }

    /// Records that it is the client's turn, from now on.
    func beginWaiting(at now: NIODeadline) {
        self.waiting.store(Int64(clamping: now.uptimeNanoseconds), ordering: .relaxed)
    }

    /// Records that it is the client's turn, from now on unless it was already.
    func goOnWaiting(at now: NIODeadline) {
        let now = Int64(clamping: now.uptimeNanoseconds)
        _ = self.waiting.compareExchange(expected: -1, desired: now, ordering: .relaxed)
    }
}

/// The limit on open files and sockets of the process.
package enum OpenFiles {
    /// The number of files reserved for the database, outgoing requests, copies and logs.
    private static let reserve = 512

    /// Raises the limit to the maximum that the system allows this process, and returns it.
    ///
    /// The initial limit from a shell or a service manager is often 1024, for old programs that cannot handle more.
    @discardableResult
    package static func raise() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return 0 }
        var allowed = limit
        allowed.rlim_cur = limit.rlim_max
        if limit.rlim_cur < limit.rlim_max, unsafe setrlimit(resource, &allowed) == 0 { limit = allowed }
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns the maximum number of connections for a limit on open files; the rest is reserved.
    package static func connections(of limit: Int) -> Int {
        min(ConnectionCounts.standardTotal, max(limit / 2, limit - Self.reserve))
    }
}
