import ArgumentParser

/// Something that is done to a cluster while both nodes of the server work.
package enum ClusterFault: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The machine of the primary loses power, and comes back.
    case primaryKilled = "primary-killed"
    /// The machine of the synchronous standby loses power, and comes back.
    case standbyKilled = "standby-killed"
    /// The primary hangs until another has taken its place, and goes on.
    case primaryPaused = "primary-paused"
    /// No packet passes between the primary and everybody else.
    case primaryCut = "primary-cut"
    /// No packet passes between one node of the server and the primary.
    case nodeCut = "node-cut"
    /// A node of the server is killed when it has sent COMMIT and before the database has heard it.
    case nodeKilled = "node-killed"
    /// A node of the server hangs in the middle of a transaction, for longer than it may hold an event stream, and goes
    /// on.
    case nodePaused = "node-paused"
    /// Connections are lost over COMMIT: before the database heard it, after it did it, and without a word.
    case commitLost = "commit-lost"
    /// The database ends the server's sessions, again and again.
    case sessionsEnded = "sessions-ended"
    /// Both nodes of the server are stopped and started, one after the other.
    case nodesRestarted = "nodes-restarted"

    /// How long writes may stay away, all nodes together.
    package var limit: Duration {
        switch self {
        // ttl 20, loop_wait 5, retry_timeout 5: what design and documents promise.
        case .primaryKilled, .primaryPaused, .primaryCut, .standbyKilled: .seconds(35)
        // The other node goes on; who came to this one has to notice first, and a lock that it held is released when
        // the database misses it, which is after ten seconds.
        case .nodeCut, .nodeKilled, .nodePaused: .seconds(20)
        // An answer that never comes is waited for by one node of two.
        case .commitLost: .seconds(20)
        case .sessionsEnded, .nodesRestarted: .seconds(10)
        }
    }

    /// Whether it needs networks that can be cut.
    var needsNetworks: Bool { self == .primaryCut || self == .nodeCut }
}
