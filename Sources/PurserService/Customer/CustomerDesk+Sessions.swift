package import Ledger

extension CustomerDesk {
    /// Ends the tokens that were minted here for the apps of a customer, and returns how many there were; or only says so.
    ///
    /// What the shop signs is not concerned: such a token ends by itself, within a day.
    package func endSessions(
        of customer: CustomerID,
        in app: ServedApp,
        by origin: ActOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> Int {
        let count = try await self.books { books throws(RepositoryError) in
            try await books.customerTokenCount(of: customer, app: app.name)
        }
        guard !isPreview else { return count }
        let record = self.record(
            of: .customerEndSessions,
            on: "customer_token",
            // Who is not known must not become so by this.
            about: count > 0 ? [customer] : [],
            in: app.name,
            by: origin
        )
        return try await self.books { books throws(RepositoryError) in
            try await self.audit.enter(record) { (count: Int) in
                count > 0 ? .done : .nothing
            } by: { () throws(RepositoryError) in
                try await books.removeCustomerTokens(of: customer, app: app.name)
            }
        }
    }
}
