import Ledger
import PurserService

/// What operators do with a fulfillment: retry, confirm, fail, suspend, and release it.
struct DashboardFulfillmentActsController: Sendable {
    /// The field with the code of a failure; a field named `code` has a proof, which no kept form has.
    private static let codeField = "failureCode"

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "fulfillments/:fulfillment/retry", for: .scope(.write)) { try await self.act(.retry, $0, $1) }
        routes.act(app: "fulfillments/:fulfillment/confirm", for: .scope(.write)) {
            try await self.act(.confirm, $0, $1)
        }
        routes.act(app: "fulfillments/:fulfillment/fail", for: .scope(.write)) { try await self.act(.fail, $0, $1) }
        routes.act(app: "fulfillments/:fulfillment/suspend", for: .scope(.write)) {
            try await self.act(.suspend, $0, $1)
        }
        routes.act(app: "fulfillments/:fulfillment/release", for: .scope(.admin)) {
            try await self.act(.release, $0, $1)
        }
    }

    private func act(
        _ act: DashboardFulfillmentAct,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardAct {
        let fulfillment = try await self.services.fulfillments.fulfillment(in: visit, app)
        let app = DashboardApp(app.app, in: fulfillment.environment)
        let id = fulfillment.id
        let service = self.services.fulfillments
        return DashboardAct(
            title: act.textKey,
            introduction: [
                visit.text("fulfillmentAbout", fulfillment.goodsText, fulfillment.customer?.rawValue ?? "–")
            ],
            fields: Self.fields(of: act, fulfillment),
            needsPassword: act.isForAdministrators,
            isDangerous: act.isDangerous,
            confirm: act.textKey,
            back: app.path("fulfillments", id.rawValue),
            preview: { form in
                _ = try Self.action(act, fulfillment, form, visit, at: service.now)
                return act.preview(of: fulfillment, for: visit)
            },
            perform: { form in
                let action = try Self.action(act, fulfillment, form, visit, at: service.now)
                let origin = try visit.origin(reasonIn: form)
                let done = try await Problem.explaining(by: Problem.fulfillment) { () throws(FulfillmentError) in
                    try await service.perform(action, on: id, in: app.app.name, by: origin.name, reason: origin.reason)
                }
                let notice = done.nothing == nil ? act.doneKey : "doneFulfillmentSame"
                return app.path("fulfillments", id.rawValue, query: ["done": notice])
            }
        )
    }

    private static func fields(of act: DashboardFulfillmentAct, _ fulfillment: Fulfillment) -> [DashboardField] {
        switch act {
        case .fail:
            [
                DashboardField(
                    name: Self.codeField,
                    label: "fulfillmentCode",
                    help: "fulfillmentCodeHelp",
                    isRequired: false,
                    maximum: 64
                )
            ]
        case .confirm where fulfillment.call?.kind == .revoke:
            fulfillment.goods.coins.keys.sorted().map { coin in
                DashboardField(
                    name: Self.field(of: coin),
                    label: coin,
                    kind: .number,
                    help: "fulfillmentRecoveredHelp",
                    isRequired: false,
                    maximum: 19
                )
            }
        case .retry, .confirm, .suspend, .release: []
        }
    }

    /// Returns the field with the number of a coin that could be revoked.
    private static func field(of coin: String) -> String { "recovered-\(coin)" }

    /// Returns the action that the form describes; a confirmation is about the call that the page showed.
    private static func action(
        _ act: DashboardFulfillmentAct,
        _ fulfillment: Fulfillment,
        _ form: DashboardForm,
        _ visit: DashboardVisit,
        at now: Instant
    ) throws -> FulfillmentAction {
        switch act {
        case .retry: return .retry
        case .suspend: return .suspend
        case .release: return .release
        case .fail:
            let code = form[Self.codeField].trimmed
            guard !code.isEmpty else { return .fail(DeliveryFailure(code: "operator", at: now)) }
            try RequestFields.check(code, field: Self.codeField, upTo: 64)
            return .fail(DeliveryFailure(code: code, at: now))
        case .confirm:
            var recovered: [String: Int] = [:]
            if fulfillment.call?.kind == .revoke {
                for coin in fulfillment.goods.coins.keys where !form[Self.field(of: coin)].trimmed.isEmpty {
                    let count = try visit.number(Self.field(of: coin), in: form, 0...Wallet.maximumQuantity)
                    recovered[coin] = Int(count)
                }
            }
            return .confirm(
                fulfillment.call?.kind ?? .fulfill,
                by: .operator,
                recovered: recovered.isEmpty ? nil : recovered,
                key: fulfillment.callKey
            )
        }
    }
}
