package import Ledger

extension Session {
    /// Saves a statement about a customer, and keeps only the newest ones on its topic.
    package func put(_ fact: CustomerFact, of customer: Int64, keeping count: Int) throws {
        let subject: [SQLValue] = [.integer(customer), .integer(fact.topic.code)]
        try self.run(
            .customers.putCustomerFact,
            subject + [.instant(fact.statedAt), .optionalText(fact.text), .text(fact.statedBy)]
        )
        try self.run(.customers.pruneCustomerFacts, subject + subject + [.integer(Int64(count - 1))])
    }

    /// Returns all stored statements about a customer, without those about customers merged into them.
    package func facts(of customer: Int64) throws -> [CustomerFact] {
        try self.all(.customers.customerFacts, [.integer(customer)]) { row in
            let topic: CustomerFact.Topic = try row.coded()
            let text = try row.optionalText()
            let value = text.flatMap { CustomerFact.Value($0, about: topic) }
            guard (text == nil) == (value == nil) else { throw RepositoryError.corrupt }
            return CustomerFact(topic, value, statedAt: try row.instant(), statedBy: try row.text())
        }
    }

    /// Records that an entry of the audit log is about these customers.
    func note(_ entry: Int64, _ about: AuditDraft.About) throws {
        let app = try self.app(about.app)
        for customer in about.customers {
            let number = try self.number(of: customer, app: app)
            try self.run(.customers.insertCustomerAuditEntry, [.integer(number), .integer(entry)])
        }
    }

    /// Returns what was done to a customer, newest first.
    package func auditEntries(of customer: CustomerID, app: AppName, limit: Int) throws -> [AuditEntry] {
        var entries: [Int64: AuditEntry] = [:]
        for number in try self.people(in: customer, app: app) {
            let values: [SQLValue] = [.integer(number), .integer(Int64(limit))]
            for entry in try self.all(.customers.customerAuditEntries, values, read: Self.auditEntry) {
                entries[entry.number] = entry
            }
        }
        return Array(entries.values.sorted { $0.number > $1.number }.prefix(limit))
    }

    /// Returns the customers of an app whom an audit entry is about.
    package func customers(ofAuditEntry number: Int64, app name: AppName) throws -> [CustomerID] {
        guard let app = try self.knownApp(name) else { return [] }
        let owners = try self.all(.customers.customersOfAuditEntry, [.integer(number), .integer(app)]) { row in
            try row.integer()
        }
        return try owners.map { try self.customer($0) }
    }

    /// Returns what a customer submitted among these transactions, earliest first.
    package func submissions(
        of customer: CustomerID,
        among transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [Submission] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        var found: [(sequence: Int64, submission: Submission)] = []
        for number in try self.people(in: customer, app: app) {
            let submitter = try self.customer(number)
            for transaction in transactions {
                let values: [SQLValue] = [
                    .integer(scope.number), .identifier(transaction.rawValue), .integer(number),
                ]
                found += try self.all(.customers.ownSubmissions, values) { row in
                    let intent: Submission.Intent = try row.coded()
                    let submission = Submission(
                        customer: submitter,
                        transactionID: transaction,
                        intent: intent,
                        submittedAt: try row.instant()
                    )
                    return (try row.integer(), submission)
                }
            }
        }
        return found.sorted { $0.sequence < $1.sequence }.map(\.submission)
    }

    /// Deletes the facts about a customer, and the personal fields of other records of the customer.
    package func erasePersonalFields(of customer: Int64) throws {
        for query in [
            SQLStatement.customers.deleteCustomerFacts, .customers.eraseConsents, .customers.eraseReasons,
            .orders.deleteOrderNotes, .orders.eraseOrders, .orders.deleteBlock, .refunds.deleteRefundOverride,
        ] {
            try self.run(query, [.integer(customer)])
        }
    }
}

extension CustomerFact.Topic: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .registeredAt: 1
        case .playTime: 2
        case .accountStatus: 3
        case .platforms: 4
        case .spentElsewhere: 5
        case .refundedElsewhere: 6
        }
    }
}
