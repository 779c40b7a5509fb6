package import AppStoreSimulator

/// One step of a random program: something done in the world, by an app, or to the server.
///
/// Steps name customers and count their transactions instead of naming identifiers, so that a program still means
/// something after steps before it were cut out.
package enum ExplorerStep: Hashable, Sendable {
    /// What becomes of the server.
    package enum Fate: String, Hashable, Sendable, Codable, CaseIterable {
        /// It answers every delivery with 503.
        case down
        /// It answers again.
        case up
        /// It is stopped and started with what it had written.
        case restart
        /// Its clock falls ten minutes behind.
        case clockBehind
        /// Its clock is right again.
        case clockRight
        /// It reads Apple's history of what was sent, and takes in what it lacks.
        case heal
    }

    /// Something is done in the world; a transaction is named as ``ExplorerReference`` says.
    case act(WorldAction)
    /// An app hands in what its customer bought.
    case submit(ExplorerSubmission)
    /// A customer spends coins.
    case spend(ExplorerSpending)
    /// Something is done about an order.
    case order(ExplorerOrdering)
    /// Something becomes of the server.
    case server(Fate)
    /// Faults end, everything is delivered, and all invariants are checked.
    case quiet
}

extension ExplorerStep: Codable {
    private enum Key: String, CodingKey {
        case act, submit, spend, order, server, quiet
    }

    /// Reads a step: an object with one member that says what kind it is.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        if let action = try members.decodeIfPresent(WorldAction.self, forKey: .act) {
            self = .act(action)
        } else if let submission = try members.decodeIfPresent(ExplorerSubmission.self, forKey: .submit) {
            self = .submit(submission)
        } else if let spending = try members.decodeIfPresent(ExplorerSpending.self, forKey: .spend) {
            self = .spend(spending)
        } else if let ordering = try members.decodeIfPresent(ExplorerOrdering.self, forKey: .order) {
            self = .order(ordering)
        } else if let fate = try members.decodeIfPresent(Fate.self, forKey: .server) {
            self = .server(fate)
        } else {
            _ = try members.decode(Bool.self, forKey: .quiet)
            self = .quiet
        }
    }

    /// Writes a step as an object with one member.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        switch self {
        case .act(let action): try members.encode(action, forKey: .act)
        case .submit(let submission): try members.encode(submission, forKey: .submit)
        case .spend(let spending): try members.encode(spending, forKey: .spend)
        case .order(let ordering): try members.encode(ordering, forKey: .order)
        case .server(let fate): try members.encode(fate, forKey: .server)
        case .quiet: try members.encode(true, forKey: .quiet)
        }
    }
}
