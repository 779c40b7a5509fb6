import HTTPTypes
import Ledger
import PurserService

/// The acts on a customer's consent: record one that they gave, and withdraw the one in force.
struct DashboardConsentActs: Sendable {
    /// The service that stores consents.
    let service: CustomerService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "customers/:customer/consents/record", for: .scope(.write)) { visit, app in
            try self.record(visit, app)
        }
        routes.act(app: "customers/:customer/consents/withdraw", for: .scope(.write)) { visit, app in
            try self.withdraw(visit, app)
        }
    }

    private func record(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        func field(_ name: String, _ label: String, help: String? = nil, maximum: Int) -> DashboardField {
            DashboardField(name: name, label: label, help: help, isRequired: false, maximum: maximum)
        }
        return DashboardAct(
            title: "consentRecord",
            introduction: [visit.text("consentAbout", customer.rawValue)],
            fields: [
                DashboardField(name: "source", label: "consentSource", help: "consentSourceHelp", maximum: 255),
                field("version", "consentVersion", maximum: 64), field("locale", "consentLocale", maximum: 35),
                field("storefront", "consentStorefront", help: "consentStorefrontHelp", maximum: 3),
                field("textHash", "consentTextHash", help: "consentTextHashHelp", maximum: 64),
                field("guardian", "consentGuardian", maximum: 255),
            ],
            back: app.path("customers", customer.rawValue),
            visit,
            work: { form, origin, isPreview in
                let statement = try Self.statement(form)
                let once = form[DashboardAct.onceField]
                return try await Problem.explaining {
                    try await self.service.consent(
                        statement,
                        id: ConsentParameters.isName(once) ? ConsentID(once) : nil,
                        of: customer,
                        in: app.app,
                        by: origin,
                        isAudited: true,
                        isPreview: isPreview
                    ).value
                }
            },
            preview: { consent in
                let known = try await Problem.explaining {
                    try await self.service.consents(of: customer, in: app.app)
                }
                var effects = [
                    visit.text("consentEffect", customer.rawValue, consent.version, consent.storefront),
                    visit.text("consentEffectCount", "\(known.count)"),
                ]
                if consent.textHash == nil { effects.append(visit.text("consentNoText")) }
                return .init(effects: effects, undo: visit.text("consentUndo"))
            },
            done: { _ in app.path("customers", customer.rawValue, "consents", query: ["done": "doneConsent"]) }
        )
    }

    /// Returns what the form says about a consent.
    private static func statement(_ form: DashboardForm) throws -> ConsentParameters {
        func value(_ field: String) -> String? {
            let text = form[field].trimmed
            return text.isEmpty ? nil : text
        }
        do throws(ConsentParameters.Mistake) {
            return try ConsentParameters(
                textHash: value("textHash"),
                version: value("version"),
                locale: value("locale"),
                storefront: value("storefront"),
                source: value("source"),
                guardian: value("guardian")
            )
        } catch {
            throw RequestFields.invalid(error.field, error.detail)
        }
    }

    private func withdraw(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        return DashboardAct(
            title: "consentWithdraw",
            introduction: [visit.text("consentWithdrawAbout", customer.rawValue)],
            back: app.path("customers", customer.rawValue),
            visit,
            work: { _, origin, isPreview in
                try await Problem.explaining {
                    try await self.service.withdraw(
                        nil,
                        of: customer,
                        at: nil,
                        in: app.app,
                        by: origin,
                        isAudited: true,
                        isPreview: isPreview
                    )
                }
            },
            preview: { result in
                guard let consent = result.value, result.nothing == nil else {
                    return .init(effects: [visit.text("consentNotInForce")], isNothing: true)
                }
                return .init(
                    effects: [visit.text("consentWithdrawEffect", customer.rawValue, consent.givenAt.dayText)],
                    undo: visit.text("consentWithdrawUndo")
                )
            },
            done: { _ in
                app.path("customers", customer.rawValue, "consents", query: ["done": "doneConsentWithdrawn"])
            }
        )
    }
}
