import Ledger

/// The customers of one app: who is known, who is the same person as another, and who was erased.
struct MemoryCustomerIdentities: Sendable {
    /// The known customer ids.
    private(set) var known: Set<CustomerID> = []
    /// Into whom customers were merged.
    private(set) var mergedInto: [CustomerID: CustomerID] = [:]
    /// The instants of erasure, by the ids that replace the erased ones.
    private(set) var erasedAt: [CustomerID: Instant] = [:]

    /// Returns the canonical customer of an id: the customer itself, or the one it was merged into.
    func resolved(_ customer: CustomerID) -> CustomerID {
        var customer = customer
        while let other = self.mergedInto[customer] { customer = other }
        return customer
    }

    /// Returns all ids that have this canonical customer, its own included.
    func merged(into customer: CustomerID) -> Set<CustomerID> {
        self.known.filter { self.resolved($0) == customer }
    }

    /// Adds a customer to the known ones.
    mutating func meet(_ customer: CustomerID) { self.known.insert(customer) }

    /// Merges a customer into another.
    mutating func merge(_ customer: CustomerID, into other: CustomerID) {
        self.known.insert(other)
        self.mergedInto[customer] = other
    }

    /// Removes the merge of a customer, which is its own canonical customer again.
    mutating func separate(_ customer: CustomerID) { self.mergedInto[customer] = nil }

    /// Replaces the id of a customer permanently.
    mutating func erase(_ customer: CustomerID, as nameless: CustomerID, at now: Instant) {
        self.known.remove(customer)
        self.known.insert(nameless)
        self.erasedAt[nameless] = now
        if let other = self.mergedInto.removeValue(forKey: customer) { self.mergedInto[nameless] = other }
        for (one, other) in self.mergedInto where other == customer { self.mergedInto[one] = nameless }
    }
}
