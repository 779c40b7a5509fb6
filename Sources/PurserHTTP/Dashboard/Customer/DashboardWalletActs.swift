import Hummingbird
import Ledger
import PurserService

/// The acts on a wallet: give coins, and correct a balance.
struct DashboardWalletActs: Sendable {
    /// The service that books movements.
    let service: WalletService
    /// Returns the time of the ledger, by which coins expire.
    let now: @Sendable () -> Instant

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "customers/:customer/wallets/:coin/grant", for: .scope(.write)) { visit, app in
            try await self.act(visit, app, isGrant: true)
        }
        routes.act(app: "customers/:customer/wallets/:coin/adjust", for: .scope(.write)) { visit, app in
            try await self.act(visit, app, isGrant: false)
        }
    }

    private func act(_ visit: DashboardVisit, _ app: DashboardApp, isGrant: Bool) async throws -> DashboardAct {
        let customer = try visit.customer()
        let coin = CoinName(visit.parameters.get("coin") ?? "")
        let wallet = try await self.wallet(of: customer, coin, app)
        var fields = [
            DashboardField(
                name: "quantity",
                label: "walletCoins",
                kind: .number,
                help: isGrant ? nil : "walletAdjustHelp",
                maximum: 20
            )
        ]
        if isGrant {
            fields.append(
                DashboardField(
                    name: "expiresAt",
                    label: "lotExpires",
                    kind: .day,
                    help: "walletExpiresHelp",
                    isRequired: false
                )
            )
        }
        let balance = DashboardNumbers.count(wallet.balance)
        return DashboardAct(
            title: isGrant ? "walletGrant" : "walletAdjust",
            introduction: [visit.text("walletAbout", customer.rawValue, balance, coin.rawValue)],
            fields: fields,
            confirm: isGrant ? "walletGrant" : "walletAdjust",
            back: app.path("customers", customer.rawValue, "wallets", coin.rawValue),
            preview: { form in
                try await self.preview(form, of: customer, coin, visit, app, isGrant: isGrant)
            },
            perform: { form in
                let quantity = try visit.number("quantity", in: form, Self.quantities(isGrant))
                let expiresAt = try visit.day("expiresAt", in: form)
                let request = WalletService.Request(
                    customer: customer,
                    coin: coin,
                    environment: app.environment,
                    key: form[DashboardAct.onceField],
                    reason: form["reason"].trimmed,
                    by: try visit.origin().name,
                    cause: .operator
                )
                _ = try await Problem.explaining(by: Problem.wallet) { () throws(WalletError) in
                    isGrant
                        ? try await self.service.grant(quantity, expiresAt: expiresAt, request, in: app.app)
                        : try await self.service.adjust(quantity, request, in: app.app)
                }
                let query: KeyValuePairs = ["done": isGrant ? "doneCoins" : "doneBalance"]
                return app.path("customers", customer.rawValue, "wallets", coin.rawValue, query: query)
            }
        )
    }

    /// Returns the quantities of a grant, or of a correction, which may take coins.
    private static func quantities(_ isGrant: Bool) -> ClosedRange<Int64> {
        (isGrant ? 1 : -Wallet.maximumQuantity)...Wallet.maximumQuantity
    }

    /// Returns what a movement will do, from the balance at this moment; the service has no dry run of its own.
    private func preview(
        _ form: DashboardForm,
        of customer: CustomerID,
        _ coin: CoinName,
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        isGrant: Bool
    ) async throws -> DashboardAct.Preview {
        let quantity = try visit.number("quantity", in: form, Self.quantities(isGrant))
        let expiresAt = try visit.day("expiresAt", in: form)
        guard quantity != 0 else {
            throw Problem.wallet(.refused(.quantityNotPositive))
        }
        if let expiresAt, expiresAt <= self.now() { throw Problem.wallet(.refused(.badExpiry)) }
        let wallet = try await self.wallet(of: customer, coin, app)
        let (after, isTooLarge) = wallet.balance.addingReportingOverflow(quantity)
        guard !isTooLarge, after <= Wallet.maximumQuantity else { throw Problem.wallet(.refused(.overflow)) }
        guard quantity > 0 || -quantity <= wallet.available else {
            throw Problem.wallet(.refused(.insufficient(available: wallet.available)))
        }
        var effects = [
            visit.text(
                "walletEffect",
                customer.rawValue,
                coin.rawValue,
                DashboardNumbers.count(wallet.balance),
                DashboardNumbers.count(after)
            )
        ]
        if wallet.debt > 0, quantity > 0 {
            effects.append(visit.text("walletEffectDebt", DashboardNumbers.count(wallet.debt)))
        }
        if let expiresAt { effects.append(visit.text("walletEffectExpires", expiresAt.dayText)) }
        return .init(effects: effects, undo: visit.text("walletUndo"))
    }

    private func wallet(of customer: CustomerID, _ coin: CoinName, _ app: DashboardApp) async throws -> WalletBalance {
        try await Problem.explaining(by: Problem.wallet) { () throws(WalletError) in
            try await self.service.wallet(of: customer, coin: coin, in: app.app, environment: app.environment)
        }
    }
}
