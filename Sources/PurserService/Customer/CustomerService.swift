package import Ledger
import Notation

/// The use cases of shops and their support for single customers.
///
/// Every action that transfers purchases, mints names or erases them is entered in the audit log together with the
/// action. The log is never changed and therefore contains no customer's name: the customers of an entry are stored
/// separately, and erased with the name.
package struct CustomerService: Sendable {
    /// The maximum number of transfers, consents or actions read for one request.
    static let longestList = 1000

    let repository: any Repository
    let ambient: Ambient
    let audit: AuditLog
    let store: AppStoreService?

    /// Creates a service of this ledger; without a `store` the service asks Apple nothing.
    package init(repository: any Repository, ambient: Ambient, audit: AuditLog, store: AppStoreService? = nil) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit
        self.store = store
    }

    /// Returns the customer, or throws if the name is reserved for the server.
    func named(_ customer: CustomerID) throws(CustomerError) -> CustomerID {
        if customer.isReserved { throw .reserved(customer) }
        return customer
    }

    /// Returns the audit record of an action that concerns these customers.
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

    /// Adds the entry of an action that changed nothing.
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

    /// Returns a random id: 32 hexadecimal digits.
    func freshName() -> String { Hexadecimal.text(self.ambient.randomBytes(16)) }

    /// Runs work in the repository, and throws its errors as `CustomerError`.
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
    /// Returns whether a customer of this name may own something: any name but the reserved ones that the server has
    /// not given out.
    package func admits(_ customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool {
        // Most names are admitted without a look at the ledger.
        guard customer.isErased || customer.isReserved else { return true }
        return try await self.read { view in try view.admits(customer, app: app) }
    }
}

extension ReadView {
    /// Returns whether a customer of this name may own something: any name but the reserved ones that the server has
    /// not given out.
    func admits(_ customer: CustomerID, app: AppName) throws -> Bool {
        if customer.isErased { return false }
        guard customer.isReserved else { return true }
        return try self.record(of: customer, app: app) != nil
    }
}

extension CustomerService {
    /// Records facts that a shop states about a customer, and returns the facts in force.
    package func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        in app: ServedApp,
        isPreview: Bool = false
    ) async throws(CustomerError) -> CustomerFacts {
        let customer = try self.named(customer)
        return try await self.withRepository { repository throws(RepositoryError) in
            guard isPreview else {
                return try await repository.write { unit in
                    try unit.state(facts, of: customer, app: app.name)
                    return try unit.facts(of: customer, app: app.name)
                }
            }
            var all = try await repository.read { view in try view.facts(of: customer, app: app.name) }
            for fact in facts { all.hear(fact) }
            return all
        }
    }

    /// Returns the reasons to examine a customer.
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
