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
        report: Operations.Report
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
            for wallet in try await self.desk.wallets(of: task.customer, in: app, environment: task.environment) {
                report(.line(OperationLine(Self.fields(of: wallet))))
            }
            return []
        case .show(let coin):
            let wallet = try await self.desk.wallet(
                of: task.customer,
                coin: coin,
                in: app,
                environment: task.environment
            )
            let lots = try await self.desk.lots(of: name(coin), in: app, before: nil, limit: Self.shownLots)
            return Self.fields(of: wallet) + [OperationResult.Field("lots", .list(lots.map { Self.fields(of: $0) }))]
        case .statement(let coin, let before, let limit):
            let movements = try await self.desk.movements(of: name(coin), in: app, before: before, limit: limit)
            for movement in movements { report(.line(OperationLine(Self.fields(of: movement)))) }
            guard movements.count == limit, let last = movements.last, last.number > 1 else { return [] }
            return [OperationResult.Field("next", .number(last.number))]
        case .grant(let coin, let quantity, let expiresAt, let key):
            let answer = try await self.desk.grant(quantity, expiresAt: expiresAt, request(coin, key), in: app)
            return Self.fields(of: answer)
        case .adjust(let coin, let quantity, let key):
            return Self.fields(of: try await self.desk.adjust(quantity, request(coin, key), in: app))
        }
    }

    /// Describes what would be booked, beside how the wallet stands; a coin that is not known is refused here, before
    /// anybody is asked.
    package func preview(
        _ task: WalletTask,
        in app: ServedApp,
        by _: ActOrigin,
        report _: Operations.Report
    ) async throws(WalletError) -> [OperationResult.Field] {
        let fields = task.fields.map { OperationResult.Field($0.name, .text($0.value)) }
        switch task.deed {
        case .grant(let coin, _, _, _), .adjust(let coin, _, _):
            let wallet = try await self.desk.wallet(
                of: task.customer,
                coin: coin,
                in: app,
                environment: task.environment
            )
            return fields + [
                OperationResult.Field("available", .number(wallet.available)),
                OperationResult.Field("debt", .number(wallet.debt)),
            ]
        case .list, .show, .statement: return fields
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
        ] + OperationResult.fields(of: answer.nothing)
    }

    private static func fields(of wallet: WalletStanding) -> [OperationResult.Field] {
        [
            OperationResult.Field("coin", .text(wallet.name.coin.rawValue)),
            OperationResult.Field("available", .number(wallet.available)),
            OperationResult.Field("held", .number(wallet.held)),
            OperationResult.Field("debt", .number(wallet.debt)),
            OperationResult.Field("movements", .number(wallet.movementCount)),
        ]
    }

    private static func fields(of lot: Lot) -> [OperationResult.Field] {
        let numbers = [
            ("amount", lot.amount), ("left", lot.left), ("spent", lot.spent), ("repays", lot.lent),
            ("takenBack", lot.taken), ("removed", lot.removed), ("debt", lot.debt),
        ]
        let head = [
            OperationResult.Field("number", .number(lot.number)),
            OperationResult.Field("kind", .text(lot.kind.rawValue)),
        ]
        let rest = OperationResult.present([
            OperationResult.Field("held", .flag(lot.isHeld)),
            .optional("purchase", lot.purchase?.spelling),
            OperationResult.Field("broughtAt", .text(lot.broughtAt.rfc3339)),
            .optional("expiresAt", lot.expiresAt?.rfc3339),
        ])
        return head + numbers.map { OperationResult.Field($0.0, .number($0.1)) } + rest
    }

    private static func fields(of movement: Movement) -> [OperationResult.Field] {
        OperationResult.present([
            OperationResult.Field("number", .number(movement.number)),
            OperationResult.Field("at", .text(movement.at.rfc3339)),
            OperationResult.Field("kind", .text(movement.kind.rawValue)),
            OperationResult.Field("quantity", .number(movement.quantity)),
            OperationResult.Field("balance", .number(movement.balance)),
            OperationResult.Field("debt", .number(movement.debt)),
            OperationResult.Field("cause", .text(movement.cause.rawValue)),
            .optional("by", movement.by),
            .optional("purchase", movement.purchase?.spelling),
            OperationResult.Field("key", .text(movement.key.rawValue)),
            .optional("reason", movement.reason.isEmpty ? nil : movement.reason),
        ])
    }
}
