package import Ledger
import Notation

/// The use cases of grants: gives entitlements by hand and revokes them.
///
/// Each action is entered in the audit log.
package struct GrantService: Sendable {
    /// The maximum length of a reason, in bytes of UTF-8.
    package static let maximumReasonBytes = 500
    /// The number of random bytes in a grant's id.
    private static let nameByteCount = 12

    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog

    /// Creates a service of this repository.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
        self.audit = AuditLog(repository: repository, ambient: ambient)
    }

    /// Grants a customer an entitlement, by default from now on and without an end.
    ///
    /// - Parameters:
    ///   - entitlement: The entitlement, which the catalog must define.
    ///   - customer: The customer, who need not be known yet.
    ///   - app: The app.
    ///   - beginsAt: The beginning; `nil` is now.
    ///   - endsAt: The end; `nil` is never.
    ///   - name: The operator or key that grants it.
    ///   - reason: The reason.
    ///   - isPreview: Whether to store nothing and return the grant as it would be, with another id.
    /// - Returns: The grant, once it is on disk.
    /// - Throws: The reason why it was not granted.
    package func grant(
        _ entitlement: EntitlementName,
        to customer: CustomerID,
        in app: ServedApp,
        from beginsAt: Instant?,
        until endsAt: Instant?,
        by name: String,
        reason: String,
        isPreview: Bool = false
    ) async throws(GrantError) -> Grant {
        guard app.catalog.entitlements[entitlement] != nil else {
            throw .unknownEntitlement(known: app.catalog.entitlements.keys.sorted())
        }
        try Self.check(reason)
        let now = self.ambient.now()
        let begin = beginsAt ?? now
        if let endsAt, endsAt <= max(begin, now) { throw .emptyPeriod }
        let grant = Grant(
            id: GrantID("grant_" + Hexadecimal.text(self.ambient.randomBytes(Self.nameByteCount))),
            entitlement: entitlement,
            beginsAt: begin,
            endsAt: endsAt,
            grantedAt: now,
            grantedBy: name,
            reason: reason
        )
        let isAdmitted: Bool
        do throws(RepositoryError) {
            isAdmitted =
                isPreview
                ? try await self.repository.admits(customer, app: app.name)
                : try await self.keep(grant, for: customer, in: app, by: name, reason: reason)
        } catch {
            throw .storage(error)
        }
        guard isAdmitted else { throw .reservedCustomer }
        return grant
    }

    /// Stores a grant with its audit entry; returns whether the customer may own something.
    private func keep(
        _ grant: Grant,
        for customer: CustomerID,
        in app: ServedApp,
        by name: String,
        reason: String
    ) async throws(RepositoryError) -> Bool {
        let record = Self.record(.grantCreate, grant, of: customer, in: app, by: name, reason: reason)
        return try await self.audit.enter(record) { (isAdmitted: Bool) in
            isAdmitted ? .done : nil
        } by: { () throws(RepositoryError) in
            try await IdempotentWork.deciding { (isAdmitted: Bool) in
                isAdmitted ? grant : nil
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in
                    guard try unit.admits(customer, app: app.name) else { return false }
                    _ = try unit.keep(grant, for: customer, app: app.name, catalog: app.catalog)
                    return true
                }
            }
        }
    }

    /// Revokes a grant from now on, and returns its new state.
    ///
    /// A grant that was revoked before stays unchanged, and the result says that there was no change. With `isPreview`
    /// nothing is stored, and the grant is returned unchanged.
    package func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        in app: ServedApp,
        by name: String,
        reason: String,
        isPreview: Bool = false
    ) async throws(GrantError) -> ActionResult<Grant> {
        try Self.check(reason)
        let revoked: ActionResult<Grant>?
        do throws(RepositoryError) {
            revoked =
                isPreview
                ? try await self.repository.read { view in
                    try view.grant(id, of: customer, app: app.name).map { known in
                        ActionResult(known, nothing: known.revocation == nil ? nil : .grantRevoked)
                    }
                }
                : try await self.revoke(id, of: customer, in: app, by: name, reason: reason)
        } catch {
            throw .storage(error)
        }
        guard let revoked else { throw .unknownGrant }
        return revoked
    }

    /// Revokes a grant and adds the audit entry; returns `nil` for an unknown grant.
    private func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        in app: ServedApp,
        by name: String,
        reason: String
    ) async throws(RepositoryError) -> ActionResult<Grant>? {
        let revocation = Grant.Revocation(at: self.ambient.now(), by: name, reason: reason)
        return try await IdempotentWork.deciding {
            $0
        } by: { () throws(RepositoryError) in
            try await self.repository.write { unit -> ActionResult<Grant>? in
                guard var grant = try unit.grant(id, of: customer, app: app.name) else { return nil }
                let isDone = grant.revocation == nil
                if isDone {
                    let revoked = try unit.revoke(id, of: customer, app: app.name, revocation, catalog: app.catalog)
                    guard let revoked else { return nil }
                    grant = revoked
                }
                let record = Self.record(.grantRevoke, grant, of: customer, in: app, by: name, reason: reason)
                try self.audit.add(record, isDone ? .done : .nothing, to: unit)
                return ActionResult(grant, nothing: isDone ? nil : .grantRevoked)
            }
        }
    }

    /// Returns all grants of a customer.
    package func grants(of customer: CustomerID, in app: ServedApp) async throws(GrantError) -> [Grant] {
        do throws(RepositoryError) {
            return try await self.repository.read { view in try view.grants(of: customer, app: app.name) }
        } catch {
            throw .storage(error)
        }
    }

    /// The current instant, for the states of grants.
    package var now: Instant { self.ambient.now() }

    private static func record(
        _ action: AuditAction,
        _ grant: Grant,
        of customer: CustomerID,
        in app: ServedApp,
        by name: String,
        reason: String
    ) -> AuditRecord {
        let details = ["app": app.name.rawValue, "entitlement": grant.entitlement.rawValue]
        let about = AuditDraft.About([customer], of: app.name)
        return AuditRecord(by: name, action, on: grant.id.rawValue, reason: reason, details: details, about: about)
    }

    private static func check(_ reason: String) throws(GrantError) {
        guard !reason.isEmpty, reason.utf8.count <= Self.maximumReasonBytes else { throw .reasonMissing }
    }
}

extension ReadView {
    /// Returns a grant of a customer.
    fileprivate func grant(_ id: GrantID, of customer: CustomerID, app: AppName) throws -> Grant? {
        try self.grants(of: customer, app: app).first { $0.id == id }
    }
}
