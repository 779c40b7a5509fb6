import Ledger

/// The customers of one app: who is known, who is the same person as another, and who was erased.
struct MemoryCustomerIdentities: Sendable {
    /// Everybody who was ever named.
    private(set) var known: Set<CustomerID> = []
    /// Into whom customers were merged.
    private(set) var mergedInto: [CustomerID: CustomerID] = [:]
    /// When customers were erased, by the ids they have since.
    private(set) var erasedAt: [CustomerID: Instant] = [:]

    /// The customer who counts instead of another: himself, or whom he was merged into.
    func resolved(_ customer: CustomerID) -> CustomerID {
        var customer = customer
        while let other = self.mergedInto[customer] { customer = other }
        return customer
    }

    /// Everybody who counts as a customer, himself included.
    func merged(into customer: CustomerID) -> Set<CustomerID> {
        self.known.filter { self.resolved($0) == customer }
    }

    /// Takes note that somebody was named.
    mutating func meet(_ customer: CustomerID) { self.known.insert(customer) }

    /// Lets a customer count as another.
    mutating func merge(_ customer: CustomerID, into other: CustomerID) {
        self.known.insert(other)
        self.mergedInto[customer] = other
    }

    /// Lets a customer count as himself again.
    mutating func separate(_ customer: CustomerID) { self.mergedInto[customer] = nil }

    /// Puts another id in the place of a customer's, for good.
    mutating func erase(_ customer: CustomerID, as nameless: CustomerID, at now: Instant) {
        self.known.remove(customer)
        self.known.insert(nameless)
        self.erasedAt[nameless] = now
        if let other = self.mergedInto.removeValue(forKey: customer) { self.mergedInto[nameless] = other }
        for (one, other) in self.mergedInto where other == customer { self.mergedInto[one] = nameless }
    }
}
