package import Ledger

/// The rows of wallets.
extension Session {
    // MARK: Wallets

    /// Returns the wallet of a name, of its canonical customer; `nil` where it does not exist.
    package func wallet(_ name: WalletName) throws -> WalletRecord? {
        guard let scope = try self.knownScope(ScopeName(app: name.app, environment: name.environment)),
            let holder = try self.holder(name.customer, app: scope.app),
            let coin = try self.knownInternedString(name.coin.rawValue, app: scope.app)
        else { return nil }
        let record = try self.wallet(of: holder.number, scope: scope, coin: coin, name: name.naming(holder.name))
        return record.number == nil ? nil : record
    }

    /// Returns a customer's wallet, stored or not.
    package func wallet(of owner: Int64, scope: Scope, coin: Int64, name: WalletName) throws -> WalletRecord {
        let values: [SQLValue] = [.integer(owner), .integer(scope.number), .integer(coin)]
        let row = try self.first(.wallets.walletOfOwner, values, read: Self.walletRow)
        return WalletRecord(
            number: row?.number,
            owner: owner,
            scope: scope,
            coin: coin,
            name: name,
            sums: row?.sums ?? Wallet()
        )
    }

    /// Returns the wallet of a name that does not exist yet, and stores its customer and the name of its coin.
    package func newWallet(_ name: WalletName) throws -> WalletRecord {
        let scope = try self.scope(ScopeName(app: name.app, environment: name.environment))
        let coin = try self.number(ofInternedString: name.coin.rawValue, app: scope.app)
        if let holder = try self.holder(name.customer, app: scope.app) {
            return try self.wallet(of: holder.number, scope: scope, coin: coin, name: name.naming(holder.name))
        }
        let owner = try self.number(of: name.customer, app: scope.app)
        return try self.wallet(of: owner, scope: scope, coin: coin, name: name)
    }

    /// Returns the wallets of a customer, of the canonical one.
    package func wallets(of customer: CustomerID, scope: Scope) throws -> [WalletRecord] {
        guard let holder = try self.holder(customer, app: scope.app) else { return [] }
        return try self.wallets(of: holder.number, scope: scope)
    }

    /// Returns the wallets of a customer in an environment.
    package func wallets(of owner: Int64, scope: Scope) throws -> [WalletRecord] {
        try self.all(.wallets.walletsOfOwner, [.integer(owner), .integer(scope.number)], read: Self.walletRow)
            .map(self.record)
    }

    /// Returns the wallets that received coins from a purchase, by name of the coin.
    package func wallets(with purchase: PurchaseKey, scope: Scope) throws -> [WalletRecord] {
        let key: [SQLValue] = [.integer(scope.number), .text(purchase.spelling)]
        let numbers = try self.all(.wallets.walletsOfPurchase, key) { row in try row.integer() }
        let records = try numbers.map { number in
            guard let row = try self.first(.wallets.walletByNumber, [.integer(number)], read: Self.walletRow) else {
                throw RepositoryError.corrupt
            }
            return try self.record(row)
        }
        return records.sorted { $0.name.coin < $1.name.coin }
    }

    /// Returns the wallets that are due, earliest first.
    package func dueWallets(at now: Instant, limit: Int) throws -> [WalletName] {
        try self.all(.wallets.dueWallets, [.instant(now), .integer(Int64(limit))], read: Self.walletRow)
            .map { try self.record($0).name }
    }

    private struct WalletRow {
        let number: Int64
        let owner: Int64
        let scope: Int64
        let coin: Int64
        let sums: Wallet
    }

    private static func walletRow(_ row: inout Row) throws -> WalletRow {
        WalletRow(
            number: try row.integer(),
            owner: try row.integer(),
            scope: try row.integer(),
            coin: try row.integer(),
            sums: Wallet(
                balance: try row.integer(),
                held: try row.integer(),
                debt: try row.integer(),
                movementCount: try row.integer(),
                lotCount: try row.integer(),
                dueAt: try row.optionalInstant()
            )
        )
    }

    private func record(_ row: WalletRow) throws -> WalletRecord {
        let scope = try self.scope(numbered: row.scope)
        let name = WalletName(
            app: scope.name.app,
            environment: scope.environment,
            customer: try self.customer(row.owner),
            coin: CoinName(try self.internedString(row.coin))
        )
        return WalletRecord(
            number: row.number,
            owner: row.owner,
            scope: scope,
            coin: row.coin,
            name: name,
            sums: row.sums
        )
    }

    /// Adds a wallet without coins, and returns its number.
    package func addWallet(_ wallet: WalletRecord) throws -> Int64 {
        let values: [SQLValue] = [.integer(wallet.owner), .integer(wallet.scope.number), .integer(wallet.coin)]
        return try self.insert(.wallets.insertWallet, values)
    }

    /// Saves the sums of a wallet, its changed lots, repayments and purchases, and the movements that were booked.
    package func save(_ record: WalletRecord) throws {
        let number = try record.number ?? self.addWallet(record)
        for lot in record.changedLots { try self.put(lot, in: number) }
        for repayment in record.changedRepayments {
            try self.run(
                .wallets.putRepayment,
                [
                    .integer(number), .integer(repayment.debtor), .integer(repayment.lender),
                    .integer(repayment.promised), .integer(repayment.paid),
                ]
            )
        }
        for purchase in record.changedPurchases { try self.put(purchase, in: number, record.scope) }
        let wallet = record.wallet
        self.note(.stateChanges, dueAt: wallet.dueAt)
        try self.run(
            .wallets.putWallet,
            [
                .integer(wallet.balance), .integer(wallet.held), .integer(wallet.debt), .integer(wallet.movementCount),
                .integer(wallet.lotCount), .instant(wallet.dueAt), .integer(number),
            ]
        )
        for movement in record.movements { try self.insert(movement, in: number) }
    }

    /// Assigns the rows of a wallet to another one, whose lots have numbers up to an offset.
    package func assignParts(of wallet: Int64, to other: Int64, offset: Int64) throws {
        let (wallet, other, offset) = (SQLValue.integer(wallet), SQLValue.integer(other), SQLValue.integer(offset))
        try self.run(.wallets.moveLots, [other, offset, wallet])
        try self.run(.wallets.moveRepayments, [other, offset, offset, wallet])
        try self.run(.wallets.moveWalletPurchases, [other, wallet])
    }

    // MARK: Lots

    /// Returns lots of a wallet.
    package func lots(_ selection: LotSelection, of wallet: WalletRecord) throws -> [Lot] {
        guard let number = wallet.number else { return [] }
        let (query, values): (SQLStatement, [SQLValue]) =
            switch selection {
            case .numbered(let number): (.wallets.lotByNumber, [.integer(number)])
            case .purchase(let key): (.wallets.lotsOfPurchase, [.text(key.spelling)])
            case .owed: (.wallets.owedLots, [])
            case .spendable(let rank, let limit):
                (.wallets.spendableLots, [.integer(rank.code), .integer(Int64(limit))])
            case .expiring(let from, let through): (.wallets.expiringLots, [.instant(from), .instant(through)])
            case .nextExpiring(let after): (.wallets.nextExpiringLot, [.instant(after)])
            case .before(let number, let limit): (.wallets.lotsBefore, [.integer(number), .integer(Int64(limit))])
            }
        return try self.all(query, [.integer(number)] + values) { row in
            let number = try row.integer()
            let kind: Lot.Kind = try row.coded()
            let purchase = try Self.purchaseKey(try row.optionalText())
            let amount = try row.integer()
            let createdAt = try row.instant()
            var lot = Lot(
                number: number,
                kind: kind,
                purchase: purchase,
                amount: amount,
                createdAt: createdAt,
                expiresAt: try row.optionalInstant()
            )
            lot.spent = try row.integer()
            lot.lent = try row.integer()
            lot.target = try row.integer()
            lot.revoked = try row.integer()
            lot.removed = try row.integer()
            lot.repaid = try row.integer()
            lot.forgives = try row.flag()
            lot.isHeld = try row.flag()
            return lot
        }
    }

    /// Stores a lot.
    private func put(_ lot: Lot, in wallet: Int64) throws {
        try self.run(
            .wallets.putLot,
            [
                .integer(wallet), .integer(lot.number), .integer(lot.rank.code), .integer(lot.kind.code),
                lot.purchase.map { .text($0.spelling) } ?? .null, .integer(lot.amount), .instant(lot.createdAt),
                .instant(lot.expiresAt), .integer(lot.left), .integer(lot.spent), .integer(lot.lent),
                .integer(lot.target), .integer(lot.revoked), .integer(lot.removed), .integer(lot.repaid),
                .integer(lot.debt), .flag(lot.forgives), .flag(lot.isHeld),
            ]
        )
    }

    /// Returns the repayments between a lot of a wallet and other lots, in both directions.
    package func repayments(of lot: Int64, in wallet: WalletRecord) throws -> [Repayment] {
        guard let number = wallet.number else { return [] }
        return try [SQLStatement.wallets.repaymentsOfDebtor, .wallets.repaymentsOfLender].flatMap { query in
            try self.all(query, [.integer(number), .integer(lot)]) { row in
                Repayment(
                    debtor: try row.integer(),
                    lender: try row.integer(),
                    promised: try row.integer(),
                    paid: try row.integer()
                )
            }
        }
    }

    // MARK: Purchases

    /// Returns purchases of a wallet.
    package func purchases(
        _ selection: WalletPurchaseSelection,
        of wallet: WalletRecord
    ) throws -> [WalletPurchase] {
        guard let number = wallet.number.map(SQLValue.integer) else { return [] }
        let (query, values): (SQLStatement, [SQLValue]) =
            switch selection {
            case .key(let key):
                (.wallets.walletPurchase, [.integer(wallet.scope.number), .text(key.spelling), number])
            case .holdEnding(let end): (.wallets.endingHolds, [number, .instant(end)])
            case .nextHoldEnding(let after): (.wallets.nextHold, [number, .instant(after)])
            }
        return try self.all(query, values) { row in
            guard let key = try Self.purchaseKey(try row.text()) else { throw RepositoryError.corrupt }
            var purchase = WalletPurchase(key: key)
            let refunds = try WalletText.refunds(try row.text())
            purchase.revocationTarget = RevocationTarget(refunds: refunds, reversedAt: try row.optionalInstant())
            let from = try row.optionalInstant()
            let until = try row.optionalInstant()
            let spent = try row.optionalInteger()
            let amount = try row.optionalInteger()
            if let from, let until, let spent, let amount {
                let share = ConsumedShare(spent: spent, amount: amount)
                purchase.hold = WalletPurchase.Hold(from: from, until: until, share: share)
            }
            return purchase
        }
    }

    /// Stores a purchase of a wallet.
    private func put(_ purchase: WalletPurchase, in wallet: Int64, _ scope: Scope) throws {
        try self.run(
            .wallets.putWalletPurchase,
            [
                .integer(scope.number), .text(purchase.key.spelling), .integer(wallet),
                .text(WalletText.text(purchase.revocationTarget.refunds)),
                .instant(purchase.revocationTarget.reversedAt),
                .instant(purchase.hold?.from), .instant(purchase.hold?.until), .optional(purchase.hold?.share.spent),
                .optional(purchase.hold?.share.amount),
            ]
        )
    }

    private static func purchaseKey(_ text: String?) throws -> PurchaseKey? {
        guard let text else { return nil }
        guard let key = PurchaseKey(spelling: text) else { throw RepositoryError.corrupt }
        return key
    }

    // MARK: Movements

    /// Returns the movement that was booked in a wallet with the cause and key of a request.
    package func movement(answering request: WalletRequest, in wallet: WalletRecord) throws -> Movement? {
        guard let number = wallet.number else { return nil }
        let key: [SQLValue] = [.integer(number), .integer(request.cause.code), .text(request.key.rawValue)]
        return try self.movements(.wallets.movementByKey, key).first
    }

    /// Returns the movements of a wallet with numbers below one, newest first.
    package func movements(of wallet: WalletRecord, before number: Int64, limit: Int) throws -> [Movement] {
        guard let wallet = wallet.number else { return [] }
        let values: [SQLValue] = [.integer(wallet), .integer(number), .integer(Int64(limit))]
        return try self.movements(.wallets.movementsBefore, values)
    }

    private func movements(_ query: SQLStatement, _ values: [SQLValue]) throws -> [Movement] {
        try self.all(query, values) { row in
            Movement(
                number: try row.integer(),
                kind: try row.coded(),
                quantity: try row.integer(),
                cause: try row.coded(),
                key: try row.text(),
                reason: try row.text(),
                by: try row.optionalText(),
                at: try row.instant(),
                purchase: try Self.purchaseKey(try row.optionalText()),
                expiresAt: try row.optionalInstant(),
                entries: try WalletText.entries(try row.text()),
                balance: try row.integer(),
                held: try row.integer(),
                debt: try row.integer()
            )
        }
    }

    /// Stores a movement.
    private func insert(_ movement: Movement, in wallet: Int64) throws {
        try self.run(
            .wallets.insertMovement,
            [
                .integer(wallet), .integer(movement.number), .integer(movement.kind.code), .integer(movement.quantity),
                .integer(movement.cause.code), .text(movement.key.rawValue), .text(movement.reason),
                movement.by.map(SQLValue.text) ?? .null, .instant(movement.at),
                movement.purchase.map { .text($0.spelling) } ?? .null, .instant(movement.expiresAt),
                .text(WalletText.text(movement.entries)), .integer(movement.balance), .integer(movement.held),
                .integer(movement.debt),
            ]
        )
    }
}
