package import Ledger
import Notation

/// What shops and their support do for single customers.
///
/// Whatever moves purchases, mints names or forgets them is in the audit log as soon as it is done. The log is never
/// changed and so names no customer: which entries are about whom is kept beside it, and forgotten with the name.
package struct CustomerService: Sendable {
    /// The most transfers, consents or actions that are looked at to answer one question.
    static let longestList = 1000

    let repository: any Repository
    let ambient: Ambient
    let audit: AuditLog
    let store: AppStoreService?

    /// A service over this ledger; without a `store` nothing is asked of Apple.
    package init(repository: any Repository, ambient: Ambient, audit: AuditLog, store: AppStoreService? = nil) {
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

    /// What the audit log says of an action, for each of these customers.
    func record(
        of action: AuditAction,
        on subject: String,
        about customers: [CustomerID],
        in app: AppName,
        by origin: RequestOrigin,
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

    /// Enters that an action did nothing.
    func enterNothing(
        _ action: AuditAction,
        on subject: String,
        about customers: [CustomerID],
        in app: ServedApp,
        by origin: RequestOrigin
    ) async throws(CustomerError) {
        let record = self.record(of: action, on: subject, about: customers, in: app.name, by: origin)
        _ = try await self.withRepository { _ throws(RepositoryError) in try await self.audit.add(record, .nothing) }
    }

    /// Random text that names something here: 32 hexadecimal digits.
    func freshName() -> String { Hexadecimal.text(self.ambient.randomBytes(16)) }

    /// Does work in the repository, with its errors as ours.
    func withRepository<Answer>(
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
    /// Whether something may be somebody's of this name: any, but of those that are given out here only those that
    /// were.
    package func admits(_ customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool {
        if customer.isErased { return false }
        guard customer.isReserved else { return true }
        return try await self.record(of: customer, app: app) != nil
    }
}

extension CustomerService {
    /// Takes down what a shop says of a customer, and returns what counts then.
    package func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        in app: ServedApp,
        isPreview: Bool = false
    ) async throws(CustomerError) -> CustomerFacts {
        let customer = try self.named(customer)
        return try await self.withRepository { repository throws(RepositoryError) in
            if !isPreview { try await repository.state(facts, of: customer, app: app.name) }
            var all = try await repository.facts(of: customer, app: app.name)
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
        return try await self.withRepository { repository throws(RepositoryError) in
            try await RiskReading(repository: repository).risk(of: customer, in: app, environment: environment, at: now)
        }
    }
}
