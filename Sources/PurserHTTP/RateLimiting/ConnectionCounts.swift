import Foundation
import NIOCore
import PurserService
import Synchronization

/// How many connections each address has open, how many all have, and how many they may.
package final class ConnectionCounts: Sendable {
    /// How many connections one address may have open, if nothing else is said: a network of phones behind one address
    /// has hundreds, nobody has thousands.
    package static let standard = 1000
    /// How many connections all may have open together, where as many files may be open: each takes up to 30 KB.
    package static let standardTotal = 16_384
    /// Which part of all is closed at once where they are too many, so that looking for them is seldom.
    private static let part = 16

    private struct State {
        var counts: [NetworkAddress: Int] = [:]
        var connections: [ObjectIdentifier: OpenConnection] = [:]
        /// Those that are told to close and have not yet.
        var leaving: Set<ObjectIdentifier> = []
    }

    private let maximum: Int
    private let total: Int
    /// The proxies whose connections belong to many.
    let proxies: TrustedProxies
    private let state = Mutex(State())

    /// How many are closed at once.
    private var batch: Int { max(1, self.total / Self.part) }

    /// Counts against a maximum for each address and one for all; what comes from this machine and from trusted proxies
    /// is counted with all, and not by its address.
    package init(
        maximum: Int = ConnectionCounts.standard,
        total: Int = ConnectionCounts.standardTotal,
        proxies: TrustedProxies = TrustedProxies()
    ) {
        self.maximum = maximum
        self.total = max(1, total)
        self.proxies = proxies
    }

    /// Counts a connection that opens; `nil` where it may not.
    ///
    /// Where all are too many, those go that have waited the longest for their clients to send a request or to read an
    /// answer, of the addresses that have the most; where the server is answering all of them, the new one does.
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
            // What is told to close holds its file until it has.
            if state.connections.count >= self.total + self.batch { return (nil, closing) }
            let connection = OpenConnection(from: address, at: now, close: close)
            state.counts[address.network] = count + 1
            state.connections[ObjectIdentifier(connection)] = connection
            return (connection, closing)
        }
        for one in closing { one.close() }
        return connection
    }

    /// Counts a connection no more.
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

    /// Chooses what has to go.
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

/// One connection that counts, and whether it waits for its client.
final class OpenConnection: Sendable {
    /// The other end.
    let address: NetworkAddress
    /// Ends the connection.
    let close: @Sendable () -> Void
    /// Since when it has waited for a whole request, or for the client to take an answer, in nanoseconds of the loop's
    /// clock; -1 while the server is at work.
    private let waiting: Atomic<Int64>

    /// A connection that waits from now on.
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

    /// Notes that it is the server's turn.
    func beginAnswering() {
        self.waiting.store(-1, ordering: .relaxed)
    }

    /// Notes that it is the client's turn, which begins anew.
    func beginWaiting(at now: NIODeadline) {
        self.waiting.store(Int64(clamping: now.uptimeNanoseconds), ordering: .relaxed)
    }

    /// Notes that it is the client's turn, since now unless it has been before.
    func goOnWaiting(at now: NIODeadline) {
        let now = Int64(clamping: now.uptimeNanoseconds)
        _ = self.waiting.compareExchange(expected: -1, desired: now, ordering: .relaxed)
    }
}

/// How many files and sockets the process may have open.
package enum OpenFiles {
    /// How many are kept for the database, calls to others, copies and logs.
    private static let reserve = 512

    /// Raises the number to what the system allows this process, and returns it.
    ///
    /// What a shell or a service manager gives to begin with is often 1024, for programs of old that cannot count
    /// further.
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

    /// How many connections may be open together where so many files may be: the rest is for everything else.
    package static func connections(of limit: Int) -> Int {
        min(ConnectionCounts.standardTotal, max(limit / 2, limit - Self.reserve))
    }
}
