/// Keeps what is known of customers besides their purchases: what shops say of them, what they agreed to, and what
/// operators did to them.
///
/// Each method is one whole unit of work, as those of `Repository` are. What is kept of customers who were merged into
/// one is answered together, and stays apart underneath, so that a merge can be undone.
package protocol CustomerRepository: Sendable {
    /// Keeps words about a customer, who is known from then on.
    func state(_ facts: [CustomerFact], of customer: CustomerID, app: AppName) async throws(RepositoryError)

    /// What counts of all that was said of a customer.
    func facts(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerFacts

    /// Keeps a consent, each id once; `false` when there is one of this id already.
    func keep(_ consent: Consent, of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool

    /// Takes down that a customer withdrew a consent, and returns the consent as it is then; `nil` when he gave none of
    /// this id. Withdrawn twice, the earlier instant counts.
    func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Consent?

    /// The consents that a customer gave, newest first.
    func consents(of customer: CustomerID, app: AppName, limit: Int) async throws(RepositoryError) -> [Consent]

    /// What operators and keys did to a customer, newest first.
    func auditEntries(of customer: CustomerID, app: AppName, limit: Int) async throws(RepositoryError) -> [AuditEntry]

    /// What a customer submitted among these transactions, each intent once, earliest first.
    func submissions(
        of customer: CustomerID,
        among transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [Submission]

    /// Who a customer is to the ledger; `nil` when nobody has this name.
    func record(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerRecord?

    /// Forgets what was said of a customer, and what consents and the reasons in the audit log say of persons. That he
    /// agreed, to what and when, stays: it proves what was sent.
    func erasePersonalFields(of customer: CustomerID, app: AppName) async throws(RepositoryError)
}

/// Who a customer is to the ledger.
package struct CustomerRecord: Hashable, Sendable {
    /// How many events his event stream has had.
    package let eventCount: Int64
    /// The customers who are merged into him, by name.
    package let mergedCustomers: [CustomerID]
    /// Into whom he is merged himself.
    package let mergedInto: CustomerID?

    /// A record of these values.
    package init(eventCount: Int64, mergedCustomers: [CustomerID] = [], mergedInto: CustomerID? = nil) {
        self.eventCount = eventCount
        self.mergedCustomers = mergedCustomers
        self.mergedInto = mergedInto
    }
}
