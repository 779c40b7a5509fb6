import Ledger

/// The complete wallets of `InMemoryRepository`.
struct MemoryWallets: Sendable {
    /// A wallet with everything that was booked.
    struct Entry: Sendable {
        var wallet = Wallet()
        var movements: [Movement] = []

        /// Returns the wallet after everything that is due at an instant.
        func advanced(to now: Instant) -> Self {
            var advanced = self
            advanced.movements += advanced.wallet.advance(to: now)
            return advanced
        }
    }

    /// The wallets that were begun.
    var kept: [WalletName: Entry] = [:]

    /// Moves a customer's wallets to another id and removes the texts that may contain personal data.
    mutating func rename(_ customer: CustomerID, to other: CustomerID, app: AppName) {
        for (name, kept) in self.kept where name.app == app && name.customer == customer {
            self.kept[name] = nil
            var kept = kept
            kept.movements = kept.movements.map(\.redacted)
            self.kept[name.naming(other)] = kept
        }
    }

    /// The wallets into which a purchase brought coins, by name of the coin.
    func with(_ purchase: PurchaseKey, app: AppName, environment: StoreEnvironment) -> [WalletName] {
        self.kept.filter { name, kept in
            name.app == app && name.environment == environment && !kept.wallet.lots(of: purchase).isEmpty
        }
        .keys.sorted { $0.coin < $1.coin }
    }
}

extension MemoryState {
    /// The wallet of a name, under that of the customer who counts.
    func counting(_ name: WalletName) -> WalletName {
        name.naming(self.people[name.app]?.resolved(name.customer) ?? name.customer)
    }

    /// The refusal of a request, with the changes that time had caused in the wallet.
    struct Refused: Error {
        let refusal: WalletRefusal
        var name: WalletName?
        var movements: [Movement] = []
    }

    /// Carries out an order on a wallet.
    mutating func carryOut(
        _ request: WalletRequest,
        on asked: WalletName,
        terms: Coin
    ) -> Result<WalletOutcome, WalletRefusal> {
        switch self.book(request, on: asked, terms: terms) {
        case .success(let done):
            self.publish(done.booked.movements, of: done.booked.name)
            return .success(
                WalletOutcome(
                    movement: done.booked.answer,
                    isNew: done.isNew,
                    walletBalance: WalletBalance(done.wallet, name: done.booked.name)
                )
            )
        case .failure(let failure):
            if let name = failure.name { self.publish(failure.movements, of: name) }
            return .failure(failure.refusal)
        }
    }

    /// Performs a request on a wallet.
    ///
    /// The caller publishes the resulting events.
    mutating func book(
        _ request: WalletRequest,
        on asked: WalletName,
        terms: Coin
    ) -> Result<(booked: BookedWallet, wallet: Wallet, isNew: Bool), Refused> {
        var name = self.counting(asked)
        if let purchase = request.purchase {
            let known = self.wallets.with(purchase, app: name.app, environment: name.environment)
            if let found = known.first(where: { $0.coin == name.coin }) { name = found }
        }
        if self.wallets.kept[name] == nil {
            var empty = Wallet()
            if case .failure(let refusal) = empty.carryOut(request, terms: terms) {
                return .failure(Refused(refusal: refusal))
            }
            self.people[name.app, default: MemoryCustomerIdentities()].meet(name.customer)
        }
        var kept = self.wallets.kept[name] ?? MemoryWallets.Entry()
        // The customer's, under every id.
        let before = self.wallets.kept.filter { self.counting($0.key) == name }.flatMap(\.value.movements)
        if let asked = before.first(where: { $0.cause == request.cause && $0.key == request.key }) {
            guard request.isAnswered(by: asked) else { return .failure(Refused(refusal: .keyReused)) }
            return .success((BookedWallet(name: name, movements: [], answer: asked), kept.wallet, false))
        }
        var movements = kept.wallet.advance(to: request.at)
        let result = kept.wallet.carryOut(request, terms: terms)
        if case .success(let movement?) = result { movements.append(movement) }
        kept.movements += movements
        if kept.wallet.movementCount > 0 { self.wallets.kept[name] = kept }
        switch result {
        case .success(let movement):
            let booked = BookedWallet(name: name, movements: movements, answer: movement)
            return .success((booked, kept.wallet, movement != nil))
        case .failure(let refusal):
            return .failure(Refused(refusal: refusal, name: name, movements: movements))
        }
    }

    /// Carries out an order about a purchase on every wallet into which it brought coins.
    mutating func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) -> Result<[WalletOutcome], WalletRefusal> {
        guard let purchase = request.purchase else { return .failure(.unknownPurchase) }
        let names = self.wallets.with(purchase, app: app, environment: environment)
        guard !names.isEmpty else { return .failure(.unknownPurchase) }
        let before = self
        var outcomes: [WalletOutcome] = []
        for name in names {
            switch self.carryOut(request, on: name, terms: coins[name.coin] ?? Coin()) {
            case .success(let outcome): outcomes.append(outcome)
            case .failure(let refusal):
                self = before
                return .failure(refusal)
            }
        }
        return .success(outcomes)
    }

    /// Performs the expirations and releases of a wallet that are due.
    mutating func advance(_ name: WalletName, at now: Instant) {
        self.letTimePass(self.counting(name), at: now)
    }

    private mutating func letTimePass(_ name: WalletName, at now: Instant) {
        guard var kept = self.wallets.kept[name] else { return }
        let movements = kept.wallet.advance(to: now)
        kept.movements += movements
        self.wallets.kept[name] = kept
        self.publish(movements, of: name)
    }

    /// Merges the wallets of a customer into another's.
    mutating func mergeWallets(
        of customer: CustomerID,
        into other: CustomerID,
        app: AppName,
        _ change: OwnershipChange
    ) {
        let names = self.wallets.kept.keys.filter { $0.app == app && $0.customer == customer }
        let request = StoreEnvironment.allCases
        func place(_ name: WalletName) -> (Int, CoinName) {
            (request.firstIndex(of: name.environment) ?? 0, name.coin)
        }
        let own = self.wallets.kept.keys.filter { $0.app == app && $0.customer == customer }
        let others = self.wallets.kept.keys.filter {
            $0.app == app && $0.customer == self.counting($0.naming(other)).customer
        }
        for environment in request {
            for name in Self.sorted(own, environment) + Self.sorted(others, environment) {
                self.letTimePass(name, at: change.changedAt)
            }
        }
        for name in names.sorted(by: { place($0) < place($1) }) {
            let target = self.counting(name.naming(other))
            guard var giver = self.wallets.kept[name] else { continue }
            var taker = self.wallets.kept[target] ?? MemoryWallets.Entry()
            let handed = giver.wallet.transfer(to: &taker.wallet, key: change.id.rawValue, at: change.changedAt)
            guard let handed else { continue }
            giver.movements.append(handed.from)
            taker.movements.append(handed.to)
            self.wallets.kept[name] = giver
            self.wallets.kept[target] = taker
            self.publish([handed.from], of: name)
            self.publish([handed.to], of: target)
        }
    }

    private static func sorted(_ names: [WalletName], _ environment: StoreEnvironment) -> [WalletName] {
        names.filter { $0.environment == environment }.sorted { $0.coin < $1.coin }
    }

    private mutating func publish(_ movements: [Movement], of name: WalletName) {
        let scope = Scope(app: name.app, environment: name.environment)
        for movement in movements {
            self.outbox.write([movement.draft(in: name)], in: scope, about: nil, at: movement.at, cause: nil)
        }
    }
}
