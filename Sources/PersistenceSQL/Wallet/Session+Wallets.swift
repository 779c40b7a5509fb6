package import Ledger

/// Operations on wallets within the open transaction.
extension Session {
    /// The outcome of a wallet request before any of it is written.
    enum Prepared {
        case booked(StoredWallet, Movement?)
        case repeated(StoredWallet, Movement)
        case refused(StoredWallet, WalletRefusal)
    }

    /// Carries out a wallet request.
    package func carryOut(
        _ request: WalletRequest,
        on name: WalletName,
        terms: Coin
    ) throws -> Result<WalletOutcome, WalletRefusal> {
        guard let stored = try self.wallet(for: request, name, terms) else {
            return .failure(Self.refusal(of: request, terms) ?? .unknownPurchase)
        }
        switch try self.prepare(request, stored, terms) {
        case .booked(var stored, let movement):
            try self.write(&stored, at: request.at)
            return .success(
                WalletOutcome(movement: movement, isNew: movement != nil, walletBalance: stored.walletBalance)
            )
        case .repeated(let stored, let movement):
            // The answer follows a commit, even where nothing had to change.
            try self.run(.transactions.countRepeat)
            return .success(WalletOutcome(movement: movement, isNew: false, walletBalance: stored.walletBalance))
        case .refused(var stored, let refusal):
            try self.write(&stored, at: request.at)
            return .failure(refusal)
        }
    }

    /// Carries out a wallet request about a purchase on every wallet that received coins from it.
    package func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) throws -> Result<[WalletOutcome], WalletRefusal> {
        guard let purchase = request.purchase,
            let scope = try self.knownScope(ScopeName(app: app, environment: environment))
        else { return .failure(.unknownPurchase) }
        var prepared: [Prepared] = []
        for stored in try self.wallets(with: purchase, scope) {
            let terms = coins[stored.name.coin] ?? Coin()
            let result = try self.prepare(request, stored, terms)
            if case .refused(_, let refusal) = result { return .failure(refusal) }
            prepared.append(result)
        }
        guard !prepared.isEmpty else { return .failure(.unknownPurchase) }
        var outcomes: [WalletOutcome] = []
        for result in prepared {
            guard case .booked(var stored, let movement) = result else {
                guard case .repeated(let stored, let movement) = result else { continue }
                try self.run(.transactions.countRepeat)
                outcomes.append(WalletOutcome(movement: movement, isNew: false, walletBalance: stored.walletBalance))
                continue
            }
            try self.write(&stored, at: request.at)
            outcomes.append(
                WalletOutcome(movement: movement, isNew: movement != nil, walletBalance: stored.walletBalance)
            )
        }
        return .success(outcomes)
    }

    /// Publishes the changes that time causes in a wallet.
    package func advance(_ name: WalletName, at now: Instant) throws {
        guard var stored = try self.known(name) else { return }
        try self.letTimePass(&stored, at: now)
        try self.write(&stored, at: now)
    }

    // MARK: Which wallet

    /// Returns the wallet of a name, of its canonical customer; `nil` where it does not exist.
    func known(_ name: WalletName) throws -> StoredWallet? {
        guard let scope = try self.knownScope(ScopeName(app: name.app, environment: name.environment)),
            let holder = try self.holder(name.customer, app: scope.app),
            let coin = try self.knownInternedString(name.coin.rawValue, app: scope.app)
        else { return nil }
        let stored = try self.wallet(of: holder.number, scope, coin, name.naming(holder.name))
        return stored.number == nil ? nil : stored
    }

    /// Returns the wallet of a request; `nil` where it does not exist and the request does not create it.
    func wallet(for request: WalletRequest, _ name: WalletName, _ terms: Coin) throws -> StoredWallet? {
        let scopeName = ScopeName(app: name.app, environment: name.environment)
        if let purchase = request.purchase {
            if let scope = try self.knownScope(scopeName) {
                // The customer who has the coins keeps them, even if the purchase has another owner now.
                let found = try self.wallets(with: purchase, scope).first { $0.name.coin == name.coin }
                if let found { return found }
            }
        }
        if let known = try self.known(name) { return known }
        // A refused request leaves nothing behind, not even a new customer.
        guard Self.refusal(of: request, terms) == nil else { return nil }
        let scope = try self.scope(scopeName)
        let coin = try self.number(ofInternedString: name.coin.rawValue, app: scope.app)
        if let holder = try self.holder(name.customer, app: scope.app) {
            return try self.wallet(of: holder.number, scope, coin, name.naming(holder.name))
        }
        let owner = try self.number(of: name.customer, app: scope.app)
        return try self.wallet(of: owner, scope, coin, name)
    }

    /// Returns the wallets that received coins from a purchase, by name of the coin.
    func wallets(with purchase: PurchaseKey, _ scope: Scope) throws -> [StoredWallet] {
        let key: [SQLValue] = [.integer(scope.number), .text(purchase.spelling)]
        let numbers = try self.all(.wallets.walletsOfPurchase, key) { row in try row.integer() }
        return try numbers.map(self.wallet).sorted { $0.name.coin < $1.name.coin }
    }

    // MARK: Preparing

    /// Returns why a request on a missing wallet is refused; `nil` when it is not.
    static func refusal(of request: WalletRequest, _ terms: Coin) -> WalletRefusal? {
        var empty = Wallet()
        guard case .failure(let refusal) = empty.carryOut(request, terms: terms) else { return nil }
        return refusal
    }

    /// Returns the movement of an earlier request with the same key, under any name of its customer.
    private func movement(booked request: WalletRequest, in stored: StoredWallet) throws -> Movement? {
        for owner in try self.everybody(whoIs: stored.owner) {
            let wallet =
                owner == stored.owner
                ? stored : try self.wallet(of: owner, stored.scope, stored.coin, stored.name)
            guard let number = wallet.number else { continue }
            let key: [SQLValue] = [.integer(number), .integer(request.cause.code), .text(request.key.rawValue)]
            if let movement = try self.movements(.wallets.movementByKey, key).first { return movement }
        }
        return nil
    }

    func prepare(_ request: WalletRequest, _ wallet: StoredWallet, _ terms: Coin) throws -> Prepared {
        var stored = wallet
        if let movement = try self.movement(booked: request, in: stored) {
            return request.isAnswered(by: movement) ? .repeated(stored, movement) : .refused(stored, .keyReused)
        }
        if let number = stored.number {
            try self.letTimePass(&stored, at: request.at)
            try self.load(for: request, &stored, number, terms)
        }
        switch stored.wallet.carryOut(request, terms: terms) {
        case .success(let movement):
            if let movement { stored.movements.append(movement) }
            return .booked(stored, movement)
        case .failure(let refusal): return .refused(stored, refusal)
        }
    }

    /// Loads what time changes in a wallet until an instant, and changes it in the value.
    func letTimePass(_ stored: inout StoredWallet, at now: Instant) throws {
        guard let number = stored.number, let dueAt = stored.wallet.dueAt, dueAt <= now else { return }
        let wallet = SQLValue.integer(number)
        var lots = try self.lots(.wallets.expiringLots, number, [.instant(dueAt), .instant(now)])
        lots += try self.lots(.wallets.nextExpiringLot, number, [.instant(now)])
        let ending = try self.walletPurchases(.wallets.endingHolds, [wallet, .instant(now)])
        let next = try self.walletPurchases(.wallets.nextHold, [wallet, .instant(now)])
        for purchase in ending {
            lots += try self.lots(.wallets.lotsOfPurchase, number, [.text(purchase.key.spelling)])
        }
        stored.load(lots: lots, purchases: ending + next)
        stored.movements += stored.wallet.advance(to: now)
    }

    /// Loads the rows that a request needs.
    private func load(
        for request: WalletRequest,
        _ stored: inout StoredWallet,
        _ number: Int64,
        _ terms: Coin
    ) throws {
        switch request.kind {
        case .credit(let purchase, _):
            try self.load(purchase, &stored, number)
            if stored.wallet.debt > 0 { stored.load(lots: try self.lots(.wallets.owedLots, number)) }
        case .grant:
            if stored.wallet.debt > 0 { stored.load(lots: try self.lots(.wallets.owedLots, number)) }
        case .spend(let quantity): try self.loadSpendable(quantity, &stored, number, terms)
        case .adjust(let quantity):
            if quantity < 0 {
                try self.loadSpendable(-max(quantity, -Wallet.maximumQuantity), &stored, number, terms)
            } else if stored.wallet.debt > 0 {
                stored.load(lots: try self.lots(.wallets.owedLots, number))
            }
        case .hold(let purchase, _), .releaseHold(let purchase): try self.load(purchase, &stored, number)
        case .revoke(let purchase, _, _), .restore(let purchase, _), .setRevocationTarget(let purchase, _, _):
            try self.load(purchase, &stored, number)
            try self.loadRepayments(&stored, number)
        }
    }

    /// Loads the repayments of the loaded lots, the lots at their other end, and so on: everything that is decided
    /// together.
    private func loadRepayments(_ stored: inout StoredWallet, _ number: Int64) throws {
        var waiting = stored.wallet.lots.map(\.number)
        var known = Set(waiting)
        while let lot = waiting.popLast() {
            let repayments = try self.repayments(of: lot, in: number)
            stored.load(repayments: repayments)
            for other in repayments.flatMap({ [$0.debtor, $0.lender] }) where known.insert(other).inserted {
                stored.load(lots: try self.lots(.wallets.lotByNumber, number, [.integer(other)]))
                waiting.append(other)
            }
        }
    }

    private func load(_ purchase: PurchaseKey, _ stored: inout StoredWallet, _ number: Int64) throws {
        let key: [SQLValue] = [.integer(stored.scope.number), .text(purchase.spelling), .integer(number)]
        stored.load(
            lots: try self.lots(.wallets.lotsOfPurchase, number, [.text(purchase.spelling)]),
            purchases: try self.walletPurchases(.wallets.walletPurchase, key)
        )
    }

    /// Loads the lots that are spent first, as many as a quantity needs and a few more: the cost grows with the lots
    /// that the request uses, not with all lots.
    private func loadSpendable(
        _ quantity: Int64,
        _ stored: inout StoredWallet,
        _ number: Int64,
        _ terms: Coin
    ) throws {
        guard quantity > 0, quantity <= stored.wallet.available else { return }
        var missing = quantity
        for rank in terms.spendOrder.ranks where missing > 0 {
            var limit: Int64 = 4
            while true {
                let rows = try self.lots(.wallets.spendableLots, number, [.integer(rank.code), .integer(limit)])
                stored.load(lots: rows)
                // The row does not have the changes that time has just made to the lot.
                let found = rows.reduce(0) { $0 + (stored.wallet.lot($1.number)?.spendable ?? 0) }
                if found >= missing {
                    missing = 0
                    break
                }
                if rows.count < limit {
                    let all = stored.wallet.lots.filter { $0.rank == rank }
                    missing -= all.reduce(0) { $0 + $1.spendable }
                    break
                }
                limit *= 4
            }
        }
    }

    // MARK: Writing

    /// Writes the changes of a wallet and publishes each movement, or leaves publishing to the caller.
    func write(_ stored: inout StoredWallet, at now: Instant, isPublished: Bool = true) throws {
        let lots = stored.changedLots
        let purchases = stored.changedPurchases
        let isMoved = !stored.movements.isEmpty
        guard isMoved || !lots.isEmpty || !purchases.isEmpty || stored.wallet.dueAt != stored.before.dueAt else {
            return
        }
        let values: [SQLValue] = [.integer(stored.owner), .integer(stored.scope.number), .integer(stored.coin)]
        let number = try stored.number ?? self.insert(.wallets.insertWallet, values)
        stored.number = number
        for lot in lots { try self.put(lot, in: number) }
        for repayment in stored.changedRepayments {
            try self.run(
                .wallets.putRepayment,
                [
                    .integer(number), .integer(repayment.debtor), .integer(repayment.lender),
                    .integer(repayment.promised), .integer(repayment.paid),
                ]
            )
        }
        for purchase in purchases { try self.put(purchase, in: number, stored.scope) }
        try self.putSums(of: stored, number)
        for movement in stored.movements { try self.insert(movement, in: number) }
        if isPublished { try self.publish(stored) }
    }

    private func putSums(of stored: StoredWallet, _ number: Int64) throws {
        let wallet = stored.wallet
        self.note(.stateChanges, dueAt: wallet.dueAt)
        try self.run(
            .wallets.putWallet,
            [
                .integer(wallet.balance), .integer(wallet.held), .integer(wallet.debt), .integer(wallet.movementCount),
                .integer(wallet.lotCount), .instant(wallet.dueAt), .integer(number),
            ]
        )
    }

    private func publish(_ stored: StoredWallet) throws {
        var people = CustomerCache(self)
        _ = try people.name(stored.owner)
        for movement in stored.movements {
            let context = RecordingContext(scope: stored.scope, now: movement.at)
            // The event belongs to the customer, so no chain's event stream is needed.
            try self.write([movement.draft(in: stored.name)], about: 0, on: context, people: &people)
        }
    }

    // MARK: Who counts as whom

    /// Moves the wallets of a customer to another customer.
    package func mergeWallets(of from: Int64, into owner: Int64, app: Int64, key: String, at now: Instant) throws {
        for scope in try self.scopes(of: app) {
            // Coins that expired or were released before are booked first, in the wallet that they were in.
            for var stored in try self.wallets(of: from, scope) + self.wallets(of: owner, scope) {
                try self.letTimePass(&stored, at: now)
                try self.write(&stored, at: now)
            }
            for var giver in try self.wallets(of: from, scope) {
                guard let number = giver.number else { continue }
                let name = giver.name.naming(try self.customer(owner))
                var taker = try self.wallet(of: owner, scope, giver.coin, name)
                let values: [SQLValue] = [.integer(owner), .integer(scope.number), .integer(giver.coin)]
                let other = try taker.number ?? self.insert(.wallets.insertWallet, values)
                taker.number = other
                let offset = taker.wallet.lotCount
                guard let movements = giver.wallet.transfer(to: &taker.wallet, key: key, at: now) else {
                    throw RepositoryError.corrupt
                }
                try self.run(.wallets.moveLots, [.integer(other), .integer(offset), .integer(number)])
                let places: [SQLValue] = [.integer(other), .integer(offset), .integer(offset), .integer(number)]
                try self.run(.wallets.moveRepayments, places)
                try self.run(.wallets.moveWalletPurchases, [.integer(other), .integer(number)])
                giver.movements = [movements.from]
                taker.movements = [movements.to]
                for stored in [giver, taker] {
                    guard let number = stored.number else { continue }
                    try self.putSums(of: stored, number)
                    for movement in stored.movements { try self.insert(movement, in: number) }
                    try self.publish(stored)
                }
            }
        }
    }
}
