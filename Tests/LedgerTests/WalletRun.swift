import Ledger
import PurserTesting

/// A wallet that follows a program, and what came of each order.
struct WalletRun {
    private let terms: Coin
    /// The wallet.
    private(set) var wallet = Wallet()
    /// Every movement.
    private(set) var movements: [Movement] = []
    /// The refusal of each order, or `nil`.
    private(set) var refusals: [WalletRefusal?] = []

    /// An empty wallet.
    init(_ terms: Coin) { self.terms = terms }

    /// The wallet after a whole program.
    init(_ program: WalletProgram) {
        self.init(program.terms)
        for request in program.requests { self.follow(request) }
    }

    /// Advances the clock and performs a request.
    mutating func follow(_ request: WalletRequest) {
        self.movements += self.wallet.advance(to: request.at)
        switch self.wallet.carryOut(request, terms: self.terms) {
        case .success(let movement):
            if let movement { self.movements.append(movement) }
            self.refusals.append(nil)
        case .failure(let refusal): self.refusals.append(refusal)
        }
    }

    /// The wallet after some more orders.
    func after(_ requests: [WalletRequest], _ terms: Coin) -> Wallet {
        var run = self
        for request in requests { run.follow(request) }
        return run.wallet
    }

    /// Returns the violation, or the difference from a wallet of single coins; `nil` when there is none.
    func complaint(comparedWith naive: NaiveWallet) -> String? {
        if let complaint = self.bookComplaint { return complaint }
        let wallet = self.wallet
        if self.refusals != naive.refusals {
            return "refused \(String(describing: self.refusals.last)), not \(String(describing: naive.refusals.last))"
        }
        let sums = [wallet.balance, wallet.held, wallet.debt]
        if sums != [naive.balance, naive.held, naive.debt].map(Int64.init) {
            return "sums \(sums), not \([naive.balance, naive.held, naive.debt])"
        }
        let lots = wallet.lots.map { [$0.left, $0.spent, $0.lent, $0.revoked, $0.removed].map(Int.init) }
        if lots != naive.lots { return "lots \(lots), not \(naive.lots)" }
        for purchase in wallet.purchases.map(\.key) {
            let share = ConsumedShare(of: wallet.lots(of: purchase))
            let expected = naive.consumedShare(of: purchase)
            if share != expected { return "consumed \(share) of \(purchase), not \(expected)" }
        }
        return nil
    }

    /// The violation in the ledger itself, or `nil`.
    private var bookComplaint: String? {
        var sums: [Movement.Account: Int64] = [:]
        var left: [Int64: Int64] = [:]
        for (place, movement) in self.movements.enumerated() {
            if movement.number != Int64(place) + 1 { return "movement \(movement.number) is number \(place + 1)" }
            if movement.entries.reduce(0, { $0 + $1.quantity }) != 0 { return "movement \(movement) does not balance" }
            for entry in movement.entries {
                sums[entry.account, default: 0] += entry.quantity
                guard let lot = entry.lot, entry.account == .available || entry.account == .held else { continue }
                left[lot, default: 0] += entry.quantity
            }
        }
        let wallet = self.wallet
        if sums[.held, default: 0] != wallet.held || sums[.available, default: 0] != wallet.available {
            return "the accounts hold \(sums), the wallet \(wallet.available) and \(wallet.held)"
        }
        if -sums[.debt, default: 0] != wallet.debt { return "the accounts owe \(sums), the wallet \(wallet.debt)" }
        for lot in wallet.lots {
            let places = [lot.left, lot.spent, lot.lent, lot.revoked, lot.removed, lot.repaid, lot.debt, lot.missing]
            if places.contains(where: { $0 < 0 }) { return "lot \(lot) is below zero" }
            if left[lot.number, default: 0] != lot.left { return "lot \(lot) is not what its entries say" }
        }
        if wallet.lots.reduce(0, { $0 + $1.left }) != wallet.balance { return "the lots are not the balance" }
        if wallet.lots.reduce(0, { $0 + $1.debt }) != wallet.debt { return "the lots' debts are not the debt" }
        if wallet.lots.filter(\.isHeld).reduce(0, { $0 + $1.left }) != wallet.held { return "not held as it is said" }
        return nil
    }
}
