import Ledger

/// What operators may do about rights given by hand, wherever they do it from.
package struct GrantOperations: Sendable {
    private let desk: GrantDesk
    private let apps: [ServedApp]

    /// Work at this desk, for these apps.
    package init(desk: GrantDesk, apps: [ServedApp]) {
        self.desk = desk
        self.apps = apps
    }

    /// Does a task, or with `isPreview` says only what it is about.
    package func run(
        _ task: GrantTask,
        isPreview: Bool,
        by operatorName: String,
        reason: String?,
        report: Operations.Report
    ) async {
        do throws(GrantError) {
            guard let app = self.apps.first(where: { $0.name == task.app }) else {
                report(
                    .failure(
                        OperationFailure(code: "app_unknown", detail: "No app of this name is configured: \(task.app)")
                    )
                )
                return
            }
            report(.result(try await self.result(of: task, app, isPreview: isPreview, operatorName, reason)))
        } catch {
            report(.failure(OperationFailure(code: error.code, detail: error.remedy)))
        }
    }

    private func result(
        of task: GrantTask,
        _ app: ServedApp,
        isPreview: Bool,
        _ operatorName: String,
        _ reason: String?
    ) async throws(GrantError) -> OperationResult {
        if isPreview, task.isChange {
            let fields = task.fields.map { OperationResult.Field($0.name, .text($0.value)) }
            return OperationResult(isClean: true, fields: fields)
        }
        switch task.deed {
        case .create(let right, let from, let until):
            let grant = try await self.desk.grant(
                right,
                to: task.customer,
                in: app,
                from: from,
                until: until,
                by: operatorName,
                reason: reason ?? ""
            )
            return self.result(of: grant)
        case .revoke(let id):
            let grant = try await self.desk.revoke(
                id,
                of: task.customer,
                in: app,
                by: operatorName,
                reason: reason ?? ""
            )
            return self.result(of: grant)
        case .list:
            let grants = try await self.desk.grants(of: task.customer, in: app)
            let now = self.desk.now
            let fields = grants.map { grant in
                let until = grant.endsAt.map { "until \($0.rfc3339)" } ?? "for good"
                var text = "\(grant.right), \(grant.state(at: now).rawValue), from \(grant.beginsAt.rfc3339) \(until)"
                text += ", by \(grant.grantedBy): \(grant.reason)"
                if let revocation = grant.revocation {
                    text += "; taken back \(revocation.at.rfc3339) by \(revocation.by): \(revocation.reason)"
                }
                return OperationResult.Field(grant.id.rawValue, .text(text))
            }
            return OperationResult(isClean: true, fields: fields)
        }
    }

    private func result(of grant: Grant) -> OperationResult {
        var fields = [
            OperationResult.Field("grant", .text(grant.id.rawValue)),
            OperationResult.Field("right", .text(grant.right.rawValue)),
            OperationResult.Field("state", .text(grant.state(at: self.desk.now).rawValue)),
            OperationResult.Field("from", .text(grant.beginsAt.rfc3339)),
        ]
        if let endsAt = grant.endsAt { fields.append(OperationResult.Field("until", .text(endsAt.rfc3339))) }
        return OperationResult(isClean: true, fields: fields)
    }
}
