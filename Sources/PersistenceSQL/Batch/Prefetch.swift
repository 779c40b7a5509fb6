import Ledger

/// The queries that the units of one transaction will make, as far as they are known before the units begin.
package struct Prefetch {
    /// The queries, each once.
    package private(set) var questions: Set<Question> = []
    /// The signed objects whose positions will be queried, each by its app, digest and date: evidence is partitioned by
    /// date, and its digest alone would have to be searched in each partition.
    package private(set) var evidence: [[SQLValue]] = []
    /// The number of originals that may be new.
    package private(set) var originalCount = 0
    /// The number of customers that may be new.
    package private(set) var customerCount = 0

    /// Creates an empty value.
    package init() {}

    /// Whether there are no queries.
    package var isEmpty: Bool { self.questions.isEmpty && self.evidence.isEmpty }

    /// Adds a query.
    mutating func ask(_ query: SQLStatement, _ values: SQLValue...) {
        self.questions.insert(Question(query, values))
    }

    /// Adds a signed object.
    mutating func askForEvidence(app: Int64, digest: SQLValue, signedAt: SQLValue) {
        self.evidence.append([.integer(app), digest, signedAt])
    }

    /// Adds originals and customers that may be new.
    mutating func expect(originals: Int, customers: Int) {
        self.originalCount += originals
        self.customerCount += customers
    }
}

/// A statement that reads, with its values.
package struct Question: Hashable, Sendable {
    /// The statement.
    package let query: SQLStatement
    /// The values.
    package let values: [SQLValue]

    /// Creates a query with its values.
    package init(_ query: SQLStatement, _ values: [SQLValue]) {
        self.query = query
        self.values = values
    }
}

extension Session {
    /// Makes the queries of units in advance, all together and in three rounds: what is stored by Apple's ids, what
    /// belongs to the originals and customers that were found, and what belongs to the owners of purchases in them.
    ///
    /// A query that is not prefetched only costs time.
    func prefetch(_ intakes: [Intake], on connection: any BatchingConnection) throws {
        var units: [(intake: Intake, scope: Scope)] = []
        for intake in intakes {
            // Nothing is stored of a new app.
            guard let scope = try self.knownScope(ScopeName(app: intake.app, environment: intake.environment)) else {
                continue
            }
            units.append((intake, scope))
        }
        guard !units.isEmpty else { return }
        var names = Prefetch()
        for (intake, scope) in units { Self.prefetchNames(of: intake, scope, &names) }
        try connection.prefetch(names)
        var rows = Prefetch()
        var originals: [(number: Int64, scope: Scope)] = []
        for (intake, scope) in units {
            for id in intake.originals {
                guard let original = try self.original(id, scope: scope), original.joinedRoot == nil else { continue }
                Self.prefetchChain(of: original.number, scope, &rows)
                originals.append((original.number, scope))
            }
            try self.prefetchCustomers(of: intake, scope, &rows)
        }
        guard !rows.isEmpty else { return }
        try connection.prefetch(rows)
        var owners = Prefetch()
        for (number, scope) in originals {
            let values: [SQLValue] = [.integer(scope.number), .integer(number)]
            let found = try self.all(.chains.snapshots, values) { row in
                _ = try row.identifier()
                return try row.optionalInteger()
            }
            for owner in Set(found.compactMap(\.self)) { Self.prefetchCustomer(owner, scope, &owners) }
        }
        if !owners.isEmpty { try connection.prefetch(owners) }
    }

    /// Adds the queries by the ids and names in a unit.
    private static func prefetchNames(of intake: Intake, _ scope: Scope, _ prefetch: inout Prefetch) {
        let number = SQLValue.integer(scope.number)
        let app = SQLValue.integer(scope.app)
        prefetch.ask(.sinks.sinks, app)
        if intake.publishesEvents { prefetch.ask(.events.appEventCount, app) }
        for object in intake.evidence {
            prefetch.askForEvidence(
                app: scope.app,
                digest: .bytes(object.digest.bytes),
                signedAt: .instant(object.signedAt)
            )
        }
        if let notification = intake.notification {
            prefetch.ask(.healing.hasNotification, number, .uuid(notification.uuid))
        }
        var originals = intake.originals
        var accounts: Set<AppTransactionID> = []
        for snapshot in intake.transactions {
            if let previous = snapshot.previousOriginalTransactionID { originals.insert(previous) }
            if let account = snapshot.appTransactionID { accounts.insert(account) }
            let id = SQLValue.identifier(snapshot.transactionID.rawValue)
            prefetch.ask(.chains.homeByID, number, id)
            prefetch.ask(.ownership.submissionsByID, number, id)
            prefetch.ask(.decisions.decisionsByID, number, id)
        }
        for original in originals {
            prefetch.ask(.chains.originalByID, number, .identifier(original.rawValue))
            prefetch.ask(.decisions.decisionsByID, number, .identifier(original.rawValue))
        }
        for account in accounts {
            prefetch.ask(.ownership.accountCustomers, number, .identifier(account.rawValue))
            prefetch.ask(.ownership.accountReaders, number, .identifier(account.rawValue))
        }
        for token in Self.tokens(of: intake) {
            prefetch.ask(.names.customersByToken, app, .digest(of: token))
            prefetch.ask(.orders.ownerOfOrderToken, app, .token(token))
            prefetch.ask(.orders.orderNumberByToken, app, .token(token))
        }
        for person in intake.people {
            prefetch.ask(.names.customerByName, app, .digest(of: person), .identifier(person.rawValue))
        }
        if intake.submission != nil { prefetch.ask(.ownership.submissionCount) }
        prefetch.expect(originals: originals.count, customers: intake.people.count)
    }

    /// Adds the queries by the number of an original that represents its own chain.
    private static func prefetchChain(of original: Int64, _ scope: Scope, _ prefetch: inout Prefetch) {
        let number = SQLValue.integer(original)
        for query in [SQLStatement.chains.snapshots, .ownership.submissions, .decisions.decisionsOfOriginal] {
            prefetch.ask(query, .integer(scope.number), number)
        }
        for query in [
            SQLStatement.ownership.sharedPurchases, .chains.renewal, .chains.renewalEvidence, .chains.signedRefunds,
            .reportedRefunds.reportedRefunds, .decisions.decisionsByName,
            .sinks.chainEventCount, .ownership.sharedToken,
        ] {
            prefetch.ask(query, number)
        }
    }

    /// Adds the queries by the numbers of the customers that a unit names.
    private func prefetchCustomers(of intake: Intake, _ scope: Scope, _ prefetch: inout Prefetch) throws {
        var people: Set<Int64> = []
        for person in intake.people {
            guard let number = try self.knownCustomer(person, app: scope.app) else { continue }
            people.insert(number)
        }
        for token in Self.tokens(of: intake) {
            let key: [SQLValue] = [.integer(scope.app), .digest(of: token)]
            for candidate in try self.all(.names.customersByToken, key, read: { row in try row.integer() }) {
                people.insert(candidate)
                prefetch.ask(.ownership.ownsWithToken, .integer(candidate), .token(token))
            }
            let order: [SQLValue] = [.integer(scope.app), .token(token)]
            people.formUnion(try self.all(.orders.ownerOfOrderToken, order) { row in try row.integer() })
        }
        for person in people { Self.prefetchCustomer(person, scope, &prefetch) }
        guard let submission = intake.submission,
            let customer = try self.knownCustomer(submission.customer, app: scope.app)
        else { return }
        let transaction = SQLValue.identifier(submission.transactionID.rawValue)
        prefetch.ask(.ownership.hasSubmitted, .integer(scope.number), transaction, .integer(customer))
    }

    /// Adds the queries about a customer.
    private static func prefetchCustomer(_ person: Int64, _ scope: Scope, _ prefetch: inout Prefetch) {
        let number = SQLValue.integer(person)
        for query in [SQLStatement.names.customerName, .sinks.customerEventCount, .ownership.tokensOfCustomer] {
            prefetch.ask(query, number)
        }
        prefetch.ask(.entitlements.holderState, .integer(scope.number), number)
        prefetch.ask(.entitlements.holdings, number, .integer(scope.number))
    }

    private static func tokens(of intake: Intake) -> Set<AccountToken> {
        Set(intake.transactions.compactMap(\.accountToken)).union(intake.renewals.compactMap(\.accountToken))
            .union(intake.customerTokens)
    }
}
