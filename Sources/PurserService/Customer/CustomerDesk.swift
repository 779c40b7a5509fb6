package import Ledger
import Notation

/// What shops and their support do for single customers.
///
/// Whatever moves purchases, mints names or forgets them is in the audit log as soon as it is done. The log is never changed
/// and so names no customer: which entries are about whom is kept beside it, and forgotten with the name.
package struct CustomerDesk: Sendable {
    /// The most moves, consents or acts that are looked at to answer one question.
    static let longestList = 1000

    let repository: any Repository
    let ambient: Ambient
    let audit: AuditLog
    let store: StoreDesk?

    /// A desk over these books; without a `store` nothing is asked of Apple.
    package init(repository: any Repository, ambient: Ambient, audit: AuditLog, store: StoreDesk? = nil) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit
        self.store = store
    }

    /// The customer, unless his name is one that no shop may use.
    func named(_ customer: CustomerID) throws(CustomerError) -> CustomerID {
        if customer.isReserved { throw .reserved(customer) }
        return customer
    }

    /// What the audit log says of an act, for each of these customers.
    func record(
        of action: AuditAction,
        on subject: String,
        about customers: [CustomerID],
        in app: AppName,
        by origin: ActOrigin,
        details: [String: String] = [:]
    ) -> AuditRecord {
        AuditRecord(
            by: origin.name,
            action,
            on: subject,
            reason: origin.reason,
            details: details.merging(["app": app.rawValue]) { first, _ in first },
            about: AuditDraft.About(customers, of: app)
        )
    }

    /// Enters that an act did nothing.
    func enterNothing(
        _ action: AuditAction,
        on subject: String,
        about customers: [CustomerID],
        in app: ServedApp,
        by origin: ActOrigin
    ) async throws(CustomerError) {
        let record = self.record(of: action, on: subject, about: customers, in: app.name, by: origin)
        _ = try await self.books { _ throws(RepositoryError) in try await self.audit.add(record, .nothing) }
    }

    /// Random text that names something here: 32 hexadecimal digits.
    func freshName() -> String { Hexadecimal.text(self.ambient.randomBytes(16)) }

    /// What the books answer, with their errors as ours.
    func books<Answer>(
        _ work: (any Repository) async throws(RepositoryError) -> Answer
    ) async throws(CustomerError) -> Answer {
        do throws(RepositoryError) {
            return try await work(self.repository)
        } catch {
            throw .storage(error)
        }
    }
}

extension Repository {
    /// Whether something may be somebody's of this name: any, but of those that are given out here only those that were.
    package func admits(_ customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool {
        if customer.isErased { return false }
        guard customer.isReserved else { return true }
        return try await self.record(of: customer, app: app) != nil
    }
}

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

    /// The reasons to look twice at a customer.
    package func risk(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(CustomerError) -> Risk {
        let now = self.ambient.now()
        return try await self.books { books throws(RepositoryError) in
            try await RiskReading(repository: books).risk(of: customer, in: app, environment: environment, at: now)
        }
    }
}
