package import Ledger

/// A wallet that stores every coin separately, and recomputes its state from all requests for each
/// answer.
///
/// It is slow and simple, and shares no arithmetic with `Wallet`. With a flaw it makes one of the mistakes that are
/// easily made.
package struct NaiveWallet {
    /// A mistake made on purpose.
    package enum Flaw: String, Sendable, CaseIterable {
        /// Bonus coins count as consumed when they are spent.
        case bonusCounts
        /// Coins that repay a debt count as consumed.
        case repaymentIsConsumption
        /// Coins that were taken away by hand count as consumed.
        case adjustmentIsConsumption
        /// Half a coin is not revoked.
        case roundsDown
        /// Each refund takes its part once more.
        case takesDelta
        /// A reversal counts only refunds that were received before it.
        case forgetsReversal
        /// Held coins are spent.
        case spendsHeld
        /// Expired coins become a debt when their purchase is refunded.
        case owesExpired
    }

    /// The state of a coin.
    private enum State: Hashable {
        case free
        case spent
        case gone
        case revoked
        case lent(to: Int)
    }

    private struct Pile {
        let kind: Lot.Kind
        let purchase: PurchaseKey?
        let expiresAt: Instant?
        var coins: [State]
        var adjusted = 0

        func count(_ state: State) -> Int { self.coins.count { $0 == state } }
        var lent: Int { self.coins.count { if case .lent = $0 { true } else { false } } }
    }

    private struct Promise {
        let debtor: Int
        let lender: Int
        let count: Int
    }

    private let terms: Coin
    private let flaw: Flaw?
    private var piles: [Pile] = []
    private var promises: [Promise] = []
    private var refunds: [PurchaseKey: [RevocationTarget.Refund]] = [:]
    private var reversals: [PurchaseKey: [Instant]] = [:]
    private var forgiven: Set<PurchaseKey> = []
    private var passedTo = WalletProgram.start
    private var holds: [PurchaseKey: Instant] = [:]

    /// The refusal of each request, or `nil`.
    package private(set) var refusals: [WalletRefusal?] = []

    /// The wallet after these orders, done again from the first.
    package init(_ requests: some Sequence<WalletRequest>, terms: Coin, flaw: Flaw? = nil) {
        self.terms = terms
        self.flaw = flaw
        for request in requests {
            self.pass(to: request.at)
            self.refusals.append(self.follow(request))
        }
    }

    // MARK: What it says

    /// Every coin that is there.
    package var balance: Int { self.piles.reduce(0) { $0 + $1.count(.free) } }

    /// Those of them that are held.
    package var held: Int { self.piles.filter { self.isHeld($0) }.reduce(0) { $0 + $1.count(.free) } }

    /// The unpaid debt.
    package var debt: Int { self.piles.indices.reduce(0) { $0 + self.debt(of: $1) } }

    /// What is there, spent, lent, revoked and gone of each lot.
    package var lots: [[Int]] {
        self.piles.map { [$0.count(.free), $0.count(.spent), $0.lent, $0.count(.revoked), $0.count(.gone)] }
    }

    /// Returns the consumed share of a purchase.
    package func consumedShare(of purchase: PurchaseKey) -> ConsumedShare {
        let piles = self.piles.filter { $0.purchase == purchase && ($0.kind == .paid || self.flaw == .bonusCounts) }
        let spent = piles.reduce(0) { sum, pile in
            var count = pile.count(.spent)
            if self.flaw == .repaymentIsConsumption { count += pile.lent }
            if self.flaw == .adjustmentIsConsumption { count += pile.adjusted }
            return sum + count
        }
        return ConsumedShare(spent: Int64(spent), amount: Int64(piles.reduce(0) { $0 + $1.coins.count }))
    }

    // MARK: What it does

    private mutating func pass(to now: Instant) {
        self.holds = self.holds.filter { $0.value > now }
        let last = self.passedTo
        self.passedTo = now
        for place in self.piles.indices where self.piles[place].expiresAt.map({ last < $0 && $0 <= now }) ?? false {
            self.piles[place].coins = self.piles[place].coins.map { $0 == .free ? .gone : $0 }
        }
    }

    private mutating func follow(_ request: WalletRequest) -> WalletRefusal? {
        switch request.kind {
        case .credit(let purchase, let goods):
            if self.knows(purchase) { return nil }
            if goods.contains(where: { $0.expiresAt.map { $0 <= request.at } ?? false }) { return .badExpiry }
            if goods.contains(where: { $0.quantity <= 0 }) { return .quantityNotPositive }
            self.bring(goods, purchase)
        case .grant(let quantity, let expiresAt):
            if let expiresAt, expiresAt <= request.at { return .badExpiry }
            if quantity <= 0 { return .quantityNotPositive }
            self.bring([WalletRequest.Goods(.granted, quantity, expiresAt: expiresAt)], nil)
        case .spend(let quantity):
            if quantity <= 0 { return .quantityNotPositive }
            if self.terms.debtRepayment == .blockSpending, self.debt > 0 { return .blockedByDebt(Int64(self.debt)) }
            return self.use(Int(quantity), as: .spent)
        case .adjust(let quantity):
            if quantity == 0 { return .quantityNotPositive }
            if quantity < 0 { return self.use(Int(-quantity), as: .gone) }
            self.bring([WalletRequest.Goods(.granted, quantity)], nil)
        case .hold(let purchase, let until):
            guard self.knows(purchase) else { return .unknownPurchase }
            if until <= request.at { return .holdOver }
            if self.holds[purchase] == nil { self.holds[purchase] = min(until, request.at + .days(7)) }
        case .releaseHold(let purchase):
            guard self.knows(purchase) else { return .unknownPurchase }
            self.holds[purchase] = nil
        case .revoke(let purchase, let refund, let forgives):
            guard self.knows(purchase) else { return .unknownPurchase }
            self.refunds[purchase, default: []].append(refund)
            if forgives { self.forgiven.insert(purchase) }
            self.settle()
        case .restore(let purchase, let signedAt):
            guard self.knows(purchase) else { return .unknownPurchase }
            self.reversals[purchase, default: []].append(signedAt)
            if self.flaw == .forgetsReversal { self.refunds[purchase]?.removeAll { $0.revokedAt < signedAt } }
            self.settle()
        case .setRevocationTarget(let purchase, let refund, let forgives):
            guard self.knows(purchase) else { return .unknownPurchase }
            self.refunds[purchase] = refund.map { [$0] } ?? []
            self.reversals[purchase] = []
            if forgives { self.forgiven.insert(purchase) }
            self.settle()
        }
        return nil
    }

    private func knows(_ purchase: PurchaseKey) -> Bool { self.piles.contains { $0.purchase == purchase } }

    private func isHeld(_ pile: Pile) -> Bool { pile.purchase.map { self.holds[$0] != nil } ?? false }

    private mutating func bring(_ goods: [WalletRequest.Goods], _ purchase: PurchaseKey?) {
        let first = self.piles.count
        for goods in goods {
            let coins = Array(repeating: State.free, count: Int(goods.quantity))
            self.piles.append(
                Pile(kind: goods.kind, purchase: purchase, expiresAt: goods.expiresAt, coins: coins)
            )
        }
        guard self.terms.debtRepayment != .shown else { return }
        for lender in self.inOrder(Array(first..<self.piles.count)) {
            for debtor in 0..<first {
                var count = 0
                while self.debt(of: debtor) > 0, let coin = self.piles[lender].coins.firstIndex(of: .free) {
                    self.piles[lender].coins[coin] = .lent(to: debtor)
                    count += 1
                }
                if count > 0 { self.promises.append(Promise(debtor: debtor, lender: lender, count: count)) }
            }
        }
    }

    private mutating func use(_ quantity: Int, as state: State) -> WalletRefusal? {
        let usable = self.piles.indices.filter { self.flaw == .spendsHeld || !self.isHeld(self.piles[$0]) }
        let available = usable.reduce(0) { $0 + self.piles[$1].count(.free) }
        guard quantity <= available else { return .insufficient(available: Int64(available)) }
        for _ in 0..<quantity {
            guard let place = self.inOrder(usable).first(where: { self.piles[$0].count(.free) > 0 }),
                let coin = self.piles[place].coins.firstIndex(of: .free)
            else { continue }
            self.piles[place].coins[coin] = state
            if state == .gone { self.piles[place].adjusted += 1 }
        }
        return nil
    }

    private func inOrder(_ places: [Int]) -> [Int] {
        var sorted: [Int] = []
        for rank in self.terms.spendOrder.ranks {
            let some = places.filter { place in
                let pile = self.piles[place]
                if rank == .expiring { return pile.expiresAt != nil }
                return pile.expiresAt == nil && pile.kind.rawValue == rank.rawValue
            }
            sorted += some.sorted { left, right in
                let (one, other) = (self.piles[left].expiresAt, self.piles[right].expiresAt)
                if let one, let other, one != other { return one < other }
                return left < right
            }
        }
        return sorted
    }

    // MARK: Refunds

    private func target(of pile: Pile) -> Int {
        guard let purchase = pile.purchase else { return 0 }
        let counting = (self.refunds[purchase] ?? []).filter { refund in
            if self.flaw == .forgetsReversal { return true }
            return !(self.reversals[purchase] ?? []).contains { $0 > refund.revokedAt }
        }
        let parts = counting.map { refund in
            let exact = Double(pile.coins.count) * Double(refund.percentageMilliunits) / 100_000
            return Int(self.flaw == .roundsDown ? exact : (exact + 0.5).rounded(.down))
        }
        if self.flaw == .takesDelta { return min(parts.reduce(0, +), pile.coins.count) }
        return parts.max() ?? 0
    }

    private func owed(by place: Int) -> Int {
        let pile = self.piles[place]
        if let purchase = pile.purchase, self.forgiven.contains(purchase) { return 0 }
        let missing = self.target(of: pile) - pile.count(.revoked)
        return self.flaw == .owesExpired ? missing : max(0, missing - pile.count(.gone))
    }

    private func debt(of place: Int) -> Int {
        self.owed(by: place) - self.piles.reduce(0) { $0 + $1.count(.lent(to: place)) }
    }

    /// Gives back everything that was taken and lent, and takes and lends it again.
    private mutating func settle() {
        for place in self.piles.indices {
            self.piles[place].coins = self.piles[place].coins.map { state in
                switch state {
                case .revoked, .lent: .free
                case .free, .spent, .gone: state
                }
            }
            let target = self.target(of: self.piles[place])
            for _ in 0..<target {
                guard let coin = self.piles[place].coins.firstIndex(of: .free) else { break }
                self.piles[place].coins[coin] = .revoked
            }
        }
        for promise in self.promises.sorted(by: { ($0.debtor, $0.lender) < ($1.debtor, $1.lender) }) {
            for _ in 0..<promise.count where self.debt(of: promise.debtor) > 0 {
                guard let coin = self.piles[promise.lender].coins.firstIndex(of: .free) else { break }
                self.piles[promise.lender].coins[coin] = .lent(to: promise.debtor)
            }
        }
    }
}
