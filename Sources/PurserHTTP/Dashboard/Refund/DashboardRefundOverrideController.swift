import Hummingbird
import Ledger
import PurserService

/// The answer to every refund request of one customer, which a person sets and deletes.
struct DashboardRefundOverrideController: Sendable {
    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "refunds/overrides/:customer", for: .scope(.write)) { visit, app in
            try await self.set(visit, app)
        }
        routes.act(app: "refunds/overrides/:customer/delete", for: .scope(.write)) { visit, app in
            try await self.delete(visit, app)
        }
    }

    /// Returns an override in a sentence.
    static func text(_ override: RefundOverride, _ visit: DashboardVisit) -> String {
        let answer = DashboardRefundPhrases(visit: visit).answer(override.preference)
        return visit.text("refundOverrideSet", answer, override.by, override.reason)
    }

    private func override(of customer: CustomerID, _ app: DashboardApp) async throws -> RefundOverride? {
        try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refunds.override(of: customer, in: app.app.name)
        }
    }

    private func set(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let customer = try visit.customer()
        let known = try await self.override(of: customer, app)
        let phrases = DashboardRefundPhrases(visit: visit)
        let choices = [RefundPreference.decline, .grantFull, .grantProrated, nil].map { preference in
            (value: preference?.rawValue ?? "none", name: phrases.meaning(preference))
        }
        return DashboardAct(
            title: "refundOverride",
            introduction: [
                visit.text("refundOverrideAbout", customer.rawValue),
                known.map { Self.text($0, visit) } ?? visit.text("refundOverrideNone"),
            ],
            fields: [
                DashboardField(
                    name: DashboardRefundController.answerField,
                    label: "refundAnswer",
                    kind: .choice(choices),
                    initial: known?.preference?.rawValue ?? "none"
                )
            ],
            confirm: "refundOverrideConfirm",
            back: app.path("customers", customer.rawValue),
            preview: { form in
                let preference = try DashboardRefundController.preference(
                    form[DashboardRefundController.answerField],
                    visit
                )
                if let known, known.preference == preference {
                    return DashboardAct.Preview(effects: [visit.text("refundOverrideSame")], isNothing: true)
                }
                var effects = [
                    visit.text("refundOverrideEffect", customer.rawValue, phrases.meaning(preference)),
                    visit.text("refundOverrideWaiting"),
                ]
                if let known { effects.append(visit.text("refundOverrideReplaces", phrases.answer(known.preference))) }
                return DashboardAct.Preview(effects: effects, undo: visit.text("refundOverrideUndo"))
            },
            perform: { form in
                let preference = try DashboardRefundController.preference(
                    form[DashboardRefundController.answerField],
                    visit
                )
                let origin = try visit.origin()
                let reason = form["reason"].trimmed
                _ = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                    try await self.services.refunds.setOverride(
                        preference,
                        of: customer,
                        in: app.app.name,
                        by: origin.name,
                        reason: reason
                    )
                }
                return app.path("refunds", "overrides", customer.rawValue, query: ["done": "doneRefundOverride"])
            }
        )
    }

    private func delete(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let customer = try visit.customer()
        let known = try await self.override(of: customer, app)
        return DashboardAct(
            title: "refundOverrideDelete",
            introduction: [visit.text("refundOverrideDeleteAbout", customer.rawValue)],
            needsPassword: true,
            isDangerous: true,
            confirm: "refundOverrideDelete",
            back: app.path("refunds", "overrides", customer.rawValue),
            preview: { _ in
                guard let known else {
                    return DashboardAct.Preview(effects: [visit.text("refundOverrideNone")], isNothing: true)
                }
                return DashboardAct.Preview(
                    effects: [Self.text(known, visit), visit.text("refundOverrideDeleteEffect", customer.rawValue)],
                    undo: visit.text("refundOverrideDeleteUndo")
                )
            },
            perform: { form in
                let origin = try visit.origin(reasonIn: form)
                _ = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                    try await self.services.refunds.removeOverride(
                        of: customer,
                        in: app.app.name,
                        by: origin.name,
                        reason: origin.reason
                    )
                }
                return app.path(
                    "refunds",
                    "overrides",
                    customer.rawValue,
                    query: ["done": "doneRefundOverrideDelete"]
                )
            }
        )
    }
}
