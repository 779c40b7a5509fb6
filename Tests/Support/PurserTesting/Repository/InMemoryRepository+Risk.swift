package import Ledger

extension InMemoryRepository {
    /// What was last seen of a customer.
    package func riskMark(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskMark? {
        try self.open { books in books.risks.marks[books.riskKey(of: customer, app: app)] }
    }

    /// Keeps what was seen of a customer, and tells whether he crossed the line.
    package func note(
        _ look: RiskLook,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in books.note(look, of: customer, app: app) }
    }

    /// The customers at the line or above it, after a place.
    package func riskMarks(
        of app: AppName,
        after place: RiskPlace?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskMark] {
        try self.open { books in
            let marks = books.risks.marks.filter { $0.key.app == app && $0.value.raisedAt != nil }.map(\.value)
            let sorted = marks.sorted { $0.place > $1.place }
            return Array(sorted.filter { mark in place.map { mark.place < $0 } ?? true }.prefix(limit))
        }
    }

    /// The customers who are to be looked at again.
    package func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID] {
        try self.open { books in
            let due = books.risks.marks.filter { $0.key.app == app }.compactMap { _, mark in
                mark.dueAt.map { (customer: mark.customer, at: $0) }
            }
            return Array(due.filter { $0.at <= now }.sorted { $0.at < $1.at }.map(\.customer).prefix(limit))
        }
    }
}
