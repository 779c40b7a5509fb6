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
        report _: Operations.Report
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
            let grant = try await self.desk.revoke(
                id,
                of: task.customer,
                in: app,
                by: origin.name,
                reason: origin.reason ?? ""
            )
            return self.fields(of: grant)
        case .list:
            let grants = try await self.desk.grants(of: task.customer, in: app)
            let now = self.desk.now
            return grants.map { grant in
                let until = grant.endsAt.map { "until \($0.rfc3339)" } ?? "for good"
                var text = "\(grant.right), \(grant.state(at: now).rawValue), from \(grant.beginsAt.rfc3339) \(until)"
                text += ", by \(grant.grantedBy): \(grant.reason)"
                if let revocation = grant.revocation {
                    text += "; taken back \(revocation.at.rfc3339) by \(revocation.by): \(revocation.reason)"
                }
                return OperationResult.Field(grant.id.rawValue, .text(text))
            }
        }
    }

    private func fields(of grant: Grant) -> [OperationResult.Field] {
        var fields = [
            OperationResult.Field("grant", .text(grant.id.rawValue)),
            OperationResult.Field("right", .text(grant.right.rawValue)),
            OperationResult.Field("state", .text(grant.state(at: self.desk.now).rawValue)),
            OperationResult.Field("from", .text(grant.beginsAt.rfc3339)),
        ]
        if let endsAt = grant.endsAt { fields.append(OperationResult.Field("until", .text(endsAt.rfc3339))) }
        return fields
    }
}
