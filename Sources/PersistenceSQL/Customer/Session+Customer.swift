package import Ledger

extension Session {
    /// Stores facts about a customer.
    package func state(_ facts: [CustomerFact], of customer: CustomerID, app: AppName) throws {
        let number = try self.number(of: customer, app: try self.app(app))
        for fact in facts {
            let topic = SQLValue.integer(fact.topic.code)
            try self.run(
                .customers.putCustomerFact,
                [
                    .integer(number), topic, .instant(fact.statedAt), fact.text.map(SQLValue.text) ?? .null,
                    .text(fact.statedBy),
                ]
            )
            try self.run(
                .customers.pruneCustomerFacts,
                [.integer(number), topic, .integer(number), topic, .integer(Int64(CustomerFact.maximumPerTopic - 1))]
            )
        }
    }

    /// Returns the current facts about a customer.
    package func facts(of customer: CustomerID, app: AppName) throws -> CustomerFacts {
        CustomerFacts(
            try self.people(in: customer, app: app).flatMap { number in
                try self.all(.customers.customerFacts, [.integer(number)]) { row in
                    let topic: CustomerFact.Topic = try row.coded()
                    let text = try row.optionalText()
                    let value = text.flatMap { CustomerFact.Value($0, about: topic) }
                    guard (text == nil) == (value == nil) else { throw RepositoryError.corrupt }
                    return CustomerFact(topic, value, statedAt: try row.instant(), statedBy: try row.text())
                }
            }
        )
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

    /// Returns the ledger's record of a customer.
    package func record(of customer: CustomerID, app: AppName) throws -> CustomerRecord? {
        guard let app = try self.knownApp(app) else { return nil }
        guard let number = try self.knownCustomer(customer, app: app) else {
            let isMet = try self.customerTokenCount(of: customer, app: app) > 0
            return isMet ? CustomerRecord(eventCount: 0, mergedCustomers: [], mergedInto: nil) : nil
        }
        let events = try self.first(.customers.customerEvents, [.integer(number)]) { row in try row.integer() } ?? 0
        let counting = try self.countingCustomer(number)
        let others = try self.everybody(whoIs: number).filter { $0 != number }.map(self.customer)
        return CustomerRecord(
            eventCount: events,
            mergedCustomers: others.sorted(),
            mergedInto: counting.number == number ? nil : counting.name
        )
    }

    /// Erases the facts about a customer, and the personal fields of other records.
    package func erasePersonalFields(of customer: CustomerID, app: AppName) throws {
        for number in try self.people(in: customer, app: app) {
            for query in [
                SQLStatement.customers.deleteCustomerFacts, .customers.eraseConsents, .customers.eraseReasons,
                .orders.deleteOrderNotes,
                .orders.eraseOrders, .orders.deleteBlock,
                .refunds.deleteRefundOverride,
            ] {
                try self.run(query, [.integer(number)])
            }
            try self.forgetJudgments(of: number, app: app)
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
