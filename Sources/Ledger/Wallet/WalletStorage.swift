/// Loads and saves wallets, their lots and their movements.
///
/// A wallet is loaded with its sums alone; its lots, repayments and purchases are loaded as far as a change reads them.
/// A wallet that is not saved yet has none of them.
package protocol WalletStorage: CustomerStorage {
    /// Returns the wallet of a name, of its canonical customer; `nil` where it does not exist.
    func wallet(_ name: WalletName) throws -> WalletRecord?

    /// Returns the wallet of a customer's coins with a number, saved or not.
    func wallet(of owner: Int64, scope: Scope, coin: Int64, name: WalletName) throws -> WalletRecord

    /// Returns the wallet of a name that does not exist yet, and saves its customer and the name of its coin.
    func newWallet(_ name: WalletName) throws -> WalletRecord

    /// Returns the wallets of a customer, of the canonical one.
    func wallets(of customer: CustomerID, scope: Scope) throws -> [WalletRecord]

    /// Returns the wallets of the customer with a number.
    func wallets(of owner: Int64, scope: Scope) throws -> [WalletRecord]

    /// Returns the wallets that received coins from a purchase, by name of the coin.
    func wallets(with purchase: PurchaseKey, scope: Scope) throws -> [WalletRecord]

    /// Returns lots of a wallet.
    func lots(_ selection: LotSelection, of wallet: WalletRecord) throws -> [Lot]

    /// Returns the repayments between a lot of a wallet and other lots, in both directions.
    func repayments(of lot: Int64, in wallet: WalletRecord) throws -> [Repayment]

    /// Returns purchases of a wallet.
    func purchases(_ selection: WalletPurchaseSelection, of wallet: WalletRecord) throws -> [WalletPurchase]

    /// Returns the movement that was booked in a wallet with the cause and key of a request; `nil` without one.
    func movement(answering request: WalletRequest, in wallet: WalletRecord) throws -> Movement?

    /// Returns the movements of a wallet with numbers below one, newest first.
    func movements(of wallet: WalletRecord, before number: Int64, limit: Int) throws -> [Movement]

    /// Adds a wallet without coins, and returns its number.
    func addWallet(_ wallet: WalletRecord) throws -> Int64

    /// Saves the sums of a wallet, its changed lots, repayments and purchases, and the movements that were booked.
    func save(_ wallet: WalletRecord) throws

    /// Assigns the lots, repayments and purchases of a wallet to another one, whose lots have numbers up to an offset.
    func assignParts(of wallet: Int64, to other: Int64, offset: Int64) throws
}

/// The lots of a wallet that a change or a list reads.
package enum LotSelection: Hashable, Sendable {
    /// The lot of a number.
    case numbered(Int64)
    /// The lots that a purchase added.
    case purchase(PurchaseKey)
    /// The lots with a debt.
    case owed
    /// The first lots of a rank that can be spent, in the order in which they are spent.
    case spendable(SpendOrder.Rank, limit: Int)
    /// The lots with remaining coins that expire in a period.
    case expiring(from: Instant, through: Instant)
    /// The first lot with remaining coins that expires after an instant.
    case nextExpiring(after: Instant)
    /// The lots with numbers below one, newest first.
    case before(Int64, limit: Int)
}

/// The purchases of a wallet that a change or a list reads.
package enum WalletPurchaseSelection: Hashable, Sendable {
    /// The purchase of a key.
    case key(PurchaseKey)
    /// The purchases whose hold ends by an instant.
    case holdEnding(by: Instant)
    /// The purchase whose hold ends first after an instant.
    case nextHoldEnding(after: Instant)
}

/// Loads the parts of wallets that changes read.
extension WalletStorage {
    /// Books the expiries and releases that are due in a wallet at an instant, without saving them.
    func advance(_ record: inout WalletRecord, to now: Instant) throws {
        guard let dueAt = record.wallet.dueAt, dueAt <= now else { return }
        var lots = try self.lots(.expiring(from: dueAt, through: now), of: record)
        lots += try self.lots(.nextExpiring(after: now), of: record)
        let ending = try self.purchases(.holdEnding(by: now), of: record)
        let next = try self.purchases(.nextHoldEnding(after: now), of: record)
        for purchase in ending { lots += try self.lots(.purchase(purchase.key), of: record) }
        record.load(lots: lots, purchases: ending + next)
        record.advance(to: now)
    }

    /// Loads what a request reads.
    func load(for request: WalletRequest, terms: Coin, into record: inout WalletRecord) throws {
        switch request.kind {
        case .credit(let purchase, _):
            try self.load(purchase, into: &record)
            try self.loadOwed(into: &record)
        case .grant: try self.loadOwed(into: &record)
        case .spend(let quantity): try self.loadSpendable(quantity, terms: terms, into: &record)
        case .adjust(let quantity):
            if quantity < 0 {
                let removed = -max(quantity, -Wallet.maximumQuantity)
                try self.loadSpendable(removed, terms: terms, into: &record)
            } else {
                try self.loadOwed(into: &record)
            }
        case .hold(let purchase, _), .releaseHold(let purchase): try self.load(purchase, into: &record)
        case .revoke(let purchase, _, _), .restore(let purchase, _), .setRevocationTarget(let purchase, _, _):
            try self.load(purchase, into: &record)
            try self.loadRepayments(into: &record)
        }
    }

    private func load(_ purchase: PurchaseKey, into record: inout WalletRecord) throws {
        record.load(
            lots: try self.lots(.purchase(purchase), of: record),
            purchases: try self.purchases(.key(purchase), of: record)
        )
    }

    private func loadOwed(into record: inout WalletRecord) throws {
        if record.wallet.debt > 0 { record.load(lots: try self.lots(.owed, of: record)) }
    }

    /// Loads the repayments of the loaded lots, the lots at their other end, and so on: everything that is decided
    /// together.
    private func loadRepayments(into record: inout WalletRecord) throws {
        var waiting = record.wallet.lots.map(\.number)
        var known = Set(waiting)
        while let lot = waiting.popLast() {
            let repayments = try self.repayments(of: lot, in: record)
            record.load(repayments: repayments)
            for other in repayments.flatMap({ [$0.debtor, $0.lender] }) where known.insert(other).inserted {
                record.load(lots: try self.lots(.numbered(other), of: record))
                waiting.append(other)
            }
        }
    }

    /// Loads the lots that are spent first, as many as a quantity needs and a few more: the cost grows with the lots
    /// that the request uses, not with all lots.
    private func loadSpendable(_ quantity: Int64, terms: Coin, into record: inout WalletRecord) throws {
        guard quantity > 0, quantity <= record.wallet.available else { return }
        var missing = quantity
        for rank in terms.spendOrder.ranks where missing > 0 {
            var limit = 4
            while true {
                let lots = try self.lots(.spendable(rank, limit: limit), of: record)
                record.load(lots: lots)
                // A lot as it is saved does not have the changes that time has just made to it.
                let found = lots.reduce(0) { $0 + (record.wallet.lot($1.number)?.spendable ?? 0) }
                if found >= missing {
                    missing = 0
                    break
                }
                if lots.count < limit {
                    let all = record.wallet.lots.filter { $0.rank == rank }
                    missing -= all.reduce(0) { $0 + $1.spendable }
                    break
                }
                limit *= 4
            }
        }
    }
}
