import NIOCore
import NIOPosix
import Synchronization

/// A proxy between the nodes and the database that loses connections around COMMIT.
///
/// While it is closed it does not listen, and the nodes connect to the database directly.
final class CommitProxy: Sendable {
    private struct State {
        var listener: (any Channel)?
        var database: (host: String, port: Int)?
        var connections: [ObjectIdentifier: any Channel] = [:]
        var wanted: [(loss: CommitLoss, source: String?)] = []
        var losses: [CommitLoss: Int] = [:]
    }

    /// The address of the node.
    let host: String
    /// The port.
    let port: Int
    private let state = Mutex(State())

    /// Creates a closed proxy at an address, on a free port.
    init(host: String) async throws {
        let probe = try await Self.bootstrap { _ in }.bind(host: host, port: 0).get()
        self.host = host
        self.port = probe.localAddress?.port ?? 0
        try await probe.close()
    }

    /// The number of losses of each kind.
    var losses: [CommitLoss: Int] { self.state.withLock { $0.losses } }
    /// The number of connections.
    var connectionCount: Int { self.state.withLock { $0.connections.count } }

    /// Listens, and forwards to a database.
    func open(to host: String, port: Int = 5432) async throws {
        self.state.withLock { $0.database = (host, port) }
        let listener = try await Self.bootstrap { channel in
            try channel.pipeline.syncOperations.addHandler(CommitProxyHandler(self))
        }.bind(host: self.host, port: self.port).get()
        self.state.withLock { $0.listener = listener }
    }

    /// Ends every connection, and stops listening.
    func shut() async {
        let (listener, connections) = self.state.withLock { state in
            defer {
                state.listener = nil
                state.connections = [:]
                state.wanted = []
            }
            return (state.listener, Array(state.connections.values))
        }
        try? await listener?.close()
        for connection in connections { try? await connection.close() }
    }

    /// Loses the next connection that commits a write, from any address or from the given one.
    func lose(_ loss: CommitLoss, from source: String? = nil) {
        self.state.withLock { $0.wanted.append((loss, source)) }
    }

    // MARK: What its connections ask

    /// The database to which connections are forwarded.
    var database: (host: String, port: Int)? { self.state.withLock { $0.database } }

    /// Registers a connection.
    func enter(_ channel: any Channel) {
        self.state.withLock { $0.connections[ObjectIdentifier(channel)] = channel }
    }

    /// Removes a connection.
    func leave(_ channel: any Channel) {
        self.state.withLock { $0.connections[ObjectIdentifier(channel)] = nil }
    }

    /// Returns how to lose the connection that sends COMMIT, or `nil`.
    func loss(for source: String) -> CommitLoss? {
        self.state.withLock { state in
            let place = state.wanted.firstIndex { wanted in wanted.source.map { $0 == source } ?? true }
            guard let place else { return nil }
            let loss = state.wanted.remove(at: place).loss
            state.losses[loss, default: 0] += 1
            return loss
        }
    }

    private static func bootstrap(
        _ prepare: @escaping @Sendable (any Channel) throws -> Void
    ) -> ServerBootstrap {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try prepare(channel) }
            }
    }
}

/// How a connection is lost around COMMIT.
enum CommitLoss: String, CaseIterable, Sendable {
    /// The database never receives it.
    case unheard = "before the database received it"
    /// The database has committed, and its answer is lost with the connection.
    case unanswered = "after the database committed"
    /// The database has committed, and its answer is lost; the connection stays open and sends nothing more.
    case mute = "after the database committed, silently"
    /// The database never receives it, and the connection stays open until the sender is killed.
    case held = "while it was on its way"
}
