import Ledger

extension MemoryUnit {
    /// Stores statements about a customer.
    func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        app: AppName
    ) throws {
        self.open { memory in
            let key = MemoryCustomers.Key(app: app, customer: customer)
            memory.people[app, default: MemoryCustomerIdentities()].meet(customer)
            for fact in facts { memory.profiles.state(fact, of: key) }
        }
    }

    /// Returns the current facts about a customer.
    func facts(of customer: CustomerID, app: AppName) throws -> CustomerFacts {
        self.open { memory in
            CustomerFacts(memory.keys(in: customer, app: app).flatMap { memory.profiles.facts[$0] ?? [] })
        }
    }

    /// Stores a consent, each id once.
    func keep(
        _ consent: Consent,
        of customer: CustomerID,
        app: AppName
    ) throws -> Bool {
        self.open { memory in
            let key = MemoryCustomers.Key(app: app, customer: customer)
            memory.people[app, default: MemoryCustomerIdentities()].meet(customer)
            guard !memory.profiles.consents.contains(where: { $0.key.app == app && $0.consent.id == consent.id }) else {
                return false
            }
            memory.profiles.consents.append(.init(key: key, consent: consent))
            memory.wakeRefunds(of: customer, app: app, at: consent.recordedAt)
            return true
        }
    }

    /// Takes down that a customer withdrew a consent.
    func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app: AppName
    ) throws -> Consent? {
        self.open { memory in
            let keys = memory.keys(in: customer, app: app)
            let place = memory.profiles.consents.firstIndex { keys.contains($0.key) && $0.consent.id == id }
            guard let place else { return nil }
            if memory.profiles.consents[place].consent.withdraw(withdrawal) {
                memory.wakeRefunds(of: customer, app: app, at: withdrawal.withdrawnAt)
            }
            return memory.profiles.consents[place].consent
        }
    }

    /// The consents that a customer gave, newest first.
    func consents(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) throws -> [Consent] {
        self.open { memory in
            let keys = memory.keys(in: customer, app: app)
            let consents = memory.profiles.consents.filter { keys.contains($0.key) }.map(\.consent)
            return Array(consents.sorted { ($0.givenAt, $0.id) > ($1.givenAt, $1.id) }.prefix(limit))
        }
    }

    /// Returns the audit entries about a customer, newest first.
    func auditEntries(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) throws -> [AuditEntry] {
        self.open { memory in
            let keys = memory.keys(in: customer, app: app)
            let numbers = keys.reduce(into: Set<Int64>()) { $0.formUnion(memory.profiles.acts[$1] ?? []) }
            return Array(memory.audit.filter { numbers.contains($0.number) }.reversed().prefix(limit))
        }
    }

    /// Returns the customers of an app whom an audit entry is about.
    func customers(ofAuditEntry number: Int64, app: AppName) throws -> [CustomerID] {
        self.open { memory in
            memory.profiles.acts.filter { $0.key.app == app && $0.value.contains(number) }.map(\.key.customer).sorted()
        }
    }

    /// Returns a customer's submissions of these transactions, earliest first.
    func submissions(
        of customer: CustomerID,
        among transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [Submission] {
        self.open { memory in
            let customers = Set(memory.keys(in: customer, app: app).map(\.customer))
            let facts = memory.facts[MemoryState.Scope(app: app, environment: environment)]
            return (facts?.submissions ?? []).filter {
                customers.contains($0.customer) && transactions.contains($0.transactionID)
            }
        }
    }

    /// Returns the record of a customer.
    func record(of customer: CustomerID, app: AppName) throws -> CustomerRecord? {
        self.open { memory in
            guard memory.knows(customer, app: app) else { return nil }
            let stream = EventStream(app: app, subject: .customer(customer))
            let people = memory.people[app] ?? MemoryCustomerIdentities()
            return CustomerRecord(
                eventCount: memory.outbox.events(of: stream).last?.number ?? 0,
                mergedCustomers: people.merged(into: customer).subtracting([customer]).sorted(),
                mergedInto: people.resolved(customer) == customer ? nil : people.resolved(customer)
            )
        }
    }

    /// Removes the facts about a customer, and personal data elsewhere.
    func erasePersonalFields(of customer: CustomerID, app: AppName) throws {
        self.open { memory in
            for key in memory.keys(in: customer, app: app) {
                memory.profiles.facts[key] = nil
                memory.orders.erasePersonalFields(of: key)
                memory.refunds.overrides[key] = nil
                memory.forgetJudgments(of: key)
                for place in memory.profiles.consents.indices where memory.profiles.consents[place].key == key {
                    memory.profiles.consents[place].consent = memory.profiles.consents[place].consent.nameless
                }
                let acts = memory.profiles.acts[key] ?? []
                for place in memory.audit.indices where acts.contains(memory.audit[place].number) {
                    memory.audit[place] = memory.audit[place].withoutReasonText
                }
            }
        }
    }
}
