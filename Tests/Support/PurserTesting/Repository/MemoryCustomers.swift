import Ledger

/// The facts, consents and submissions of customers in `InMemoryRepository`.
struct MemoryCustomers: Sendable {
    /// A customer of one app.
    struct Key: Hashable {
        let app: AppName
        let customer: CustomerID
    }

    /// A consent and who gave it.
    struct Given {
        let key: Key
        var consent: Consent
    }

    /// The newest statements of each fact.
    var facts: [Key: [CustomerFact]] = [:]
    /// The consents given.
    var consents: [Given] = []
    /// The entries of the audit log that are about a customer.
    var acts: [Key: Set<Int64>] = [:]

    /// Stores a statement.
    mutating func state(_ fact: CustomerFact, of key: Key) {
        var words = self.facts[key] ?? []
        let place = words.firstIndex { $0.topic == fact.topic && $0.statedAt == fact.statedAt }
        if let place {
            if fact.takesPrecedence(over: words[place]) { words[place] = fact }
        } else {
            words.append(fact)
        }
        let kept = words.filter { $0.topic == fact.topic }.sorted { $0.statedAt > $1.statedAt }
            .prefix(CustomerFact.maximumPerTopic)
        self.facts[key] = words.filter { $0.topic != fact.topic } + kept
    }

    /// Replaces the id of a customer.
    mutating func rename(_ customer: CustomerID, to nameless: CustomerID, of app: AppName) {
        let old = Key(app: app, customer: customer)
        let new = Key(app: app, customer: nameless)
        self.facts[new] = self.facts.removeValue(forKey: old)
        self.acts[new] = self.acts.removeValue(forKey: old)
        for place in self.consents.indices where self.consents[place].key == old {
            self.consents[place] = Given(key: new, consent: self.consents[place].consent)
        }
    }
}

extension MemoryState {
    /// Returns the keys of a customer's records: the customer's own and those of customers merged into it.
    func keys(in customer: CustomerID, app: AppName) -> [MemoryCustomers.Key] {
        guard let people = self.people[app] else { return [MemoryCustomers.Key(app: app, customer: customer)] }
        let resolved = people.resolved(customer)
        return people.merged(into: resolved).union([resolved]).sorted()
            .map { MemoryCustomers.Key(app: app, customer: $0) }
    }

    /// Whether this id is in use.
    func knows(_ customer: CustomerID, app: AppName) -> Bool {
        self.people[app]?.known.contains(customer) ?? false
            || self.access.customerTokenCount(of: customer, app: app) > 0
    }
}
