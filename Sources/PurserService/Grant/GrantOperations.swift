import Ledger

/// What operators may do about rights given by hand, wherever they do it from.
package struct GrantOperations: AppOperations {
    package let apps: [ServedApp]
    private let desk: GrantDesk

    /// Work at this desk, for these apps.
    package init(desk: GrantDesk, apps: [ServedApp]) {
        self.desk = desk
        self.apps = apps
    }

    package func perform(
        _ task: GrantTask,
        in app: ServedApp,
        by origin: ActOrigin,
        report: Operations.Report
    ) async throws(GrantError) -> [OperationResult.Field] {
        switch task.deed {
        case .create(let right, let from, let until):
            let grant = try await self.desk.grant(
                right,
                to: task.customer,
                in: app,
                from: from,
                until: until,
                by: origin.name,
                reason: origin.reason ?? ""
            )
            return self.fields(of: grant)
        case .revoke(let id):
            let revoked = try await self.desk.revoke(
                id,
                of: task.customer,
                in: app,
                by: origin.name,
                reason: origin.reason ?? ""
            )
            return self.fields(of: revoked.value) + OperationResult.fields(of: revoked.nothing)
        case .list:
            for grant in try await self.desk.grants(of: task.customer, in: app) {
                report(.line(OperationLine(self.fields(of: grant))))
            }
            return []
        }
    }

    /// Describes what would be given, or the grant that would be taken back; a right or a grant that is not known is
    /// refused here, before anybody is asked.
    package func preview(
        _ task: GrantTask,
        in app: ServedApp,
        by _: ActOrigin,
        report _: Operations.Report
    ) async throws(GrantError) -> [OperationResult.Field] {
        let customer = OperationResult.Field("customer", .text(task.customer.rawValue))
        switch task.deed {
        case .create(let right, _, _):
            guard app.catalogue.rights[right] != nil else {
                throw .unknownRight(known: app.catalogue.rights.keys.sorted())
            }
            return task.fields.map { OperationResult.Field($0.name, .text($0.value)) }
        case .revoke(let id):
            guard let grant = try await self.desk.grants(of: task.customer, in: app).first(where: { $0.id == id })
            else { throw .unknownGrant }
            return [customer] + self.fields(of: grant)
        case .list: return []
        }
    }

    private func fields(of grant: Grant) -> [OperationResult.Field] {
        OperationResult.present([
            OperationResult.Field("id", .text(grant.id.rawValue)),
            OperationResult.Field("right", .text(grant.right.rawValue)),
            OperationResult.Field("state", .text(grant.state(at: self.desk.now).rawValue)),
            OperationResult.Field("from", .text(grant.beginsAt.rfc3339)),
            .optional("until", grant.endsAt?.rfc3339),
            OperationResult.Field("grantedAt", .text(grant.grantedAt.rfc3339)),
            OperationResult.Field("grantedBy", .text(grant.grantedBy)),
            OperationResult.Field("reason", .text(grant.reason)),
            .optional("revokedAt", grant.revocation?.at.rfc3339),
            .optional("revokedBy", grant.revocation?.by),
            .optional("revokedReason", grant.revocation?.reason),
        ])
    }
}
