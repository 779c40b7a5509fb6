import Ledger
import PurserTesting
import Testing

@Suite struct WalletTests {
    private static let now = WalletProgram.start
    private static let gems = PurchaseKey.single(TransactionID("1"))
    private static let more = PurchaseKey.single(TransactionID("2"))

    /// A wallet that performs requests at one instant.
    private struct Purse {
        var wallet = Wallet()
        var terms = Coin()
        var count = 0

        mutating func ask(_ kind: WalletRequest.Kind, after span: Span = .zero) -> Result<Movement?, WalletRefusal> {
            self.count += 1
            let now = WalletTests.now + span
            _ = self.wallet.advance(to: now)
            let request = WalletRequest(kind, cause: .call, key: "\(self.count)", reason: "test", at: now)
            return self.wallet.carryOut(request, terms: self.terms)
        }

        mutating func must(_ kind: WalletRequest.Kind, after span: Span = .zero) throws -> Movement? {
            try self.ask(kind, after: span).get()
        }
    }

    private static func refund(_ day: Int64, _ percentage: Int64 = RevocationTarget.whole) -> RevocationTarget.Refund {
        RevocationTarget.Refund(revokedAt: Self.now + .days(day), percentageMilliunits: percentage)
    }

    @Test(
        "A wallet refuses what it cannot do, each with a code of its own, and stays as it was",
        arguments: [
            (.spend(0), .quantityNotPositive), (.spend(-1), .quantityNotPositive),
            (.spend(101), .insufficient(available: 100)),
            (.spend(.max), .insufficient(available: 100)), (.grant(0, expiresAt: nil), .quantityNotPositive),
            (.grant(-5, expiresAt: nil), .quantityNotPositive), (.grant(.max, expiresAt: nil), .overflow),
            (.grant(Wallet.maximumQuantity - 99, expiresAt: nil), .overflow),
            (.grant(1, expiresAt: Self.now), .badExpiry),
            (.adjust(0), .quantityNotPositive), (.adjust(-101), .insufficient(available: 100)),
            (.adjust(.min), .overflow),
            (.adjust(.max), .overflow), (.credit(Self.more, []), .quantityNotPositive),
            (.credit(Self.more, [.init(.paid, 5), .init(.bonus, 0)]), .quantityNotPositive),
            (.credit(Self.more, [.init(.paid, .max), .init(.bonus, .max)]), .overflow),
            (.credit(Self.more, [.init(.paid, 5, expiresAt: Self.now + .days(1))]), .badExpiry),
            (.hold(Self.more, until: Self.now + .days(1)), .unknownPurchase),
            (.hold(Self.gems, until: Self.now), .holdOver),
            (.releaseHold(Self.more), .unknownPurchase),
            (.revoke(Self.more, Self.refund(1), forgives: false), .unknownPurchase),
            (.revoke(Self.gems, Self.refund(1, 100_001), forgives: false), .badPercentage),
            (.revoke(Self.gems, Self.refund(1, -1), forgives: false), .badPercentage),
            (.restore(Self.more, signedAt: Self.now), .unknownPurchase),
        ] as [(WalletRequest.Kind, WalletRefusal)]
    )
    func refusal(kind: WalletRequest.Kind, refusal: WalletRefusal) throws {
        var purse = Purse()
        _ = try purse.must(.credit(Self.gems, [.init(.paid, 100)]))
        let before = purse.wallet
        #expect(purse.ask(kind) == .failure(refusal))
        #expect(purse.wallet == before)
    }

    @Test("A debt blocks spending where the catalog says so, and nowhere else", arguments: DebtRepayment.allCases)
    func debt(repayment: DebtRepayment) throws {
        var purse = Purse(terms: Coin(debtRepayment: repayment))
        _ = try purse.must(.credit(Self.gems, [.init(.paid, 100)]))
        _ = try purse.must(.spend(60))
        _ = try purse.must(.revoke(Self.gems, Self.refund(1), forgives: false))
        #expect(purse.wallet.debt == 60)
        #expect(purse.wallet.balance == 0)
        _ = try purse.must(.credit(Self.more, [.init(.paid, 50)]))
        #expect(purse.wallet.debt == (repayment == .shown ? 60 : 10))
        #expect(purse.wallet.balance == (repayment == .shown ? 50 : 0))
        let share = ConsumedShare(of: purse.wallet.lots(of: Self.more))
        #expect(share == ConsumedShare(spent: 0, amount: 50), "Coins that repay a debt are not consumed.")
        let spending = purse.ask(.spend(1))
        switch repayment {
        case .blockSpending: #expect(spending == .failure(.blockedByDebt(10)))
        case .nextCredit: #expect(spending == .failure(.insufficient(available: 0)))
        case .shown: #expect(throws: Never.self) { try spending.get() }
        }
        _ = try purse.must(.restore(Self.gems, signedAt: Self.now + .days(2)))
        #expect(purse.wallet.debt == 0)
        #expect(purse.wallet.balance == (repayment == .shown ? 89 : 90))
    }

    @Test(
        "A refund takes a part rounded half up, and what is forgiven is not owed",
        arguments: [
            (100, 33_333, 33), (3, 50_000, 2), (1, 50_000, 1), (1, 49_999, 0), (600, 33_333, 200),
            (Wallet.maximumQuantity, 100_000, Wallet.maximumQuantity), (10, 0, 0),
        ] as [(Int64, Int64, Int64)]
    )
    func part(amount: Int64, percentage: Int64, revoked: Int64) throws {
        var purse = Purse()
        _ = try purse.must(.credit(Self.gems, [.init(.paid, amount)]))
        let movement = try purse.must(.revoke(Self.gems, Self.refund(1, percentage), forgives: true))
        #expect(purse.wallet.balance == amount - revoked)
        #expect(movement?.quantity ?? 0 == revoked)
        #expect(purse.wallet.debt == 0)
    }

    @Test("A shortfall is no debt for a product that forgives it")
    func forgiven() throws {
        var purse = Purse()
        _ = try purse.must(.credit(Self.gems, [.init(.paid, 100)]))
        _ = try purse.must(.spend(70))
        let movement = try #require(try purse.must(.revoke(Self.gems, Self.refund(1), forgives: true)))
        #expect(purse.wallet.debt == 0)
        #expect(movement.entries.contains(Movement.Entry(.forgiven, lot: 1, -70)))
    }

    @Test("A hold measures, lasts seven days at most, and is released by itself")
    func hold() throws {
        var purse = Purse()
        _ = try purse.must(.credit(Self.gems, [.init(.paid, 100), .init(.bonus, 10)]))
        _ = try purse.must(.spend(25))
        _ = try purse.must(.hold(Self.gems, until: Self.now + .days(30)))
        #expect(purse.wallet.available == 0)
        #expect(purse.wallet.held == 85)
        let hold = try #require(purse.wallet.purchase(Self.gems)?.hold)
        #expect(hold.share == ConsumedShare(spent: 15, amount: 100))
        #expect(hold.until == Self.now + .days(7))
        #expect(purse.ask(.spend(1)) == .failure(.insufficient(available: 0)))
        #expect(try purse.must(.hold(Self.gems, until: Self.now + .days(3))) == nil, "It is held already.")
        _ = try purse.must(.spend(85), after: .days(7))
        #expect(purse.wallet.balance == 0)
    }

    @Test(
        "Thousands of lots that expire together, or are spent together, take no longer than so many",
        .timeLimit(.minutes(1))
    )
    func manyLots() throws {
        let count: Int64 = 4000
        var purse = Purse()
        for _ in 0..<count { _ = try purse.must(.grant(2, expiresAt: Self.now + .days(1))) }
        let spent = try #require(try purse.must(.spend(count)))
        #expect(spent.entries.count == Int(count), "Half of the lots give all, to one account each.")
        #expect(purse.wallet.advance(to: Self.now + .days(1)).count == Int(count / 2))
        #expect(purse.wallet.balance == 0 && purse.wallet.dueAt == nil)
    }

    @Test("The same purchase brings its coins once")
    func once() throws {
        var purse = Purse()
        _ = try purse.must(.credit(Self.gems, [.init(.paid, 100)]))
        #expect(try purse.must(.credit(Self.gems, [.init(.paid, 100)])) == nil)
        #expect(purse.wallet.balance == 100)
    }

    @Test("A merge hands over lots with all that has become of them")
    func merge() throws {
        var (purse, other) = (Purse(), Purse())
        _ = try purse.must(.credit(Self.gems, [.init(.paid, 100)]))
        _ = try purse.must(.spend(30))
        _ = try other.must(.credit(Self.more, [.init(.paid, 10)]))
        let movements = try #require(purse.wallet.transfer(to: &other.wallet, key: "m", at: Self.now))
        #expect(movements.from.entries.reduce(0) { $0 + $1.quantity } == 0)
        #expect(movements.to.entries.reduce(0) { $0 + $1.quantity } == 0)
        #expect(purse.wallet.balance == 0)
        #expect(other.wallet.balance == 80)
        #expect(ConsumedShare(of: other.wallet.lots(of: Self.gems)) == ConsumedShare(spent: 30, amount: 100))
        _ = try other.must(.revoke(Self.gems, Self.refund(1), forgives: false))
        #expect(other.wallet.debt == 30)
        #expect(other.wallet.balance == 10)
    }

    @Test(
        "A purchase key is read as it was spelled",
        arguments: [
            .single(TransactionID("20")), .owned(OriginalTransactionID("a:b%3A%")),
            .period(OriginalTransactionID("7"), WebOrderLineItemID("8")),
            .periodBegunAt(OriginalTransactionID("7"), Instant(milliseconds: -5)),
        ] as [PurchaseKey]
    )
    func spelling(key: PurchaseKey) {
        #expect(PurchaseKey(spelling: key.spelling) == key)
        #expect(PurchaseKey(spelling: key.spelling + ":x") == nil)
    }
}
