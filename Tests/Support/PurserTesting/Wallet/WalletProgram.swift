package import Ledger

/// Random requests on one wallet, made from a seed: purchases, grants, spending, holds, refunds and reversals, in
/// ascending time.
package struct WalletProgram: Sendable {
    /// How the coin is spent and repaid.
    package let terms: Coin
    /// The orders, in order.
    package let requests: [WalletRequest]

    /// The instant at which every program begins.
    package static let start = Instant(milliseconds: 1_700_000_000_000)

    /// The program of a seed, with so many orders.
    package init(seed: UInt64, count: Int = 40) {
        var chance = SeededGenerator(seed: seed &* 31 &+ 7)
        let request = SpendOrder.Rank.allCases.shuffled(using: &chance)
        self.terms = Coin(
            spendOrder: SpendOrder(Array(request.prefix(chance.number(below: 6)))),
            debtRepayment: chance.pick(DebtRepayment.allCases)
        )
        var requests: [WalletRequest] = []
        var now = Self.start
        for number in 0..<count {
            if chance.happens(percent: 40) { now = now + .hours(Int64(chance.number(below: 40))) }
            let kind = Self.kind(number, at: now, &chance)
            let (cause, key): (Movement.Cause, String) =
                switch kind {
                case .credit(let purchase, _): (.purchase, purchase.spelling)
                case .revoke(let purchase, let refund, _):
                    (.refund, "\(purchase.spelling)/\(refund.revokedAt.milliseconds)/\(refund.percentageMilliunits)")
                case .restore(let purchase, let at): (.refund, "\(purchase.spelling)/reversed/\(at.milliseconds)")
                case .hold, .releaseHold, .setRevocationTarget: (.refund, "case/\(number)")
                case .grant, .adjust: (.operator, "hand/\(number)")
                case .spend: (.call, "call/\(number)")
                }
            requests.append(WalletRequest(kind, cause: cause, key: key, reason: "reason \(number)", by: nil, at: now))
        }
        self.requests = requests
    }

    /// Random refunds and reversals of the purchases that programs buy, heard at one instant.
    package static func evidence(seed: UInt64, at now: Instant) -> [WalletRequest] {
        var chance = SeededGenerator(seed: seed &* 131 &+ 3)
        return (0..<8).map { _ in
            let purchase = Self.purchase(chance.number(below: 4))
            if chance.happens(percent: 30) {
                return .restore(purchase, signedAt: Self.refundDate(&chance), reason: "reversed", at: now)
            }
            // Whether what is missing is forgiven is the product's to say, the same for each of its refunds.
            return .revoke(
                purchase,
                Self.refund(&chance),
                forgives: purchase == Self.purchase(1),
                reason: "refund",
                at: now
            )
        }
    }

    /// One of the purchases that programs buy.
    package static func purchase(_ number: Int) -> PurchaseKey { .single(TransactionID("\(2000 + number)")) }

    private static func refundDate(_ chance: inout SeededGenerator) -> Instant {
        Self.start + .days(Int64(chance.number(below: 6)))
    }

    private static func refund(_ chance: inout SeededGenerator) -> RevocationTarget.Refund {
        RevocationTarget.Refund(
            revokedAt: Self.refundDate(&chance),
            percentageMilliunits: chance.pick([100_000, 100_000, 50_000, 33_333, 66_667, 12_500, 1])
        )
    }

    private static func kind(_ number: Int, at now: Instant, _ chance: inout SeededGenerator) -> WalletRequest.Kind {
        let purchase = Self.purchase(chance.number(below: 5))
        let quantity = Int64(chance.number(below: 30))
        switch chance.number(below: 100) {
        case 0..<22:
            var goods = [WalletRequest.Goods(.paid, quantity + 1)]
            if chance.happens(percent: 40) {
                let expiresAt = chance.happens(percent: 50) ? now + .hours(Int64(chance.number(below: 100))) : nil
                goods.append(WalletRequest.Goods(.bonus, Int64(chance.number(below: 9)), expiresAt: expiresAt))
            }
            if chance.happens(percent: 20) { goods.append(WalletRequest.Goods(.difference, 3)) }
            return .credit(purchase, goods)
        case 22..<30:
            let expiresAt = chance.happens(percent: 60) ? now + .hours(Int64(chance.number(below: 90))) : nil
            return .grant(quantity, expiresAt: expiresAt)
        case 30..<58: return .spend(quantity)
        case 58..<64: return .adjust(Int64(chance.number(below: 21)) - 10)
        case 64..<71: return .hold(purchase, until: now + .hours(Int64(chance.number(below: 300)) - 10))
        case 71..<75: return .releaseHold(purchase)
        case 75..<78: return .setRevocationTarget(purchase, nil, forgives: false)
        case 78..<82:
            return .setRevocationTarget(purchase, Self.refund(&chance), forgives: purchase == Self.purchase(1))
        case 82..<92: return .revoke(purchase, Self.refund(&chance), forgives: purchase == Self.purchase(1))
        default: return .restore(purchase, signedAt: Self.refundDate(&chance))
        }
    }
}
