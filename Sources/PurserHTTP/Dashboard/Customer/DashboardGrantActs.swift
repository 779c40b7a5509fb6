import Hummingbird
import Ledger
import PurserService

/// The acts on entitlements that are granted by hand: give one, and revoke it.
struct DashboardGrantActs: Sendable {
    /// The service that grants and revokes.
    let service: GrantService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "customers/:customer/grant", for: .scope(.write)) { visit, app in try self.give(visit, app) }
        routes.act(app: "customers/:customer/grants/:grant/revoke", for: .scope(.write)) { visit, app in
            try await self.revoke(visit, app)
        }
    }

    private func give(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        let names = app.app.catalog.entitlements.keys.map(\.rawValue).sorted()
        let back = app.path("customers", customer.rawValue)
        return DashboardAct(
            title: "grantGive",
            introduction: [visit.text("grantAbout", customer.rawValue)],
            fields: [
                DashboardField(
                    name: "entitlement",
                    label: "entitlement",
                    kind: .choice(names.map { (value: $0, name: $0) })
                ),
                DashboardField(name: "until", label: "grantEnds", kind: .day, help: "grantEndsHelp", isRequired: false),
            ],
            confirm: "grantGive",
            back: back,
            preview: { form in
                let grant = try await self.give(form, to: customer, visit, app, isPreview: true)
                let others = try await self.open(of: customer, app).filter { $0.entitlement == grant.entitlement }
                let name = grant.entitlement.rawValue
                var effects = [
                    grant.endsAt.map { visit.text("grantEffectUntil", customer.rawValue, name, $0.dayText) }
                        ?? visit.text("grantEffect", customer.rawValue, name)
                ]
                effects += others.map { visit.text("grantEffectOther", customer.rawValue, $0.sentence(visit)) }
                return .init(effects: effects, undo: visit.text("grantUndo"))
            },
            perform: { form in
                _ = try await self.give(form, to: customer, visit, app, isPreview: false)
                return app.path("customers", customer.rawValue, query: ["done": "doneGrant"])
            }
        )
    }

    private func give(
        _ form: DashboardForm,
        to customer: CustomerID,
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        isPreview: Bool
    ) async throws -> Grant {
        let until = try visit.day("until", in: form)
        let name = try visit.origin().name
        return try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
            try await self.service.grant(
                EntitlementName(form["entitlement"]),
                to: customer,
                in: app.app,
                from: nil,
                until: until,
                by: name,
                reason: form["reason"].trimmed,
                isPreview: isPreview
            )
        }
    }

    /// Returns the grants that have not ended.
    private func open(of customer: CustomerID, _ app: DashboardApp) async throws -> [Grant] {
        let now = self.service.now
        return try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
            try await self.service.grants(of: customer, in: app.app)
        }.filter { $0.isOpen(at: now) }
    }

    private func revoke(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let customer = try visit.customer()
        let id = GrantID(visit.parameters.get("grant") ?? "")
        let grants = try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
            try await self.service.grants(of: customer, in: app.app)
        }
        guard let grant = grants.first(where: { $0.id == id }) else { throw Problem.grant(.unknownGrant) }
        let name = grant.entitlement.rawValue
        return DashboardAct(
            title: "grantRevoke",
            introduction: [
                visit.text("grantRevokeAbout", customer.rawValue, name, grant.sentence(visit)),
                visit.text("grantReason", grant.reason),
            ],
            confirm: "grantRevoke",
            back: app.path("customers", customer.rawValue),
            preview: { form in
                let revoked = try await self.revoke(id, of: customer, form, visit, app, isPreview: true)
                guard revoked.nothing == nil else {
                    return .init(effects: [visit.text("grantRevokedBefore")], isNothing: true)
                }
                return .init(
                    effects: [visit.text("grantRevokeEffect", customer.rawValue, name)],
                    undo: visit.text("grantRevokeUndo")
                )
            },
            perform: { form in
                _ = try await self.revoke(id, of: customer, form, visit, app, isPreview: false)
                return app.path("customers", customer.rawValue, query: ["done": "doneGrantRevoked"])
            }
        )
    }

    private func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        _ form: DashboardForm,
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        isPreview: Bool
    ) async throws -> ActionResult<Grant> {
        let name = try visit.origin().name
        return try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
            try await self.service.revoke(
                id,
                of: customer,
                in: app.app,
                by: name,
                reason: form["reason"].trimmed,
                isPreview: isPreview
            )
        }
    }
}
