import AppStore
import Ledger
import PurserTesting
import Testing

/// Stories whose events are examples.
enum EventStory {
    static let app = AppName("shop")
    private static let (ada, ben, cara) = (Sample.customer("ada"), Sample.customer("ben"), Sample.customer("cara"))
    static let plus = ProductID("com.example.plus.monthly")
    static let gems = ProductID("com.example.gems")
    static let catalog = Catalog(
        products: [
            Self.plus: Product(id: Self.plus, kind: .autoRenewable, unlocks: [EntitlementName("plus")]),
            Self.gems: Product(id: Self.gems, kind: .consumable, grants: ["gems": 600]),
        ],
        coins: ["gems": Coin()],
        fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: .fulfiller)
    )

    /// A ledger that a story is written into, one unit after the other.
    struct Pen {
        let repository = InMemoryRepository()
        var number: UInt64 = 100

        mutating func write(
            _ transactions: [TransactionSnapshot] = [],
            _ renewals: [RenewalSnapshot] = [],
            by customer: CustomerID? = nil,
            on day: Int64
        ) async throws {
            let now = Sample.beginning + .days(day)
            self.number += 10
            var intake = Sample.facts(
                transactions.enumerated().map { place, snapshot in
                    var snapshot = snapshot
                    snapshot.signedAt = now
                    snapshot.digest = .number(self.number + UInt64(place))
                    return snapshot
                },
                renewals: renewals.map { renewal in
                    var renewal = renewal
                    renewal.signedAt = now
                    renewal.digest = .number(self.number + 9)
                    return renewal
                }
            )
            if let customer, let id = transactions.first?.transactionID.rawValue {
                intake.submission = Sample.submission(customer.rawValue, id, at: now)
            }
            try await self.write(intake, at: now)
        }

        func write(_ intake: Intake, at now: Instant) async throws {
            try await self.letTimePass(to: now)
            var intake = intake
            intake.receivedAt = now
            intake.catalog = EventStory.catalog
            _ = try await self.repository.record(intake)
        }

        func perform(_ name: String, _ kind: OwnershipChange.Kind, on day: Int64) async throws {
            let change = OwnershipChange(
                id: OwnershipChangeID(name),
                kind: kind,
                changedAt: Sample.beginning + .days(day),
                by: "ops"
            )
            let result = try await self.repository.write { unit in
                try unit.change(
                    change,
                    of: EventStory.app,
                    catalog: EventStory.catalog,
                    isPreview: false
                )
            }
            _ = try result.get()
        }

        func letTimePass(to now: Instant) async throws {
            for _ in 0..<100 {
                let chains = try await self.repository.read { view in try view.dueChains(at: now, limit: 100) }
                for chain in chains {
                    try await self.repository.write { unit in
                        try unit.advance(chain, at: now, catalog: EventStory.catalog)
                    }
                }
                let entitlements = try await self.repository.read { view in
                    try view.dueEntitlements(at: now, limit: 100)
                }
                for entitlement in entitlements {
                    try await self.repository.write { unit in
                        try unit.advance(entitlement, at: now, catalog: EventStory.catalog)
                    }
                }
                guard !chains.isEmpty || !entitlements.isEmpty else { return }
            }
        }

        func events(_ subjects: [EventStream.Subject]) async throws -> [Event] {
            var events: [Event] = []
            for subject in subjects {
                let stream = EventStream(app: EventStory.app, subject: subject)
                events += try await self.repository.read { view in try view.events(of: stream, after: 0, limit: 9_999) }
            }
            return events
        }
    }

    /// One story that publishes every event.
    static func published() async throws -> [Event] {
        var pen = Pen()
        try await Self.writeSubscription(&pen)
        try await Self.writeTransfers(&pen)
        try await Self.writeWallet(pen)
        try await Self.writeFulfillment(&pen)
        try await Self.writeOrders(pen)
        try await Self.writeRefunds(pen)
        try await Self.writeTrial(pen)
        try await Self.writeRisk(pen)
        try await Self.writeReported(&pen)
        try await Self.writeSeats(&pen)
        try await Self.writeRetention(&pen)
        return try await pen.events(
            [.customer(Self.ada), .customer(Self.ben), .customer(Self.cara)]
                + ["1", "40", "41", "60", "70"].map { .chain(.production, OriginalTransactionID($0)) }
                + ["dora", "emil", "finn", "gil"].map { .customer(Sample.customer($0)) }
        )
    }

    /// A wallet through everything that may become of it.
    private static func writeWallet(_ pen: Pen) async throws {
        let start = Sample.beginning + .days(600)
        @Sendable
        func wallet(_ customer: CustomerID) -> WalletName {
            WalletName(app: Self.app, environment: .production, customer: customer, coin: CoinName("gems"))
        }
        func order(_ task: WalletRequest.Kind, _ cause: Movement.Cause, _ key: String, on day: Int64) async throws {
            let order = WalletRequest(
                task,
                cause: cause,
                key: key,
                reason: "an example",
                by: "ops",
                at: start + .days(day)
            )
            _ = try await pen.repository.write { unit in try unit.carryOut(order, on: wallet(Self.ada), terms: Coin()) }
                .get()
        }
        let purchase = PurchaseKey.single(TransactionID("2000000999"))
        let refund = RevocationTarget.Refund(revokedAt: start + .days(4))
        try await order(.credit(purchase, [.init(.paid, 600), .init(.bonus, 60)]), .purchase, "order-1", on: 0)
        try await order(.spend(100), .call, "sword-12", on: 1)
        try await order(.grant(20, expiresAt: start + .days(5)), .operator, "sorry", on: 2)
        try await order(.adjust(-5), .operator, "correction", on: 2)
        try await order(.hold(purchase, until: start + .days(9)), .refund, "case-1", on: 3)
        try await order(.revoke(purchase, refund, forgives: false), .refund, "refund-1", on: 4)
        try await order(.restore(purchase, signedAt: start + .days(6)), .refund, "reversal-1", on: 6)
        try await order(.releaseHold(purchase), .refund, "case-1-closed", on: 7)
        let guest = Sample.customer("guest")
        let gift = WalletRequest(
            .grant(1, expiresAt: nil),
            cause: .call,
            key: "gift",
            reason: "a gift",
            at: start + .days(8)
        )
        _ = try await pen.repository.write { unit in try unit.carryOut(gift, on: wallet(guest), terms: Coin()) }.get()
        try await pen.perform("merge-guest", .merge(guest, into: Self.ada), on: 609)
    }

    /// A subscription through everything that may become of it.
    private static func writeSubscription(_ pen: inout Pen) async throws {
        func period(_ id: String, on day: Int64) -> TransactionSnapshot {
            Sample.period(id, of: "1", at: Sample.beginning + .days(day), reason: id == "1" ? .purchase : .renewal)
        }
        let first = period("1", on: 0)
        try await pen.write([first], [Sample.renewal(of: first)], by: Self.ada, on: 0)
        let second = period("2", on: 30)
        try await pen.write([second], [Sample.renewal(of: second)], on: 30)
        try await pen.write([], [Sample.renewal(of: second, autoRenew: false)], on: 40)
        var unpaid = Sample.renewal(of: second)
        unpaid.isInBillingRetry = true
        unpaid.gracePeriodExpiresAt = Sample.beginning + .days(66)
        try await pen.write([], [unpaid], on: 60)
        let third = period("3", on: 70)
        try await pen.write([third], [Sample.renewal(of: third)], on: 70)
        var ended = Sample.renewal(of: third, autoRenew: false)
        ended.expirationIntent = 1
        try await pen.write([], [ended], on: 100)
        let fourth = period("4", on: 110)
        try await pen.write([fourth], [Sample.renewal(of: fourth)], on: 110)
        var refunded = fourth
        refunded.revocation = Revocation(
            revokedAt: Sample.beginning + .days(112),
            reason: 1,
            type: "REFUND_FULL",
            percentageMilliunits: 100_000
        )
        try await pen.write([refunded], on: 112)
        var reversed = fourth
        reversed.isReversal = true
        try await pen.write([reversed], on: 113)
        var shared = Sample.period("20", of: "20", at: Sample.beginning + .days(114))
        shared.ownership = .familyShared
        try await pen.write([shared], by: Self.ben, on: 114)
        shared.revocation = Revocation(
            revokedAt: Sample.beginning + .days(115),
            reason: nil,
            type: "FAMILY_REVOKE",
            percentageMilliunits: nil
        )
        try await pen.write([shared], on: 115)
    }

    /// Purchases that change hands.
    private static func writeTransfers(_ pen: inout Pen) async throws {
        var found = Sample.period("30", of: "30", at: Sample.beginning + .days(120))
        try await pen.write([found], on: 120)
        try await pen.write([found], by: Self.ada, on: 122)
        found.isUpgraded = true
        try await pen.write([found], on: 123)
        let decision = Decision(
            customer: Self.ben,
            transactionID: TransactionID("4"),
            reach: .purchase,
            decidedAt: Sample.beginning + .days(124)
        )
        try await pen.perform("transfer", .decide(decision, .production), on: 124)
        // Chains without an owner that turn out to be one.
        let one = Sample.period("40", of: "40", at: Sample.beginning + .days(125))
        try await pen.write([one], on: 125)
        try await pen.write([Sample.period("41", of: "41", at: Sample.beginning + .days(125))], on: 125)
        var joining = Sample.period("42", of: "41", at: Sample.beginning + .days(126))
        joining.previousOriginalTransactionID = OriginalTransactionID("40")
        try await pen.write([joining], on: 126)
        // The decision is revoked, and a purchase without another claim has no owner.
        let other = Decision(
            customer: Self.ada,
            transactionID: TransactionID("40"),
            reach: .purchase,
            decidedAt: Sample.beginning + .days(127)
        )
        try await pen.perform("given", .decide(other, .production), on: 127)
        try await pen.perform("taken", .undo(OwnershipChangeID("given")), on: 128)
    }

    /// A purchase that is handed over and revoked, with everything that may come between.
    private static func writeFulfillment(_ pen: inout Pen) async throws {
        var bought = TransactionSnapshot(
            transactionID: TransactionID("60"),
            originalTransactionID: OriginalTransactionID("60"),
            productID: Self.gems,
            kind: .consumable,
            purchaseAt: Sample.beginning + .days(130),
            signedAt: Sample.beginning + .days(130),
            digest: .number(1)
        )
        func refunded(on day: Int64) -> TransactionSnapshot {
            var refunded = bought
            refunded.revocation = Revocation(
                revokedAt: Sample.beginning + .days(day),
                reason: 0,
                type: "REFUND_FULL",
                percentageMilliunits: 100_000
            )
            return refunded
        }
        let repository = pen.repository
        func perform(_ action: FulfillmentAction, on day: Int64) async throws {
            let answer = try await repository.write { [bought] unit in
                try unit.perform(
                    action,
                    on: FulfillmentID(bought.transactionID, in: .production),
                    of: Self.app,
                    at: Sample.beginning + .days(day),
                    catalog: Self.catalog
                )
            }
            #expect(answer?.outcome == .done)
        }
        try await pen.write([bought], on: 130)
        try await pen.write([bought], by: Self.cara, on: 130)
        try await pen.write([refunded(on: 131)], on: 131)
        bought.isReversal = true
        try await pen.write([bought], on: 132)
        bought.isReversal = false
        try await perform(.suspend, on: 132)
        try await perform(.retry, on: 132)
        try await perform(.confirm(.fulfill, by: .shop, recovered: nil), on: 132)
        try await pen.write([refunded(on: 133)], on: 133)
        try await perform(.suspend, on: 133)
        bought.isReversal = true
        try await pen.write([bought], on: 134)
        bought.isReversal = false
        try await pen.write([refunded(on: 135)], on: 135)
        try await perform(.confirm(.revoke, by: .shop, recovered: ["gems": 400]), on: 135)
    }

    /// Orders through everything that may become of them.
    private static func writeOrders(_ pen: Pen) async throws {
        let start = Sample.beginning + .days(130)
        func order(_ name: String, token: UInt64) async throws {
            let order = Order(
                id: OrderID(name),
                customer: Self.ada,
                environment: .production,
                productID: Self.plus,
                quantity: 1,
                price: Money(amountMilliunits: 9990, currency: "USD"),
                reference: "shop-\(name)",
                storefront: "USA",
                token: Sample.token(token),
                createdAt: start,
                createdBy: "backend",
                expiresAt: start + .days(1),
                remark: Order.Remark(rule: "another storefront", reason: nil)
            )
            _ = try await pen.repository.write { unit in try unit.create(order, app: Self.app, catalog: Self.catalog) }
        }
        func pay(refundedAt: Instant? = nil) async throws {
            let position = try await pen.repository.read { view in try view.orderProgress(of: Self.app) } ?? 0
            let payment = OrderPayment(
                environment: .production,
                transactionID: TransactionID("50"),
                originalTransactionID: OriginalTransactionID("50"),
                productID: Self.plus,
                quantity: 1,
                owner: Self.ada,
                token: Sample.token(501),
                purchasedAt: start,
                refundedAt: refundedAt,
                eventPosition: position + 1
            )
            _ = try await pen.repository.write { unit in
                try unit.hear(
                    [payment],
                    app: Self.app,
                    from: position,
                    through: position + 1,
                    at: refundedAt ?? start
                )
            }
        }
        func perform(_ action: OrderAction, on name: String, at now: Instant) async throws {
            _ = try await pen.repository.write { unit in
                try unit.perform(action, on: OrderID(name), app: Self.app, at: now)
            }
        }
        try await order("1", token: 501)
        try await pay()
        try await perform(.fulfill(at: start), on: "1", at: start)
        try await perform(.fulfill(at: nil), on: "1", at: start)
        try await pay(refundedAt: start + .hours(1))
        try await pay()
        try await order("2", token: 502)
        try await perform(.cancel(at: start, by: "support", reason: nil), on: "2", at: start)
        try await order("3", token: 503)
        try await perform(.look, on: "3", at: start + .days(1))
    }

    /// A request for a refund through everything that may become of it.
    private static func writeRefunds(_ pen: Pen) async throws {
        let start = Sample.beginning + .days(700)
        var snapshot = Sample.period("70", of: "70", at: start)
        snapshot.kind = .consumable
        snapshot.productID = ProductID("com.example.scroll")
        snapshot.expiresAt = nil
        func say(_ kind: SignedRefund.Kind, uuid: String, hour: Int64) async throws {
            let now = start + .hours(hour)
            snapshot.signedAt = now
            snapshot.isReversal = kind == .reversed
            var intake = Sample.facts([snapshot], submission: Sample.submission("dora", "70", at: start))
            intake.refund = RefundUpdate(
                transactionID: snapshot.transactionID,
                subject: RefundSubject(snapshot),
                signedRefunds: [SignedRefund(id: uuid, kind: kind, signedAt: now)]
            )
            try await pen.write(intake, at: now)
        }
        try await say(.requested(reason: "UNINTENDED_PURCHASE"), uuid: "r1", hour: 1)
        let now = start + .hours(1)
        let leases = try await pen.repository.leaseRefunds(of: Self.app, at: now, until: now + .days(1), limit: 100)
        let lease = try #require(leases.leases.first { $0.record.transactionID == snapshot.transactionID })
        func conclude(_ name: EventName, _ change: (inout RefundAnswer) -> Void) async throws {
            var answer = RefundAnswer("r1")
            answer.decider = .policy(version: 1, rule: "large sums go to a person")
            change(&answer)
            let step = RefundStep(answer, name, next: .goOn(until: now + .days(1)))
            _ = try await pen.repository.write { unit in try unit.conclude(lease, step, at: now) }
        }
        try await conclude(.refundHeld) { $0.heldUntil = now + .minutes(10) }
        try await conclude(.refundWithheld) { $0.refusal = .noConsent }
        try await conclude(.refundMissed) { $0.isMissed = true }
        try await conclude(.refundAnswered) { answer in
            answer.attempts = 2
            answer.failure = RefundAnswer.Failure(code: "appstore_failed", at: now)
            answer.sent = RefundAnswer.SentAnswer(
                body: Array("{}".utf8),
                isFirstVersion: false,
                deliveryStatus: .delivered,
                share: 25_000,
                preference: .grantProrated,
                frozenAt: now
            )
            answer.receivedAt = now
        }
        try await say(.declined, uuid: "r2", hour: 2)
        try await say(.requested(reason: nil), uuid: "r0", hour: 0)
        try await say(.refunded(share: 75_000), uuid: "r3", hour: 3)
        try await say(.reversed, uuid: "r4", hour: 4)
        try await say(.revoked, uuid: "r5", hour: 5)
    }

    /// The trial of a policy that keeps more, up to its end.
    private static func writeTrial(_ pen: Pen) async throws {
        let start = Sample.beginning + .days(800)
        let experiment = try #require(
            RefundExperiment(seed: 7, shareMilliunits: 50_000, minimumCases: 30, maximumCases: 60)
        )
        let policy = RefundPolicy(
            version: 1,
            text: "policy: refunds\notherwise: DECLINE\n",
            publishedAt: start,
            publishedBy: "ops",
            reason: nil,
            trial: RefundTrial(experiment)
        )
        _ = try await pen.repository.write { unit in try unit.keep(policy, of: Self.app) }
        for number in 0..<60 {
            var snapshot = Sample.period("\(7000 + number)", of: "\(7000 + number)", at: start)
            snapshot.kind = .consumable
            snapshot.productID = ProductID("com.example.scroll")
            snapshot.expiresAt = nil
            let submission = Sample.submission("emil", snapshot.transactionID.rawValue, at: start)
            var intake = Sample.facts([snapshot], submission: submission)
            let outcome: SignedRefund.Kind = number % 2 == 0 ? .declined : .refunded(share: 100_000)
            intake.refund = RefundUpdate(
                transactionID: snapshot.transactionID,
                subject: RefundSubject(snapshot),
                signedRefunds: [
                    SignedRefund(id: "a\(number)", kind: .requested(reason: nil), signedAt: start),
                    SignedRefund(id: "b\(number)", kind: outcome, signedAt: start + .minutes(1)),
                ]
            )
            try await pen.write(intake, at: start)
            let due = try await pen.repository.leaseRefunds(
                of: Self.app,
                at: start,
                until: start + .days(1),
                limit: 100
            )
            let lease = try #require(due.leases.first { $0.record.transactionID == snapshot.transactionID })
            var answer = RefundAnswer("a\(number)")
            answer.assignment = RefundAnswer.Assignment(number % 2 == 0 ? .trial : .holdOut, of: 1)
            _ = try await pen.repository.write { [answer] unit in
                try unit.conclude(lease, RefundStep(answer, next: .never), at: start)
            }
        }
    }

    /// A customer who bought coins for too little, until that is long ago.
    private static func writeRisk(_ pen: Pen) async throws {
        let start = Sample.beginning + .days(900)
        let paid = RiskPayment(
            transactionID: TransactionID("2600"),
            account: nil,
            customer: Self.cara,
            purchasedAt: start,
            isCheap: true
        )
        for (revision, day) in [Int64(0), 91].enumerated() {
            let now = start + .days(day)
            let risk = Risk(of: Self.cara, payments: [paid], accounts: [:], debtors: [], at: now)
            let look = RiskAssessment(risk, threshold: 6, at: now, dueAt: nil, revision: Int64(revision))
            _ = try await pen.repository.write { unit in try unit.note(look, of: Self.cara, app: Self.app) }
        }
    }
}
