/// Reads what is known of customers besides their purchases: facts from shops, consents, and the audit entries about
/// them.
///
/// The methods combine the data of customers who were merged into one.
package protocol CustomerReads {
    /// Returns the facts about a customer that count.
    func facts(of customer: CustomerID, app: AppName) throws -> CustomerFacts

    /// Returns the consents that a customer gave, newest first.
    func consents(of customer: CustomerID, app: AppName, limit: Int) throws -> [Consent]

    /// Returns the audit entries about a customer, newest first.
    func auditEntries(of customer: CustomerID, app: AppName, limit: Int) throws -> [AuditEntry]

    /// Returns the customers of an app whom the audit entry with a number is about, each by its name after later merges.
    func customers(ofAuditEntry number: Int64, app: AppName) throws -> [CustomerID]

    /// Returns what a customer submitted among these transactions, each intent once, earliest first.
    func submissions(
        of customer: CustomerID,
        among transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [Submission]

    /// Returns the ledger's record of a customer; `nil` when the customer is unknown.
    func record(of customer: CustomerID, app: AppName) throws -> CustomerRecord?
}

/// Stores what is known of customers besides their purchases: facts from shops, consents, and the audit entries about
/// them.
///
/// The data of merged customers is stored separately, so that a merge can be undone.
package protocol CustomerWrites {
    /// Stores facts about a customer, and makes the customer known.
    func state(_ facts: [CustomerFact], of customer: CustomerID, app: AppName) throws

    /// Stores a consent, each ID once; returns `false` when a consent with this ID exists.
    func keep(_ consent: Consent, of customer: CustomerID, app: AppName) throws -> Bool

    /// Records that a customer withdrew a consent, and returns the consent as it is then; `nil` when the customer gave
    /// none with this ID. Of several withdrawals the earliest counts.
    func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app: AppName
    ) throws -> Consent?

    /// Deletes the facts about a customer, and the personal data in consents and in the reasons of audit entries.
    ///
    /// That the customer agreed, to which text and when, stays: it proves the legal basis of what was sent.
    func erasePersonalFields(of customer: CustomerID, app: AppName) throws
}

/// The ledger's record of a customer.
package struct CustomerRecord: Hashable, Sendable {
    /// The number of events in the customer's event stream.
    package let eventCount: Int64
    /// The customers who are merged into this one, by name.
    package let mergedCustomers: [CustomerID]
    /// The customer into whom this one is merged.
    package let mergedInto: CustomerID?

    /// Creates a record with these values.
    package init(eventCount: Int64, mergedCustomers: [CustomerID] = [], mergedInto: CustomerID? = nil) {
        self.eventCount = eventCount
        self.mergedCustomers = mergedCustomers
        self.mergedInto = mergedInto
    }
}
