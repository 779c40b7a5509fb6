package import Ledger

/// The rows of wallets.
extension Session {
    // MARK: Wallets

    /// Returns a customer's wallet, stored or not.
    func wallet(of owner: Int64, _ scope: Scope, _ coin: Int64, _ name: WalletName) throws -> StoredWallet {
        let values: [SQLValue] = [.integer(owner), .integer(scope.number), .integer(coin)]
        let row = try self.first(.wallets.walletOfOwner, values, read: Self.walletRow)
        return StoredWallet(
            number: row?.number,
            owner: owner,
            scope: scope,
            coin: coin,
            name: name,
            sums: row?.sums ?? Wallet()
        )
    }

    /// Returns a wallet by its number.
    func wallet(_ number: Int64) throws -> StoredWallet {
        guard let row = try self.first(.wallets.walletByNumber, [.integer(number)], read: Self.walletRow) else {
            throw RepositoryError.corrupt
        }
        return try self.stored(row)
    }

    /// Returns the wallets of a customer in an environment.
    func wallets(of owner: Int64, _ scope: Scope) throws -> [StoredWallet] {
        try self.all(.wallets.walletsOfOwner, [.integer(owner), .integer(scope.number)], read: Self.walletRow)
            .map(self.stored)
    }

    /// Returns the wallets that are due, earliest first.
    package func dueWallets(at now: Instant, limit: Int) throws -> [WalletName] {
        try self.all(.wallets.dueWallets, [.instant(now), .integer(Int64(limit))], read: Self.walletRow)
            .map { try self.stored($0).name }
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

    private func stored(_ row: WalletRow) throws -> StoredWallet {
        let scope = try self.scope(numbered: row.scope)
        let name = WalletName(
            app: scope.name.app,
            environment: scope.environment,
            customer: try self.customer(row.owner),
            coin: CoinName(try self.internedString(row.coin))
        )
        return StoredWallet(
            number: row.number,
            owner: row.owner,
            scope: scope,
            coin: row.coin,
            name: name,
            sums: row.sums
        )
    }

    // MARK: Lots

    /// Returns lots of a wallet.
    func lots(_ query: SQLStatement, _ wallet: Int64, _ values: [SQLValue] = []) throws -> [Lot] {
        try self.all(query, [.integer(wallet)] + values) { row in
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
    func put(_ lot: Lot, in wallet: Int64) throws {
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
    func repayments(of lot: Int64, in wallet: Int64) throws -> [Repayment] {
        try [SQLStatement.wallets.repaymentsOfDebtor, .wallets.repaymentsOfLender].flatMap { query in
            try self.all(query, [.integer(wallet), .integer(lot)]) { row in
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

    /// Returns the purchases of a wallet.
    func walletPurchases(_ query: SQLStatement, _ values: [SQLValue]) throws -> [WalletPurchase] {
        try self.all(query, values) { row in
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
    func put(_ purchase: WalletPurchase, in wallet: Int64, _ scope: Scope) throws {
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

    /// Returns movements of a wallet.
    func movements(_ query: SQLStatement, _ values: [SQLValue]) throws -> [Movement] {
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
    func insert(_ movement: Movement, in wallet: Int64) throws {
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
