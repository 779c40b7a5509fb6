import Ledger

/// What operators may do about wallets, wherever they do it from.
package struct WalletOperations: AppOperations {
    /// How many lots are shown with a wallet.
    private static let shownLots = 20

    package let apps: [ServedApp]
    private let desk: WalletDesk

    /// Work at this desk, for these apps.
    package init(desk: WalletDesk, apps: [ServedApp]) {
        self.desk = desk
        self.apps = apps
    }

    package func perform(
        _ task: WalletTask,
        in app: ServedApp,
        by origin: ActOrigin,
        report _: Operations.Report
    ) async throws(WalletError) -> [OperationResult.Field] {
        func name(_ coin: CoinName) -> WalletName {
            WalletName(app: app.name, environment: task.environment, customer: task.customer, coin: coin)
        }
        func request(_ coin: CoinName, _ key: String?) -> WalletDesk.Request {
            WalletDesk.Request(
                customer: task.customer,
                coin: coin,
                environment: task.environment,
                key: key ?? self.desk.freshKey(),
                reason: origin.reason ?? "",
                by: origin.name,
                cause: .operator
            )
        }
        switch task.deed {
        case .list:
            let wallets = try await self.desk.wallets(of: task.customer, in: app, environment: task.environment)
            if wallets.isEmpty { return [OperationResult.Field("coins", .text("none in the catalogue"))] }
            return wallets.map { wallet in
                let text = "\(wallet.available) can be spent, \(wallet.held) held, \(wallet.debt) owed"
                return OperationResult.Field(wallet.name.coin.rawValue, .text(text))
            }
        case .show(let coin):
            let wallet = try await self.desk.wallet(
                of: task.customer,
                coin: coin,
                in: app,
                environment: task.environment
            )
            let lots = try await self.desk.lots(of: name(coin), in: app, before: nil, limit: Self.shownLots)
            return [
                OperationResult.Field("available", .number(wallet.available)),
                OperationResult.Field("held", .number(wallet.held)),
                OperationResult.Field("debt", .number(wallet.debt)),
                OperationResult.Field("movements", .number(wallet.movementCount)),
            ] + lots.map { OperationResult.Field("lot\($0.number)", .text(Self.text(of: $0))) }
        case .statement(let coin, let before, let limit):
            let movements = try await self.desk.movements(of: name(coin), in: app, before: before, limit: limit)
            if movements.isEmpty { return [OperationResult.Field("movements", .text("none"))] }
            var fields = movements.map { OperationResult.Field("\($0.number)", .text(Self.text(of: $0))) }
            if movements.count == limit, let last = movements.last, last.number > 1 {
                fields.append(OperationResult.Field("next", .number(last.number)))
            }
            return fields
        case .grant(let coin, let quantity, let expiresAt, let key):
            let answer = try await self.desk.grant(quantity, expiresAt: expiresAt, request(coin, key), in: app)
            return Self.fields(of: answer)
        case .adjust(let coin, let quantity, let key):
            return Self.fields(of: try await self.desk.adjust(quantity, request(coin, key), in: app))
        }
    }

    private static func fields(of answer: WalletDesk.Answer) -> [OperationResult.Field] {
        let movement = answer.movement
        return [
            OperationResult.Field("movement", .number(movement.number)),
            OperationResult.Field("quantity", .number(movement.quantity)),
            OperationResult.Field("balance", .number(movement.balance)),
            OperationResult.Field("debt", .number(movement.debt)),
            OperationResult.Field("key", .text(movement.key.rawValue)),
        ]
    }

    private static func text(of lot: Lot) -> String {
        var text = "\(lot.kind.rawValue), \(lot.left) left of \(lot.amount)"
        for (count, word) in [
            (lot.spent, "spent"), (lot.lent, "repay a debt"), (lot.taken, "taken back"), (lot.removed, "removed"),
            (lot.debt, "owed"),
        ] where count > 0 {
            text += ", \(count) \(word)"
        }
        if lot.isHeld { text += ", held" }
        if let purchase = lot.purchase { text += ", from \(purchase.spelling)" }
        if let expiresAt = lot.expiresAt { text += ", expires \(expiresAt.rfc3339)" }
        return text
    }

    private static func text(of movement: Movement) -> String {
        var text = "\(movement.at.rfc3339) \(movement.kind.rawValue) \(movement.quantity) by \(movement.cause.rawValue)"
        if let by = movement.by { text += " (\(by))" }
        text += ", balance \(movement.balance)"
        if movement.debt > 0 { text += ", debt \(movement.debt)" }
        if let purchase = movement.purchase { text += ", \(purchase.spelling)" }
        if !movement.reason.isEmpty { text += ": \(movement.reason)" }
        return text
    }
}
