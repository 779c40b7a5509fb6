package import Ledger

extension InMemoryRepository {
    /// Keeps words about a customer.
    package func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) {
        try self.open { books in
            let key = BooksCustomers.Key(app: app, customer: customer)
            books.people[app, default: BooksPeople()].meet(customer)
            for fact in facts { books.profiles.state(fact, of: key) }
        }
    }

    /// What counts of all that was said of a customer.
    package func facts(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerFacts {
        try self.open { books in
            CustomerFacts(books.keys(in: customer, app: app).flatMap { books.profiles.facts[$0] ?? [] })
        }
    }

    /// Keeps a consent, each id once.
    package func keep(
        _ consent: Consent,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in
            let key = BooksCustomers.Key(app: app, customer: customer)
            books.people[app, default: BooksPeople()].meet(customer)
            guard !books.profiles.consents.contains(where: { $0.key.app == app && $0.consent.id == consent.id }) else {
                return false
            }
            books.profiles.consents.append(.init(key: key, consent: consent))
            books.wakeRefunds(of: customer, app: app, at: consent.recordedAt)
            return true
        }
    }

    /// Takes down that a customer withdrew a consent.
    package func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Consent? {
        try self.open { books in
            let keys = books.keys(in: customer, app: app)
            let place = books.profiles.consents.firstIndex { keys.contains($0.key) && $0.consent.id == id }
            guard let place else { return nil }
            if books.profiles.consents[place].consent.withdraw(withdrawal) {
                books.wakeRefunds(of: customer, app: app, at: withdrawal.withdrawnAt)
            }
            return books.profiles.consents[place].consent
        }
    }

    /// The consents that a customer gave, newest first.
    package func consents(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [Consent] {
        try self.open { books in
            let keys = books.keys(in: customer, app: app)
            let consents = books.profiles.consents.filter { keys.contains($0.key) }.map(\.consent)
            return Array(consents.sorted { ($0.givenAt, $0.id) > ($1.givenAt, $1.id) }.prefix(limit))
        }
    }

    /// What operators and keys did to a customer, newest first.
    package func acts(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [AuditEntry] {
        try self.open { books in
            let keys = books.keys(in: customer, app: app)
            let numbers = keys.reduce(into: Set<Int64>()) { $0.formUnion(books.profiles.acts[$1] ?? []) }
            return Array(books.audit.filter { numbers.contains($0.number) }.reversed().prefix(limit))
        }
    }

    /// What a customer submitted among these transactions, earliest first.
    package func submissions(
        of customer: CustomerID,
        among transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [Submission] {
        try self.open { books in
            let customers = Set(books.keys(in: customer, app: app).map(\.customer))
            let facts = books.facts[Books.Scope(app: app, environment: environment)]
            return (facts?.submissions ?? []).filter {
                customers.contains($0.customer) && transactions.contains($0.transactionID)
            }
        }
    }

    /// Who a customer is to the books.
    package func record(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerRecord? {
        try self.open { books in
            guard books.knows(customer, app: app) else { return nil }
            let lane = Lane(app: app, subject: .customer(customer))
            let people = books.people[app] ?? BooksPeople()
            return CustomerRecord(
                eventCount: books.outbox.events(of: lane).last?.number ?? 0,
                mergedCustomers: people.merged(into: customer).subtracting([customer]).sorted(),
                mergedInto: people.resolved(customer) == customer ? nil : people.resolved(customer)
            )
        }
    }

    /// Forgets what was said of a customer, and what speaks of persons elsewhere.
    package func erasePersonalFields(of customer: CustomerID, app: AppName) async throws(RepositoryError) {
        try self.open { books in
            for key in books.keys(in: customer, app: app) {
                books.profiles.facts[key] = nil
                books.orders.erasePersonalFields(of: key)
                books.refunds.overrides[key] = nil
                books.forgetJudgements(of: key)
                for place in books.profiles.consents.indices where books.profiles.consents[place].key == key {
                    books.profiles.consents[place].consent = books.profiles.consents[place].consent.nameless
                }
                let acts = books.profiles.acts[key] ?? []
                for place in books.audit.indices where acts.contains(books.audit[place].number) {
                    books.audit[place] = books.audit[place].withoutReasonText
                }
            }
        }
    }
}
