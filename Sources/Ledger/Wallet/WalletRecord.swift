/// A wallet as it was loaded, with the changes to save: its sums, and those of its lots that a change reads.
package struct WalletRecord: Sendable {
    /// The number of the wallet; `nil` until it is saved.
    package internal(set) var number: Int64?
    /// The number of the customer.
    package let owner: Int64
    /// The app and environment.
    package let scope: Scope
    /// The number of the coin's name.
    package let coin: Int64
    /// The name of the wallet.
    package let name: WalletName
    /// The wallet with the changes.
    package private(set) var wallet: Wallet
    /// The movements that were booked and are not saved.
    package private(set) var movements: [Movement] = []
    /// The wallet as it was loaded so far.
    private var before: Wallet

    /// Creates a wallet with these sums, without lots.
    package init(number: Int64?, owner: Int64, scope: Scope, coin: Int64, name: WalletName, sums: Wallet) {
        self.number = number
        self.owner = owner
        self.scope = scope
        self.coin = coin
        self.name = name
        self.before = sums
        self.wallet = sums
    }

    /// The lots that have changed.
    package var changedLots: [Lot] { self.wallet.lots.filter { self.before.lot($0.number) != $0 } }

    /// The repayments that have changed.
    package var changedRepayments: [Repayment] {
        let before = Set(self.before.repayments)
        return self.wallet.repayments.filter { !before.contains($0) }
    }

    /// The purchases that have changed.
    package var changedPurchases: [WalletPurchase] {
        let before = Set(self.before.purchases)
        return self.wallet.purchases.filter { !before.contains($0) }
    }

    /// Whether there is anything to save.
    var isChanged: Bool {
        !self.movements.isEmpty || self.wallet.dueAt != self.before.dueAt || !self.changedLots.isEmpty
            || !self.changedPurchases.isEmpty
    }

    /// The balance of the wallet.
    var walletBalance: WalletBalance { WalletBalance(self.wallet, name: self.name) }

    /// Adds loaded parts; a part that is loaded already keeps its changes.
    mutating func load(lots: [Lot] = [], repayments: [Repayment] = [], purchases: [WalletPurchase] = []) {
        self.before.load(lots: lots, repayments: repayments, purchases: purchases)
        self.wallet.load(lots: lots, repayments: repayments, purchases: purchases)
    }

    /// Books the expiries and releases that are due at an instant.
    mutating func advance(to now: Instant) { self.movements += self.wallet.advance(to: now) }

    /// Carries out a request; a refused one changes nothing.
    mutating func carryOut(_ request: WalletRequest, terms: Coin) -> Result<Movement?, WalletRefusal> {
        let result = self.wallet.carryOut(request, terms: terms)
        if case .success(let movement?) = result { self.movements.append(movement) }
        return result
    }

    /// Transfers everything to another wallet; returns `false`, without a change, where a sum would exceed the maximum.
    mutating func transfer(to other: inout Self, key: String, at now: Instant) -> Bool {
        guard let booked = self.wallet.transfer(to: &other.wallet, key: key, at: now) else { return false }
        self.movements.append(booked.from)
        other.movements.append(booked.to)
        return true
    }
}

/// A request that was carried out on a wallet, before any of it is saved.
struct PreparedRequest {
    /// The wallet with what time and the request changed.
    let record: WalletRecord
    /// The movement that answers the request, booked now or by an earlier request with the same key; `nil` where the
    /// request requires no change.
    var answer: Movement?
    /// Whether an earlier request booked the answer.
    var isRepeated = false
    /// Why the request is refused; `nil` when it is not.
    var refusal: WalletRefusal?

    /// The outcome of the request, unless it is refused.
    var outcome: WalletOutcome {
        WalletOutcome(
            movement: self.answer,
            isNew: self.answer != nil && !self.isRepeated,
            walletBalance: self.record.walletBalance
        )
    }

    /// What was booked, for the operation that the request is part of.
    var booked: BookedWallet {
        BookedWallet(name: self.record.name, movements: self.record.movements, answer: self.answer)
    }
}
