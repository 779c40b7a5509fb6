import Hummingbird
import Ledger
import PurserService

/// A customer's wallet: its statement, and its lots.
struct DashboardWalletController: Sendable {
    /// The service that reads wallets.
    let service: WalletService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "customers/:customer/wallets/:coin", for: .scope(.read)) { visit, app in
            try await self.statement(visit, app)
        }
        routes.get(app: "customers/:customer/wallets/:coin/lots", for: .scope(.read)) { visit, app in
            try await self.lots(visit, app)
        }
    }

    private func page(
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        _ name: WalletName,
        _ table: DashboardTable,
        isLots: Bool
    ) async throws -> Response {
        let wallet = try await Problem.explaining(by: Problem.wallet) { () throws(WalletError) in
            try await self.service.wallet(
                of: name.customer,
                coin: name.coin,
                in: app.app,
                environment: name.environment
            )
        }
        var values = app.values(of: name.customer)
        let path = ["customers", name.customer.rawValue, "wallets", name.coin.rawValue]
        values["wallet"] = [
            "coin": name.coin.rawValue, "balance": DashboardNumbers.count(wallet.balance),
            "held": DashboardNumbers.count(wallet.held), "debt": DashboardNumbers.count(wallet.debt),
            "available": DashboardNumbers.count(wallet.available), "isLots": isLots, "statementPath": app.path(path),
            "lotsPath": app.path(path + ["lots"]),
            "acts": visit.mayUse(.write)
                ? ["grant": app.path(path + ["grant"]), "adjust": app.path(path + ["adjust"])] : false,
        ]
        return try await visit.page("wallet", title: "wallet", table: table, values)
    }

    private static func name(_ visit: DashboardVisit, _ app: DashboardApp) throws -> WalletName {
        WalletName(
            app: app.app.name,
            environment: app.environment,
            customer: try visit.customer(),
            coin: CoinName(visit.parameters.get("coin") ?? "")
        )
    }

    private func statement(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let name = try Self.name(visit, app)
        let service = self.service
        let table = DashboardTable(
            name: "walletStatement",
            columns: [
                .init("happenedAt"), .init("happenedWhat"), .init("walletCoins", isNumber: true),
                .init("walletBalance", isNumber: true), .init("walletHeld", isNumber: true),
                .init("walletDebt", isNumber: true), .init("reason"),
            ],
            empty: "walletEmpty"
        ) { cursor, limit in
            let found = try await Problem.explaining(by: Problem.wallet) { () throws(WalletError) in
                try await service.movements(of: name, in: app.app, before: Int64(cursor), limit: limit + 1)
            }
            return DashboardTable.Page(found, limit: limit, cursor: { "\($0.number)" }) { Self.row($0, visit, app) }
        }
        return try await self.page(visit, app, name, table, isLots: false)
    }

    private static func row(_ movement: Movement, _ visit: DashboardVisit, _ app: DashboardApp) -> DashboardTable.Row {
        let happened = movement.kind.event.happened
        // The quantity has a sign for adjustments alone; what leaves the wallet is shown with one.
        let change = movement.loss == 0 ? movement.quantity : -movement.loss
        return DashboardTable.Row(cells: [
            .init(movement.at),
            .init(visit.text(happened.key), value: movement.kind.rawValue, chip: happened.chip),
            .count(change), .count(movement.balance), .count(movement.held), .count(movement.debt),
            .init(
                movement.reason,
                link: movement.purchase?.transactionID.map { app.path("transactions", $0.rawValue) },
                note: movement.by
            ),
        ])
    }

    private func lots(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let name = try Self.name(visit, app)
        let service = self.service
        let table = DashboardTable(
            name: "walletLots",
            columns: [
                .init("lotNumber", isNumber: true), .init("lotAt"), .init("lotKind"),
                .init("lotAmount", isNumber: true), .init("lotLeft", isNumber: true), .init("lotSpent", isNumber: true),
                .init("lotRevoked", isNumber: true), .init("walletDebt", isNumber: true), .init("lotExpires"),
            ],
            empty: "walletNoLots"
        ) { cursor, limit in
            let found = try await Problem.explaining(by: Problem.wallet) { () throws(WalletError) in
                try await service.lots(of: name, in: app.app, before: Int64(cursor), limit: limit + 1)
            }
            return DashboardTable.Page(found, limit: limit, cursor: { "\($0.number)" }) { Self.row($0, visit, app) }
        }
        return try await self.page(visit, app, name, table, isLots: true)
    }

    private static func row(_ lot: Lot, _ visit: DashboardVisit, _ app: DashboardApp) -> DashboardTable.Row {
        let kind =
            switch lot.kind {
            case .paid: "lotPaid"
            case .bonus: "lotBonus"
            case .difference: "lotDifference"
            case .granted: "lotGranted"
            }
        return DashboardTable.Row(cells: [
            .init("\(lot.number)"), .init(lot.createdAt),
            .init(
                visit.text(kind),
                value: lot.kind.rawValue,
                link: lot.purchase?.transactionID.map { app.path("transactions", $0.rawValue) },
                note: lot.isHeld ? visit.text("lotHeld") : nil
            ),
            .count(lot.amount), .count(lot.left), .count(lot.spent), .count(lot.revoked), .count(lot.debt),
            .init(lot.expiresAt),
        ])
    }
}

extension PurchaseKey {
    /// The transaction of a single purchase; `nil` for other purchases, whose key names no transaction.
    fileprivate var transactionID: TransactionID? {
        switch self {
        case .single(let id): id
        case .owned(let original): TransactionID(original.rawValue)
        case .period, .periodBegunAt: nil
        }
    }
}
