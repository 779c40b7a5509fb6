import Ledger

extension RepositoryContract {
    private static let gems = CoinName("gems")

    /// The required behavior for goods that the server's wallets keep.
    static let bookedFulfillments = [
        Behavior("Coins are in the wallet with their purchase, and published in that order") {
            subject in
            let repository = subject.repository
            let recorded = try await repository.record(Self.coins("1"))
            try Self.require(recorded.finish, is: .yes, "They are there.")
            let again = try await repository.record(Self.coins("1"))
            try Self.require(again.isNew, is: false, "The same again changes nothing.")
            let fulfillment = try Self.unwrap(try await Self.fulfillment("1", repository), "It was due.")
            try Self.require(fulfillment.state, is: .confirmed, "And is done.")
            try Self.require(fulfillment.confirmedBy, is: .booking, "By this server.")
            let key = PurchaseKey.single(TransactionID("1"))
            try Self.require(fulfillment.bookedAs, is: key, "It says under which key.")
            try Self.require(try await Self.walletBalance(repository), is: [600, 0], "The balance, and no debt.")
            let lots = try await repository.read { view in
                try view.lots(of: key, app: Sample.app, environment: .production)
            }
            try Self.require(lots[Self.gems]?.lots.map(\.kind), is: [.paid], "They were paid for.")
            try await Self.requirePublished(repository, [.fulfillmentDue, .walletCredited, .fulfillmentConfirmed])
        },
        Behavior("A refund revokes up to its target, what is spent is owed, and a reversal gives both back") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.coins("1"))
            try await Self.spend(400, repository)
            _ = try await repository.record(Self.refund("1", onDay: 1, of: 50_000))
            try Self.require(try await Self.walletBalance(repository), is: [0, 100], "Half of it is 300.")
            let fulfillment = try Self.unwrap(try await Self.fulfillment("1", repository), "It is known.")
            try Self.require(fulfillment.state, is: .revoked, "It was revoked.")
            try Self.require(fulfillment.recovered, is: ["gems": 200], "As much as was there.")
            _ = try await repository.record(Self.refund("1", onDay: 2, of: 100_000))
            try Self.require(try await Self.walletBalance(repository), is: [0, 400], "The rest.")
            _ = try await repository.record(Self.reversal("1", onDay: 3))
            try Self.require(try await Self.walletBalance(repository), is: [200, 0], "As before.")
            let restored = try Self.unwrap(try await Self.fulfillment("1", repository), "It is known.")
            try Self.require(restored.state, is: .confirmed, "The customer has the coins again.")
            try Self.require(restored.recovered, is: nil, "Nothing is revoked.")
            _ = try await repository.record(Self.refund("1", onDay: 4, of: 100_000))
            try Self.require(try await Self.walletBalance(repository), is: [0, 400], "A later refund counts.")
        },
        Behavior("A debt is repaid by the coins of the next purchase") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.coins("1"))
            try await Self.spend(600, repository)
            _ = try await repository.record(Self.refund("1", onDay: 1, of: 100_000))
            try Self.require(try await Self.walletBalance(repository), is: [0, 600], "All of it is owed.")
            _ = try await repository.record(Self.coins("2"))
            try Self.require(try await Self.walletBalance(repository), is: [0, 0], "All of it is repaid.")
            let second = try await repository.read { view in
                try view.lots(
                    of: .single(TransactionID("2")),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(
                second[Self.gems]?.consumedShare,
                is: ConsumedShare(spent: 0, amount: 600),
                "That is not consumption."
            )
        },
        Behavior("Coins under a hold on a refund wait for an operator; a fulfiller revokes what it fulfilled") {
            subject in
            let repository = subject.repository
            var intake = Self.coins("1")
            intake.catalog = Self.catalog(onRefund: .freeze)
            _ = try await repository.record(intake)
            var refund = Self.refund("1", onDay: 1, of: 100_000)
            refund.catalog = intake.catalog
            _ = try await repository.record(refund)
            let held = try await Self.wallet(repository)
            try Self.require([held?.balance, held?.available], is: [600, 0], "Nothing of it can be spent.")
            let waiting = try await Self.fulfillment("1", repository)
            try Self.require(waiting?.state, is: .revocationDue, "An operator decides.")
            var reversal = Self.reversal("1", onDay: 2)
            reversal.catalog = intake.catalog
            _ = try await repository.record(reversal)
            try Self.require(try await Self.wallet(repository)?.available, is: 600, "It can be spent again.")
            var other = Self.coins("2")
            other.catalog = Self.catalog(coins: .fulfiller)
            _ = try await repository.record(other)
            let id = FulfillmentID(TransactionID("2"), in: .production)
            let confirm = FulfillmentAction.confirm(.fulfill, by: .shop, recovered: nil)
            _ = try await repository.write { unit in
                try unit.perform(confirm, on: id, of: Sample.app, at: Sample.beginning, catalog: Catalog())
            }
            _ = try await repository.record(Self.refund("2", onDay: 1, of: 100_000))
            try Self.require(
                try await Self.fulfillment("2", repository)?.state,
                is: .revocationDue,
                "Not from a wallet."
            )
            try Self.require(try await Self.wallet(repository)?.balance, is: 600, "No coin of it moved.")
        },
        Behavior("A credit beyond a wallet's limit is suspended as a whole, and is retried by an operator") {
            subject in
            let repository = subject.repository
            let full = WalletRequest(
                .grant(Wallet.maximumQuantity, expiresAt: nil),
                cause: .operator,
                key: "full",
                reason: "test",
                at: Sample.beginning
            )
            _ = try await repository.write { unit in try unit.carryOut(full, on: Self.name(Self.gems), terms: Coin()) }
                .get()
            var intake = Self.coins("1")
            intake.catalog = Self.catalog(["aaa": 5, "gems": 600])
            _ = try await repository.record(intake)
            let suspended = try await Self.fulfillment("1", repository)
            try Self.require(suspended?.state, is: .suspended, "A person decides.")
            try Self.require(suspended?.reason, is: .uncountable, "It says why.")
            let lots = try await repository.read { view in
                try view.lots(
                    of: .single(TransactionID("1")),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(lots.isEmpty, "All or none.")
            try await Self.spend(Wallet.maximumQuantity, repository)
            let id = FulfillmentID(TransactionID("1"), in: .production)
            let answer = try await repository.write { [intake] unit in
                try unit.perform(
                    .retry,
                    on: id,
                    of: Sample.app,
                    at: Sample.beginning,
                    catalog: intake.catalog
                )
            }
            try Self.require(answer?.fulfillment.state, is: .confirmed, "Now there is room.")
            try Self.require(try await Self.wallet(repository)?.balance, is: 600, "They are there.")
        },
        Behavior("An open order's token releases what was bought before, whichever is known first; another does not") {
            subject in
            let repository = subject.repository
            let catalog = Self.catalog(from: Sample.beginning + .days(5))
            func old(_ id: String, _ token: UInt64, quantity: Int = 1) -> Intake {
                var snapshot = Self.snapshot(id)
                snapshot.accountToken = Sample.token(token)
                snapshot.quantity = quantity
                var intake = Sample.facts([snapshot])
                intake.catalog = catalog
                return intake
            }
            _ = try await repository.write { unit in
                try unit.create(Self.order("1", token: 1), app: Sample.app, catalog: catalog)
            }
            _ = try await repository.record(old("1", 1))
            try Self.require(try await Self.fulfillment("1", repository)?.state, is: .confirmed, "The order was first.")
            _ = try await repository.record(old("2", 2))
            try Self.require(try await Self.fulfillment("2", repository)?.reason, is: .elsewhere, "No order names it.")
            _ = try await repository.write { unit in
                try unit.create(Self.order("2", token: 2), app: Sample.app, catalog: catalog)
            }
            try Self.require(
                try await Self.fulfillment("2", repository)?.state,
                is: .confirmed,
                "The order came later."
            )
            _ = try await repository.write { unit in
                try unit.create(Self.order("3", token: 3), app: Sample.app, catalog: catalog)
            }
            _ = try await repository.record(old("3", 3, quantity: 2))
            try Self.require(
                try await Self.fulfillment("3", repository)?.reason,
                is: .elsewhere,
                "It is not what was ordered."
            )
            _ = try await repository.write { unit in
                try unit.create(Self.order("4", token: 4), app: Sample.app, catalog: catalog)
            }
            let cancel = OrderAction.cancel(at: Sample.beginning, by: "shop", reason: nil)
            _ = try await repository.write { unit in
                try unit.perform(cancel, on: OrderID("4"), app: Sample.app, at: Sample.beginning)
            }
            _ = try await repository.record(old("4", 4))
            try Self.require(try await Self.fulfillment("4", repository)?.reason, is: .elsewhere, "It was called off.")
        },
        Behavior("Of several old purchases with an order's token none is released, and the order says so") {
            subject in
            let repository = subject.repository
            let catalog = Self.catalog(from: Sample.beginning + .days(5))
            for id in ["1", "2", "3"] {
                var snapshot = Self.snapshot(id)
                snapshot.accountToken = Sample.token(1)
                var intake = Sample.facts([snapshot])
                intake.catalog = catalog
                _ = try await repository.record(intake)
            }
            _ = try await repository.write({ unit in
                try unit.create(Self.order("1", token: 1), app: Sample.app, catalog: catalog)
            })
            for id in ["1", "2", "3"] {
                let fulfillment = try await Self.fulfillment(id, repository)
                try Self.require(fulfillment?.reason, is: .elsewhere, "The meant one is ambiguous.")
                try Self.require(fulfillment?.customer, is: Sample.customer("ada"), "It is ada's all the same.")
            }
            try Self.require(try await Self.wallet(repository)?.balance, is: nil, "No coin is booked.")
            let order = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
            try Self.require(order?.payments.count, is: 3, "It knows all of them.")
            try Self.require(order?.flags, is: [.paidTwice], "A person looks at it.")
            let names = try await repository.read { view in try view.events(of: Self.stream, after: 0, limit: 99) }.map(
                \.name
            )
            try Self.require(names.contains(.orderFlagged), "That is published.")
        },
        Behavior("Coins under a hold are revoked once if an operator confirms, and restored by a reversal") {
            subject in
            let repository = subject.repository
            let catalog = Self.catalog(onRefund: .freeze)
            func record(_ intake: Intake) async throws {
                var intake = intake
                intake.catalog = catalog
                _ = try await repository.record(intake)
            }
            func confirm() async throws -> FulfillmentAnswer? {
                try await repository.write { unit in
                    try unit.perform(
                        .confirm(.revoke, by: .shop, recovered: nil),
                        on: FulfillmentID(TransactionID("1"), in: .production),
                        of: Sample.app,
                        at: Sample.beginning + .days(1),
                        catalog: catalog
                    )
                }
            }
            try await record(Self.coins("1"))
            try await Self.spend(100, repository)
            try await record(Self.refund("1", onDay: 1, of: 50_000))
            let revoked = try await confirm()
            try Self.require(revoked?.fulfillment.state, is: .revoked, "The fulfiller has confirmed it.")
            try Self.require(revoked?.fulfillment.recovered, is: ["gems": 300], "It is half of it.")
            let left = try await Self.wallet(repository)
            try Self.require([left?.balance, left?.available, left?.debt], is: [200, 200, 0], "The rest remains.")
            try Self.require(try await confirm()?.outcome, is: .already, "Once.")
            try await record(Self.refund("1", onDay: 2, of: 100_000))
            let held = try await Self.wallet(repository)
            try Self.require([held?.balance, held?.available], is: [200, 0], "The rest is held.")
            try Self.require(try await confirm()?.fulfillment.recovered, is: ["gems": 500], "All that there was.")
            try Self.require(try await Self.walletBalance(repository), is: [0, 0], "Spent coins are not a debt.")
            try await record(Self.reversal("1", onDay: 3))
            try Self.require(try await Self.walletBalance(repository), is: [500, 0], "As before.")
            try Self.require(try await Self.wallet(repository)?.available, is: 500, "And it can be spent.")
        },
        Behavior("A worker's confirmation revokes coins under a hold, too; a reversal before releases them") {
            subject in
            let repository = subject.repository
            let catalog = Self.catalog(onRefund: .freeze)
            for id in ["1", "2"] {
                for var intake in [Self.coins(id), Self.refund(id, onDay: 1, of: 100_000)] {
                    intake.catalog = catalog
                    _ = try await repository.record(intake)
                }
            }
            let now = Sample.beginning + .days(1)
            let leases = try await repository.leaseFulfillments(
                of: Sample.app,
                at: now,
                until: now + .minutes(1),
                limit: 2
            ).leases
            try Self.require(leases.count, is: 2, "Both are to be revoked.")
            var reversal = Self.reversal("2", onDay: 2)
            reversal.catalog = catalog
            _ = try await repository.record(reversal)
            let freed = try await Self.wallet(repository)
            try Self.require([freed?.balance, freed?.available], is: [1200, 600], "Nothing of it is to be taken.")
            for lease in leases {
                _ = try await repository.write { unit in try unit.conclude(lease, .confirmed(recovered: nil), at: now) }
            }
            let ended = try await Self.wallet(repository)
            try Self.require([ended?.balance, ended?.available, ended?.debt], is: [600, 600, 0], "One was taken.")
            try Self.require(try await Self.fulfillment("1", repository)?.state, is: .revoked, "It was.")
            let back = try await Self.fulfillment("2", repository)
            try Self.require(back?.state, is: .confirmed, "The customer has the coins.")
            try Self.require(back?.revoked, is: 0, "Nothing is left to be given back.")
        },
        Behavior("An order is fulfilled once its fulfillment is confirmed, paid first, and not once it is revoked") {
            subject in
            let repository = subject.repository
            let app = Sample.app
            _ = try await repository.write { unit in
                try unit.create(Self.order("1", token: 1), app: app, catalog: Self.catalog())
            }
            let start = try Self.unwrap(
                try await repository.read { view in try view.orderProgress(of: app) },
                "It is followed."
            )
            var snapshot = Self.snapshot("1")
            snapshot.accountToken = Sample.token(1)
            var intake = Sample.facts([snapshot])
            intake.catalog = Self.catalog()
            _ = try await repository.record(intake)
            let id = FulfillmentID(TransactionID("1"), in: .production)
            func hear(_ payments: [OrderPayment], _ place: Int64) async throws -> OrderRecord? {
                let isHeard = try await repository.write { unit in
                    try unit.hear(
                        payments,
                        fulfillments: [id],
                        app: app,
                        from: start + place,
                        through: start + place + 1,
                        at: Sample.beginning
                    )
                }
                try Self.require(isHeard, "No other call did.")
                return try await repository.read { view in try view.order(OrderID("1"), app: app) }
            }
            let unpaid = try await hear([], 0)
            try Self.require(unpaid?.fulfilledAt, is: nil, "What is paid for it is not known.")
            let fulfilled = try await hear([Self.payment(eventPosition: 1)], 1)
            try Self.require(fulfilled?.state(at: Sample.beginning), is: .fulfilled, "It is fulfilled.")
            let names = try await repository.read { view in try view.events(of: Self.stream, after: 0, limit: 99) }.map(
                \.name
            )
            .filter { $0.rawValue.hasPrefix("order.") }
            try Self.require(names, is: [.orderCreated, .orderPaid, .orderFulfilled], "Each is published.")
            _ = try await repository.record(Self.refund("1", onDay: 1, of: 100_000))
            let revoked = try await hear([], 2)
            try Self.require(revoked?.fulfilledAt, is: nil, "It was revoked.")
            _ = try await repository.record(Self.reversal("1", onDay: 2))
            let back = try await hear([], 3)
            try Self.require(back?.state(at: Sample.beginning), is: .fulfilled, "It was given back.")
        },
        Behavior("An order shows its fulfillment, published or not") { subject in
            let repository = subject.repository
            let app = Sample.app
            _ = try await repository.write { unit in
                try unit.create(Self.order("1", token: 1), app: app, catalog: Self.catalog())
            }
            let start = try Self.unwrap(
                try await repository.read { view in try view.orderProgress(of: app) },
                "It is followed."
            )
            var snapshot = Self.snapshot("1")
            snapshot.accountToken = Sample.token(1)
            var intake = Sample.facts([snapshot])
            intake.catalog = Self.catalog()
            _ = try await repository.record(intake)
            let isHeard = try await repository.write { unit in
                try unit.hear(
                    [Self.payment(eventPosition: 1)],
                    fulfillments: [],
                    app: app,
                    from: start,
                    through: start + 1,
                    at: Sample.beginning
                )
            }
            try Self.require(isHeard, "It is paid.")
            func look() async throws -> Instant? {
                let seen = try await repository.write { unit in
                    try unit.perform(.look, on: OrderID("1"), app: app, at: Sample.beginning)
                }
                let kept = try await repository.read { view in try view.order(OrderID("1"), app: app) }
                try Self.require(seen?.fulfilledAt, is: kept?.fulfilledAt, "What is answered is kept.")
                return kept?.fulfilledAt
            }
            try Self.require(try await look() != nil, "It is fulfilled.")
            // No evidence of these two is processed, as while an order cannot be read.
            _ = try await repository.record(Self.refund("1", onDay: 1, of: 100_000))
            try Self.require(try await look(), is: nil, "It was revoked.")
            _ = try await repository.record(Self.reversal("1", onDay: 2))
            try Self.require(try await look() != nil, "It was given back.")
        },
        Behavior("Wallets follow from the evidence in any order and number of arrivals") { subject in
            for seed in UInt64(0)..<3 {
                let story = WalletStory(seed: seed)
                for order in UInt64(0)..<2 {
                    let fault = try await story.play(in: subject.repository, order: order)
                    try Self.require(fault == nil, "Seed \(seed), order \(order): \(fault ?? "")")
                }
            }
        },
    ]

    // MARK: What is shown

    private static func catalog(
        _ grants: [String: Int] = ["gems": 600],
        from: Instant = Sample.beginning,
        coins: FulfillmentPolicy.Coins = .wallets,
        onRefund: RefundConsequence? = nil
    ) -> Catalog {
        let product = Product(id: ProductID("gems"), kind: .consumable, grants: grants, onRefund: onRefund)
        return Catalog(
            products: [product.id: product],
            coins: Dictionary(uniqueKeysWithValues: grants.keys.map { ($0, Coin()) }),
            fulfillment: FulfillmentPolicy(from: from, coins: coins)
        )
    }

    private static func snapshot(_ id: String, onDay day: Int64 = 0) -> TransactionSnapshot {
        Sample.gems(id, signedAt: Sample.beginning + .days(day), number: UInt64(day) + 1)
    }

    private static func unit(_ snapshot: TransactionSnapshot) -> Intake {
        var intake = Sample.facts([snapshot])
        intake.receivedAt = snapshot.signedAt
        intake.catalog = Self.catalog()
        return intake
    }

    private static func coins(_ id: String) -> Intake {
        var intake = Self.unit(Self.snapshot(id))
        intake.submission = Sample.submission("ada", id)
        return intake
    }

    private static func refund(_ id: String, onDay day: Int64, of percentage: Int) -> Intake {
        var snapshot = Self.snapshot(id, onDay: day)
        snapshot.revocation = Revocation(
            revokedAt: snapshot.signedAt,
            reason: 0,
            type: percentage == 100_000 ? "REFUND_FULL" : "REFUND_PRORATED",
            percentageMilliunits: percentage
        )
        return Self.unit(snapshot)
    }

    private static func reversal(_ id: String, onDay day: Int64) -> Intake {
        var snapshot = Self.snapshot(id, onDay: day)
        snapshot.isReversal = true
        return Self.unit(snapshot)
    }

    private static func order(_ id: String, token: UInt64) -> Order {
        Sample.order(id, token: token, lasting: .days(30))
    }

    private static func payment(eventPosition: Int64) -> OrderPayment {
        OrderPayment(
            environment: .production,
            transactionID: TransactionID("1"),
            originalTransactionID: OriginalTransactionID("1"),
            productID: ProductID("gems"),
            quantity: 1,
            owner: Sample.customer("ada"),
            token: Sample.token(1),
            purchasedAt: Sample.beginning,
            eventPosition: eventPosition
        )
    }

    private static let stream = EventStream(app: Sample.app, subject: .customer(Sample.customer("ada")))

    private static func name(_ coin: CoinName) -> WalletName {
        WalletName(app: Sample.app, environment: .production, customer: Sample.customer("ada"), coin: coin)
    }

    private static func wallet(_ repository: any Repository) async throws -> WalletBalance? {
        try await repository.read { view in
            try view.wallets(of: Sample.customer("ada"), app: Sample.app, environment: .production)
        }
        .first { $0.name.coin == Self.gems }
    }

    /// The balance and the debt.
    private static func walletBalance(_ repository: any Repository) async throws -> [Int64] {
        guard let wallet = try await Self.wallet(repository) else { return [] }
        return [wallet.balance, wallet.debt]
    }

    private static func fulfillment(_ id: String, _ repository: any Repository) async throws -> Fulfillment? {
        try await repository.read { view in
            try view.fulfillment(FulfillmentID(TransactionID(id), in: .production), of: Sample.app)
        }
    }

    private static func spend(_ quantity: Int64, _ repository: any Repository) async throws {
        let order = WalletRequest(
            .spend(quantity),
            cause: .call,
            key: "spent",
            reason: "test",
            at: Sample.beginning
        )
        _ = try await repository.write { unit in try unit.carryOut(order, on: Self.name(Self.gems), terms: Coin()) }
            .get()
    }

    private static func requirePublished(_ repository: any Repository, _ names: [EventName]) async throws {
        let published = try await repository.read { view in try view.events(of: Self.stream, after: 0, limit: 99) }.map(
            \.name
        )
        let own = published.filter { name in
            ["fulfillment.", "revocation.", "wallet."].contains { name.rawValue.hasPrefix($0) }
        }
        try Self.require(own, is: names, "The events.")
    }
}
