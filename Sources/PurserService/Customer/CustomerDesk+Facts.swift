package import Ledger

extension CustomerDesk {
    /// Takes down what a shop says of a customer, and returns what counts then.
    package func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        in app: ServedApp,
        isPreview: Bool = false
    ) async throws(CustomerError) -> CustomerFacts {
        let customer = try self.named(customer)
        return try await self.books { books throws(RepositoryError) in
            if !isPreview { try await books.state(facts, of: customer, app: app.name) }
            var all = try await books.facts(of: customer, app: app.name)
            if isPreview { for fact in facts { all.hear(fact) } }
            return all
        }
    }
}
