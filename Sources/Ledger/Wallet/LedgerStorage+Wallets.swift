extension LedgerStorage {
    /// Carries out a request on a wallet.
    package func carryOut(
        _ request: WalletRequest,
        on name: WalletName,
        terms: Coin
    ) throws -> Result<WalletOutcome, WalletRefusal> {
        let record: WalletRecord
        switch try self.wallet(for: request, name, terms) {
        case .success(let found): record = found
        case .failure(let refusal): return .failure(refusal)
        }
        let prepared = try self.prepare(request, on: record, terms: terms)
        // What time has changed is saved even where the request is refused.
        try self.save(prepared, isPublished: true)
        return prepared.refusal.map(Result.failure) ?? .success(prepared.outcome)
    }

    /// Carries out a request about a purchase on every wallet that received coins from it.
    package func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) throws -> Result<[WalletOutcome], WalletRefusal> {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else {
            return .failure(.unknownPurchase)
        }
        return try self.book(request, in: scope, terms: coins, isPublished: true).map { $0.map(\.outcome) }
    }

    /// Carries out a request about a purchase on every wallet that received coins from it, all or none.
    ///
    /// Unless it is published, the caller publishes what is booked.
    func book(
        _ request: WalletRequest,
        in scope: Scope,
        terms: [CoinName: Coin],
        isPublished: Bool = false
    ) throws -> Result<[PreparedRequest], WalletRefusal> {
        guard let purchase = request.purchase else { return .failure(.unknownPurchase) }
        let prepared = try self.wallets(with: purchase, scope: scope).map { record in
            try self.prepare(request, on: record, terms: terms[record.name.coin] ?? Coin())
        }
        guard !prepared.isEmpty else { return .failure(.unknownPurchase) }
        return try self.save(prepared, isPublished: isPublished)
    }

    /// Carries out requests of a customer, all or none, each on the wallet of one coin; the caller publishes what is
    /// booked.
    func book(
        _ requests: [CoinName: WalletRequest],
        for customer: CustomerID,
        in scope: ScopeName,
        terms: [CoinName: Coin]
    ) throws -> Result<[PreparedRequest], WalletRefusal> {
        var prepared: [PreparedRequest] = []
        for (coin, request) in requests.sorted(by: { $0.key < $1.key }) {
            let own = terms[coin] ?? Coin()
            let name = WalletName(app: scope.app, environment: scope.environment, customer: customer, coin: coin)
            switch try self.wallet(for: request, name, own) {
            case .success(let record): prepared.append(try self.prepare(request, on: record, terms: own))
            case .failure(let refusal): return .failure(refusal)
            }
        }
        return try self.save(prepared, isPublished: false)
    }

    // MARK: Preparing

    /// Returns the wallet of a request, or why the request is refused where it does not exist.
    private func wallet(
        for request: WalletRequest,
        _ name: WalletName,
        _ terms: Coin
    ) throws -> Result<WalletRecord, WalletRefusal> {
        if let purchase = request.purchase,
            let scope = try self.knownScope(ScopeName(app: name.app, environment: name.environment))
        {
            // The customer who has the coins keeps them, even if the purchase has another owner now.
            let found = try self.wallets(with: purchase, scope: scope).first { $0.name.coin == name.coin }
            if let found { return .success(found) }
        }
        if let known = try self.wallet(name) { return .success(known) }
        // A refused request leaves nothing behind, not even a new customer.
        var empty = Wallet()
        if case .failure(let refusal) = empty.carryOut(request, terms: terms) { return .failure(refusal) }
        return .success(try self.newWallet(name))
    }

    /// Carries out a request on a wallet, without saving anything.
    private func prepare(_ request: WalletRequest, on wallet: WalletRecord, terms: Coin) throws -> PreparedRequest {
        if let movement = try self.movement(booked: request, in: wallet) {
            guard request.isAnswered(by: movement) else { return PreparedRequest(record: wallet, refusal: .keyReused) }
            return PreparedRequest(record: wallet, answer: movement, isRepeated: true)
        }
        var record = wallet
        try self.advance(&record, to: request.at)
        try self.load(for: request, terms: terms, into: &record)
        switch record.carryOut(request, terms: terms) {
        case .success(let movement): return PreparedRequest(record: record, answer: movement)
        case .failure(let refusal): return PreparedRequest(record: record, refusal: refusal)
        }
    }

    /// Returns the movement of an earlier request with the same key, under any name of the wallet's customer.
    private func movement(booked request: WalletRequest, in record: WalletRecord) throws -> Movement? {
        for owner in try self.everybody(whoIs: record.owner) {
            let wallet =
                owner == record.owner
                ? record : try self.wallet(of: owner, scope: record.scope, coin: record.coin, name: record.name)
            if let movement = try self.movement(answering: request, in: wallet) { return movement }
        }
        return nil
    }

    // MARK: Saving

    /// Saves prepared requests, all or none.
    private func save(
        _ prepared: [PreparedRequest],
        isPublished: Bool
    ) throws -> Result<[PreparedRequest], WalletRefusal> {
        for case let refusal? in prepared.map(\.refusal) { return .failure(refusal) }
        for item in prepared { try self.save(item, isPublished: isPublished) }
        return .success(prepared)
    }

    private func save(_ prepared: PreparedRequest, isPublished: Bool) throws {
        try self.saveChanges(of: prepared.record, isPublished: isPublished)
        // The answer follows a commit, even where nothing had to change.
        if prepared.isRepeated, isPublished { try self.countRepeat() }
    }

    /// Saves the changes of a wallet and publishes each movement, or leaves publishing to the caller.
    private func saveChanges(of record: WalletRecord, isPublished: Bool = true) throws {
        guard record.isChanged else { return }
        try self.save(record)
        guard isPublished else { return }
        var people = CustomerCache(self)
        _ = try people.name(record.owner)
        for movement in record.movements {
            let context = RecordingContext(scope: record.scope, now: movement.at)
            // The event belongs to the customer, so no chain's event stream is needed.
            try self.write([movement.draft(in: record.name)], about: 0, on: context, people: &people)
        }
    }

    // MARK: Time and merges

    /// Advances a wallet to an instant, and publishes the changes.
    package func advance(_ name: WalletName, at now: Instant) throws {
        guard let record = try self.wallet(name) else { return }
        try self.saveChanges(of: try self.advanced(record, to: now))
    }

    /// Moves the wallets of a customer to another customer.
    package func mergeWallets(of from: Int64, into owner: Int64, app: Int64, key: String, at now: Instant) throws {
        for scope in try self.scopes(of: app) {
            // Coins that expired or were released before are booked first, in the wallet that they were in.
            for record in try self.wallets(of: from, scope: scope) + self.wallets(of: owner, scope: scope) {
                try self.saveChanges(of: try self.advanced(record, to: now))
            }
            for var giver in try self.wallets(of: from, scope: scope) {
                guard let number = giver.number else { continue }
                let name = giver.name.naming(try self.customer(owner))
                var taker = try self.wallet(of: owner, scope: scope, coin: giver.coin, name: name)
                let other = try taker.number ?? self.addWallet(taker)
                taker.number = other
                let offset = taker.wallet.lotCount
                guard giver.transfer(to: &taker, key: key, at: now) else { throw RepositoryError.corrupt }
                try self.assignParts(of: number, to: other, offset: offset)
                for record in [giver, taker] { try self.saveChanges(of: record) }
            }
        }
    }

    /// Returns a wallet after the expiries and releases that are due at an instant, without saving them.
    private func advanced(_ record: WalletRecord, to now: Instant) throws -> WalletRecord {
        var advanced = record
        try self.advance(&advanced, to: now)
        return advanced
    }
}

/// The contents of wallets at an instant.
extension LedgerStorage {
    /// Returns the balances of a customer's wallets at an instant.
    package func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> [WalletBalance] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        return try self.wallets(of: customer, scope: scope).map { try self.advanced($0, to: now).walletBalance }
            .sorted { $0.name.coin < $1.name.coin }
    }

    /// Returns the lots of a wallet at an instant, newest first.
    package func lots(of wallet: WalletName, at now: Instant, before number: Int64?, limit: Int) throws -> [Lot] {
        guard let record = try self.wallet(wallet) else { return [] }
        let lots = try self.lots(.before(number ?? .max, limit: limit), of: record)
        let changed = try self.advanced(record, to: now).changedLots
        return lots.map { lot in changed.first { $0.number == lot.number } ?? lot }
    }

    /// Returns the movements of a wallet at an instant, newest first.
    package func movements(
        of wallet: WalletName,
        at now: Instant,
        before number: Int64?,
        limit: Int
    ) throws -> [Movement] {
        guard let record = try self.wallet(wallet) else { return [] }
        let due = try self.advanced(record, to: now).movements.filter { $0.number < number ?? .max }
        let booked = try self.movements(of: record, before: number ?? .max, limit: limit)
        return Array((due.reversed() + booked).prefix(limit))
    }

    /// Returns the lots of a purchase.
    package func lots(
        of purchase: PurchaseKey,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [CoinName: PurchaseLots] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [:] }
        var found: [CoinName: PurchaseLots] = [:]
        for record in try self.wallets(with: purchase, scope: scope) {
            found[record.name.coin] = PurchaseLots(
                customer: record.name.customer,
                purchase: try self.purchases(.key(purchase), of: record).first ?? WalletPurchase(key: purchase),
                lots: try self.lots(.purchase(purchase), of: record).sorted { $0.number < $1.number }
            )
        }
        return found
    }
}
