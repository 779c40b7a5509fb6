package import AppStoreSimulator

/// One step of a random program: something done in the world, by an app, or to the server.
///
/// Steps name customers and count their transactions instead of naming identifiers, so that a program still means
/// something after steps before it were cut out.
package enum ExplorerStep: Hashable, Sendable {
    /// A change of the server's state.
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
    /// An app submits what its customer bought.
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

/// A submission of an app for its customer.
package struct ExplorerSubmission: Hashable, Sendable, Codable {
    /// The customer whose app it is.
    package var customer: String
    /// Which of the customer's transactions, counted back from the newest and around again; all of them when absent.
    package var transaction: Int?
    /// The intent of the app: `purchase`, `sync` or `restore`.
    package var intent: String
    /// The number of submissions, one after the other.
    package var times: Int

    /// A submission of these values.
    package init(customer: String, transaction: Int? = nil, intent: String = "sync", times: Int = 1) {
        self.customer = customer
        self.transaction = transaction
        self.intent = intent
        self.times = times
    }
}

/// Coins that a customer spends.
package struct ExplorerSpending: Hashable, Sendable, Codable {
    /// The customer who spends coins.
    package var customer: String
    /// The quantity.
    package var quantity: Int64

    /// Spending of these values.
    package init(customer: String, quantity: Int64) {
        self.customer = customer
        self.quantity = quantity
    }
}

/// Something about an order: it is made, paid for, or called off.
package struct ExplorerOrdering: Hashable, Sendable, Codable {
    /// The action.
    package enum Action: String, Hashable, Sendable, Codable, CaseIterable {
        /// An order for coins is made.
        case make
        /// It is paid for with its token.
        case pay
        /// Something else is bought with its token.
        case payOther
        /// It is canceled.
        case cancel
    }

    /// The customer who orders.
    package var customer: String
    /// The action.
    package var action: Action
    /// The index of the order, counted back from the customer's newest, modulo the number of orders.
    package var order: Int
    /// The ordered quantity.
    package var quantity: Int

    /// Something about an order.
    package init(customer: String, action: Action, order: Int = 0, quantity: Int = 1) {
        self.customer = customer
        self.action = action
        self.order = order
        self.quantity = quantity
    }
}

/// The notation in which programs reference a transaction before it exists.
///
/// `$@anna.3` is anna's transaction that is third from her newest, which is number 0. The number is taken modulo the
/// number of transactions.
enum ExplorerReference {
    /// The spelling of a reference.
    static func text(customer: String, back: Int) -> String {
        "$@\(customer).\(back)"
    }

    /// Returns the identifier to which a reference resolves now; `nil` when the customer has no transaction.
    ///
    /// Returns other text unchanged.
    static func resolve(_ text: String, in world: World) -> String? {
        guard text.hasPrefix("$@"), let dot = text.lastIndex(of: "."), let back = Int(text[text.index(after: dot)...])
        else { return text }
        let name = String(text[text.index(text.startIndex, offsetBy: 2)..<dot])
        let all = world.transactions(of: WorldCustomer(name: name))
        guard !all.isEmpty else { return nil }
        return all[all.count - 1 - back % all.count].transactionId
    }
}
