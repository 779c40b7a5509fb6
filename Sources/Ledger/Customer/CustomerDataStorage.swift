/// Loads and saves what is known of customers besides their purchases.
package protocol CustomerDataStorage: CustomerStorage {
    /// Returns all stored statements about a customer, without those about customers merged into them.
    func facts(of customer: Int64) throws -> [CustomerFact]

    /// Saves a statement about a customer, unless one that takes precedence has its topic and date, and keeps only the
    /// newest ones on its topic.
    func put(_ fact: CustomerFact, of customer: Int64, keeping count: Int) throws

    /// Saves a consent of a customer without a withdrawal, and returns whether its ID is new.
    func insert(_ consent: Consent, of customer: Int64, app: Int64) throws -> Bool

    /// Saves the withdrawal of a consent.
    func put(_ withdrawal: Consent.Withdrawal, of id: ConsentID, app: Int64) throws

    /// Returns a consent, and the number of the customer who gave it; `nil` where it does not exist.
    func consent(_ id: ConsentID, app: Int64) throws -> (owner: Int64, consent: Consent)?

    /// Deletes the facts about a customer, and the personal fields of other records of the customer.
    func erasePersonalFields(of customer: Int64) throws
}

extension LedgerStorage {
    /// Stores facts about a customer.
    package func state(_ facts: [CustomerFact], of customer: CustomerID, app: AppName) throws {
        let number = try self.number(of: customer, app: try self.app(app))
        for fact in facts { try self.put(fact, of: number, keeping: CustomerFact.maximumPerTopic) }
    }

    /// Returns the facts about a customer that count.
    package func facts(of customer: CustomerID, app: AppName) throws -> CustomerFacts {
        CustomerFacts(try self.people(in: customer, app: app).flatMap { try self.facts(of: $0) })
    }

    /// Stores a consent; returns `false` when its ID exists already.
    package func keep(_ consent: Consent, of customer: CustomerID, app name: AppName) throws -> Bool {
        let app = try self.app(name)
        guard try self.insert(consent, of: self.number(of: customer, app: app), app: app) else { return false }
        if let withdrawal = consent.withdrawal { try self.put(withdrawal, of: consent.id, app: app) }
        // Apple's requests may wait for the consent.
        try self.wakeRefunds(of: customer, app: name, at: consent.recordedAt)
        return true
    }

    /// Records that a customer withdrew a consent.
    package func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app name: AppName
    ) throws -> Consent? {
        guard let app = try self.knownApp(name) else { return nil }
        let people = try self.people(in: customer, app: name)
        guard let found = try self.consent(id, app: app), people.contains(found.owner) else { return nil }
        var consent = found.consent
        if consent.withdraw(withdrawal) {
            try self.put(withdrawal, of: id, app: app)
            try self.wakeRefunds(of: customer, app: name, at: withdrawal.withdrawnAt)
        }
        return consent
    }

    /// Returns the ledger's record of a customer.
    package func record(of customer: CustomerID, app: AppName) throws -> CustomerRecord? {
        guard let app = try self.knownApp(app) else { return nil }
        guard let number = try self.knownCustomer(customer, app: app) else {
            let isMet = try self.customerTokenCount(of: customer, app: app) > 0
            return isMet ? CustomerRecord(eventCount: 0) : nil
        }
        let events = try self.eventCount(of: EventStreamNumber(customer: number))
        let counting = try self.countingCustomer(number)
        let others = try self.everybody(whoIs: number).filter { $0 != number }.map { try self.customer($0) }
        return CustomerRecord(
            eventCount: events,
            mergedCustomers: others.sorted(),
            mergedInto: counting.number == number ? nil : counting.name
        )
    }

    /// Erases the facts about a customer, and the personal fields of other records.
    package func erasePersonalFields(of customer: CustomerID, app: AppName) throws {
        for number in try self.people(in: customer, app: app) {
            try self.erasePersonalFields(of: number)
            try self.forgetJudgments(of: number, app: app)
        }
    }
}
