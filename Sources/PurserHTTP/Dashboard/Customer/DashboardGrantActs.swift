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
            back: app.path("customers", customer.rawValue),
            visit,
            work: { form, origin, isPreview in
                let until = try visit.day("until", in: form)
                return try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
                    try await self.service.grant(
                        EntitlementName(form["entitlement"]),
                        to: customer,
                        in: app.app,
                        from: nil,
                        until: until,
                        by: origin.name,
                        reason: origin.reason ?? "",
                        isPreview: isPreview
                    )
                }
            },
            preview: { grant in
                let now = self.service.now
                let others = try await self.grants(of: customer, app)
                    .filter { $0.isOpen(at: now) && $0.entitlement == grant.entitlement }
                let name = grant.entitlement.rawValue
                var effects = [
                    grant.endsAt.map { visit.text("grantEffectUntil", customer.rawValue, name, $0.dayText) }
                        ?? visit.text("grantEffect", customer.rawValue, name)
                ]
                effects += others.map { visit.text("grantEffectOther", customer.rawValue, $0.sentence(visit)) }
                return .init(effects: effects, undo: visit.text("grantUndo"))
            },
            done: { _ in app.path("customers", customer.rawValue, query: ["done": "doneGrant"]) }
        )
    }

    private func grants(of customer: CustomerID, _ app: DashboardApp) async throws -> [Grant] {
        try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
            try await self.service.grants(of: customer, in: app.app)
        }
    }

    private func revoke(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let customer = try visit.customer()
        let id = GrantID(visit.parameters.get("grant") ?? "")
        let grants = try await self.grants(of: customer, app)
        guard let grant = grants.first(where: { $0.id == id }) else { throw Problem.grant(.unknownGrant) }
        let name = grant.entitlement.rawValue
        return DashboardAct(
            title: "grantRevoke",
            introduction: [
                visit.text("grantRevokeAbout", customer.rawValue, name, grant.sentence(visit)),
                visit.text("grantReason", grant.reason),
            ],
            back: app.path("customers", customer.rawValue),
            visit,
            work: { _, origin, isPreview in
                try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
                    try await self.service.revoke(
                        id,
                        of: customer,
                        in: app.app,
                        by: origin.name,
                        reason: origin.reason ?? "",
                        isPreview: isPreview
                    )
                }
            },
            preview: { revoked in
                guard revoked.nothing == nil else {
                    return .init(effects: [visit.text("grantRevokedBefore")], isNothing: true)
                }
                return .init(
                    effects: [visit.text("grantRevokeEffect", customer.rawValue, name)],
                    undo: visit.text("grantRevokeUndo")
                )
            },
            done: { _ in app.path("customers", customer.rawValue, query: ["done": "doneGrantRevoked"]) }
        )
    }
}
