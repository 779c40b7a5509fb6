import ArgumentParser

/// A fault of a cluster while both nodes of the server work.
package enum ClusterFault: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The primary's machine loses power and comes back.
    case primaryKilled = "primary-killed"
    /// The synchronous standby's machine loses power and comes back.
    case standbyKilled = "standby-killed"
    /// The primary hangs until another has taken over, and continues.
    case primaryPaused = "primary-paused"
    /// No packet passes between the primary and all others.
    case primaryCut = "primary-cut"
    /// No packet passes between one node of the server and the primary.
    case nodeCut = "node-cut"
    /// A node of the server is killed after it has sent COMMIT and before the database receives it.
    case nodeKilled = "node-killed"
    /// A node of the server hangs in the middle of a transaction, for longer than its lease of an event stream, and
    /// continues.
    case nodePaused = "node-paused"
    /// Connections are lost around COMMIT: before the database receives it, after it has committed, and silently.
    case commitLost = "commit-lost"
    /// The database ends the server's sessions repeatedly.
    case sessionsEnded = "sessions-ended"
    /// Both nodes of the server are stopped and started, one after the other.
    case nodesRestarted = "nodes-restarted"

    /// The maximum time without a write on any node.
    package var limit: Duration {
        switch self {
        // ttl 20, loop_wait 5, retry_timeout 5: the limit that the documentation promises.
        case .primaryKilled, .primaryPaused, .primaryCut, .standbyKilled: .seconds(35)
        // The other node goes on. Clients of this node have to notice first, and the database releases its lock after
        // ten seconds without an answer.
        case .nodeCut, .nodeKilled, .nodePaused: .seconds(20)
        // Of two nodes, one waits for an answer that never comes.
        case .commitLost: .seconds(20)
        case .sessionsEnded, .nodesRestarted: .seconds(10)
        }
    }

    /// Whether the fault needs networks that can be cut.
    var needsNetworks: Bool { self == .primaryCut || self == .nodeCut }
}
