package import Ledger

/// Purchases that bring coins, and everything that Apple says of them afterwards, in an order by chance with
/// repetitions; in between the customer spends coins.
///
/// In every order, the balances and debts of the wallets follow from the whole of Apple's evidence.
package struct WalletStory: Sendable {
    /// A deliberate flaw.
    package enum Flaw: String, CaseIterable, Sendable {
        /// Reversals are taken for other words.
        case overlooksReversals
        /// A partial refund counts as a full one.
        case refundsWhole
        /// The first word on a purchase is the last.
        case hearsOnce
        /// Every word makes another purchase.
        case countsSnapshots
        /// A renewal credits as many coins as the first period.
        case forgetsRenewals
    }

    /// Apple's evidence of a purchase.
    private struct Item: Sendable {
        let purchase: Int
        let snapshot: TransactionSnapshot
    }

    /// The catalog by which it is sold: gems that are owed, gold that is forgiven, and a plan with gems.
    package static let catalog: Catalog = Self.catalog(renewal: 200)

    private static let customer = Sample.customer("ada")
    private static let originalCount = 5

    private let seed: UInt64
    private let items: [Item]

    /// The story of a seed.
    package init(seed: UInt64) {
        var chance = SeededGenerator(seed: seed &* 977 &+ 5)
        var items: [Item] = []
        for purchase in 0..<Self.originalCount {
            items.append(Item(purchase: purchase, snapshot: Self.snapshot(purchase, day: 0, digest: 0)))
            for number in 1...3 where chance.happens(percent: 55) {
                let day = Int64(number * 2 + chance.number(below: 2))
                var snapshot = Self.snapshot(purchase, day: day, digest: UInt64(number))
                switch chance.number(below: 4) {
                case 0: snapshot.isReversal = true
                case 1: break
                default:
                    let percentage = chance.pick([100_000, 100_000, 33_333, 50_000])
                    snapshot.revocation = Revocation(
                        revokedAt: Sample.beginning + .days(max(1, day - Int64(chance.number(below: 4)))),
                        reason: 0,
                        type: percentage == 100_000 ? "REFUND_FULL" : "REFUND_PRORATED",
                        percentageMilliunits: percentage
                    )
                }
                items.append(Item(purchase: purchase, snapshot: snapshot))
            }
        }
        self.seed = seed
        self.items = items
    }

    /// Plays it in a ledger, in the order of a number, and returns what is wrong with the end; `nil` when nothing is.
    ///
    /// Every order has an app of its own, so that it begins with nothing.
    package func play(in repository: any Repository, order: UInt64, flaw: Flaw? = nil) async throws -> String? {
        let app = AppName("story\(self.seed)-\(order)")
        var chance = SeededGenerator(seed: self.seed &* 8191 &+ order)
        var units = self.items
        for _ in 0..<6 { units.append(chance.pick(self.items)) }
        units.shuffle(using: &chance)
        var spent: Int64 = 0
        var heard: Set<Int> = []
        for (number, unit) in units.enumerated() {
            let now = Sample.beginning + .days(20) + .minutes(Int64(number))
            let isFirst = heard.insert(unit.purchase).inserted
            if flaw == .hearsOnce, !isFirst { continue }
            let snapshot = Self.flawed(unit.snapshot, number, flaw)
            _ = try await repository.record(Self.intake(snapshot, app: app, at: now, flaw: flaw))
            guard chance.happens(percent: 40) else { continue }
            let quantity = Int64(chance.number(below: 250)) + 1
            let order = WalletRequest(.spend(quantity), cause: .call, key: "s\(number)", reason: "spent", at: now)
            let wallet = WalletName(
                app: app,
                environment: .production,
                customer: Self.customer,
                coin: CoinName("gems")
            )
            if case .success = try await repository.write({ unit in try unit.carryOut(order, on: wallet, terms: Coin())
            }) {
                spent += quantity
            }
        }
        return try await self.fault(in: repository, app: app, spent: spent)
    }

    /// Returns the violation in the wallets and fulfillments, or `nil`.
    private func fault(in repository: any Repository, app: AppName, spent: Int64) async throws -> String? {
        var expected: [CoinName: Int64] = [CoinName("gems"): -spent, CoinName("gold"): 0]
        let positioned = try await repository.read { view in
            try view.fulfillments(of: app, matching: FulfillmentFilter(), after: 0, limit: 200)
        }
        for purchase in 0..<Self.originalCount {
            guard let record = TransactionRecord(self.items.filter { $0.purchase == purchase }.map(\.snapshot)) else {
                continue
            }
            let percentage = record.current.revocation.map { $0.percentageMilliunits ?? 100_000 } ?? 0
            let (coin, amount) = Self.goods(of: purchase)
            let revocationTarget = RevocationTarget(
                refunds: [
                    RevocationTarget.Refund(revokedAt: Sample.beginning, percentageMilliunits: Int64(percentage))
                ],
                reversedAt: nil
            )
            expected[coin, default: 0] += amount - revocationTarget.share(of: amount)
            let own = positioned.map(\.fulfillment).filter { $0.transactionID == record.transactionID }
            guard own.count == 1 || (own.isEmpty && percentage == 100_000) else {
                return "\(own.count) fulfillments of purchase \(purchase)"
            }
            guard let fulfillment = own.first else { continue }
            let rest: FulfillmentState =
                fulfillment.confirmedAt == nil ? .canceled : percentage == 0 ? .confirmed : .revoked
            if fulfillment.state != rest || (fulfillment.confirmedAt != nil && fulfillment.revoked != percentage) {
                return
                    "purchase \(purchase) is \(fulfillment.state) with \(fulfillment.revoked), not \(rest) with \(percentage)"
            }
            guard let key = fulfillment.bookedAs else { continue }
            let lots =
                try await repository.read { view in try view.lots(of: key, app: app, environment: .production) }[coin]?
                .lots ?? []
            let target = lots.reduce(0) { $0 + $1.target }
            if lots.reduce(0, { $0 + $1.amount }) != amount || target != revocationTarget.share(of: amount) {
                return "purchase \(purchase) has lots \(lots)"
            }
        }
        if positioned.count > Self.originalCount { return "\(positioned.count) fulfillments" }
        let walletBalances = try await repository.read { view in
            try view.wallets(of: Self.customer, app: app, environment: .production)
        }
        for (coin, sum) in expected {
            let walletBalance = walletBalances.first { $0.name.coin == coin }
            let found = (walletBalance?.balance ?? 0) - (walletBalance?.debt ?? 0)
            if found != sum { return "\(found) \(coin), where the evidence says \(sum)" }
        }
        return nil
    }

    // MARK: What is sold

    private static func catalog(renewal: Int) -> Catalog {
        let products = [
            Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 301]),
            Product(id: ProductID("gold"), kind: .consumable, grants: ["gold": 77], onRefund: .revoke),
            Product(
                id: ProductID("plan"),
                kind: .autoRenewable,
                grants: ["gems": 500],
                renewalGrants: ["gems": renewal]
            ),
        ]
        return Catalog(
            products: Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) }),
            coins: ["gems": Coin(), "gold": Coin()],
            fulfillment: FulfillmentPolicy(from: Sample.beginning)
        )
    }

    /// The coins that a purchase brings.
    private static func goods(of purchase: Int) -> (CoinName, Int64) {
        switch purchase {
        case 0, 1: (CoinName("gems"), 301)
        case 2: (CoinName("gold"), 77)
        case 3: (CoinName("gems"), 500)
        default: (CoinName("gems"), 200)
        }
    }

    private static func snapshot(_ purchase: Int, day: Int64, digest: UInt64) -> TransactionSnapshot {
        let id = "\(7000 + purchase)"
        let isPlan = purchase >= 3
        let begunAt = Sample.beginning + (purchase == 4 ? .days(30) : .zero)
        return TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(isPlan ? "7003" : id),
            // Evidence of one period may lack what names it.
            webOrderLineItemID: isPlan && digest != 1 ? WebOrderLineItemID("9\(id)") : nil,
            productID: ProductID(isPlan ? "plan" : purchase == 2 ? "gold" : "gems"),
            kind: isPlan ? .autoRenewable : .consumable,
            purchaseAt: begunAt,
            expiresAt: isPlan ? begunAt + .days(30) : nil,
            reason: purchase == 4 ? .renewal : .purchase,
            signedAt: Sample.beginning + .days(day),
            digest: .number(UInt64(purchase) * 100 + digest + 1)
        )
    }

    private static func flawed(_ snapshot: TransactionSnapshot, _ number: Int, _ flaw: Flaw?) -> TransactionSnapshot {
        var snapshot = snapshot
        switch flaw {
        case .overlooksReversals: snapshot.isReversal = false
        case .refundsWhole:
            snapshot.revocation = snapshot.revocation.map {
                Revocation(revokedAt: $0.revokedAt, reason: 0, type: "REFUND_FULL", percentageMilliunits: 100_000)
            }
        case .countsSnapshots where snapshot.kind == .consumable:
            snapshot.transactionID = TransactionID("\(snapshot.transactionID.rawValue)\(number)")
        case .countsSnapshots, .hearsOnce, .forgetsRenewals, nil: break
        }
        return snapshot
    }

    private static func intake(
        _ snapshot: TransactionSnapshot,
        app: AppName,
        at now: Instant,
        flaw: Flaw?
    ) -> Intake {
        let submission = Submission(
            customer: Self.customer,
            transactionID: snapshot.transactionID,
            intent: .purchase,
            submittedAt: Sample.beginning
        )
        var intake = Sample.facts([snapshot], submission: submission, app: app)
        intake.receivedAt = now
        intake.catalog = flaw == .forgetsRenewals ? Self.catalog(renewal: 500) : Self.catalog
        return intake
    }
}
