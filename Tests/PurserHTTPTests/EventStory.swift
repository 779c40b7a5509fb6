import AppStore
import Ledger
import PurserTesting
import Testing

/// Stories whose events are examples.
enum EventStory {
    private static let app = AppName("shop")
    private static let ada = Sample.customer("ada")
    private static let ben = Sample.customer("ben")
    private static let plus = ProductID("com.example.plus.monthly")
    private static let catalogue = Catalogue(
        products: [Self.plus: Product(id: Self.plus, kind: .autoRenewable, unlocks: [RightName("plus")])]
    )

    /// Books that a story is written into, one unit after the other.
    private struct Pen {
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
            if let customer, let first = transactions.first {
                intake.submission = Sample.submission(customer.rawValue, first.transactionID.rawValue, at: now)
            }
            try await self.write(intake, at: now)
        }

        func write(_ intake: Intake, at now: Instant) async throws {
            try await self.letTimePass(to: now)
            var intake = intake
            intake.receivedAt = now
            intake.catalogue = EventStory.catalogue
            _ = try await self.repository.record(intake)
        }

        func act(_ name: String, _ act: OwnershipChange.Act, on day: Int64) async throws {
            let change = OwnershipChange(
                id: OwnershipChangeID(name),
                act: act,
                changedAt: Sample.beginning + .days(day),
                by: "ops"
            )
            let result = try await self.repository.change(
                change,
                of: EventStory.app,
                catalogue: EventStory.catalogue,
                isPreview: false
            )
            _ = try result.get()
        }

        func letTimePass(to now: Instant) async throws {
            for _ in 0..<100 {
                let chains = try await self.repository.dueChains(at: now, limit: 100)
                for chain in chains {
                    try await self.repository.advance(chain, at: now, catalogue: EventStory.catalogue)
                }
                let rights = try await self.repository.dueRights(at: now, limit: 100)
                for right in rights {
                    try await self.repository.advance(right, at: now, catalogue: EventStory.catalogue)
                }
                guard !chains.isEmpty || !rights.isEmpty else { return }
            }
        }

        func events(_ subjects: [Lane.Subject]) async throws -> [Event] {
            var events: [Event] = []
            for subject in subjects {
                let lane = Lane(app: EventStory.app, subject: subject)
                events += try await self.repository.events(of: lane, after: 0, limit: 9_999)
            }
            return events
        }
    }

    /// One story that tells every event there is.
    static func told() async throws -> [Event] {
        var pen = Pen()
        try await Self.writeSubscription(&pen)
        try await Self.writeMoves(&pen)
        try await Self.writeOrders(pen)
        return try await pen.events(
            [.customer(Self.ada), .customer(Self.ben)]
                + ["1", "40", "41"].map { .chain(.production, OriginalTransactionID($0)) }
        )
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
    private static func writeMoves(_ pen: inout Pen) async throws {
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
        try await pen.act("move", .decide(decision, .production), on: 124)
        // Chains of nobody that turn out to be one.
        let one = Sample.period("40", of: "40", at: Sample.beginning + .days(125))
        try await pen.write([one], on: 125)
        try await pen.write([Sample.period("41", of: "41", at: Sample.beginning + .days(125))], on: 125)
        var joining = Sample.period("42", of: "41", at: Sample.beginning + .days(126))
        joining.previousOriginalTransactionID = OriginalTransactionID("40")
        try await pen.write([joining], on: 126)
        // What was decided is taken back, and what nobody else has a claim to is nobody's.
        let other = Decision(
            customer: Self.ada,
            transactionID: TransactionID("40"),
            reach: .purchase,
            decidedAt: Sample.beginning + .days(127)
        )
        try await pen.act("given", .decide(other, .production), on: 127)
        try await pen.act("taken", .undo(OwnershipChangeID("given")), on: 128)
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
            _ = try await pen.repository.create(order, app: Self.app, catalogue: Self.catalogue)
        }
        func pay(refundedAt: Instant? = nil) async throws {
            let position = try await pen.repository.orderProgress(of: Self.app) ?? 0
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
                toldAt: position + 1
            )
            _ = try await pen.repository.hear(
                [payment],
                app: Self.app,
                from: position,
                through: position + 1,
                at: refundedAt ?? start
            )
        }
        func act(_ act: OrderAct, on name: String, at now: Instant) async throws {
            _ = try await pen.repository.act(act, on: OrderID(name), app: Self.app, at: now)
        }
        try await order("1", token: 501)
        try await pay()
        try await act(.deliver(at: start), on: "1", at: start)
        try await act(.deliver(at: nil), on: "1", at: start)
        try await pay(refundedAt: start + .hours(1))
        try await pay()
        try await order("2", token: 502)
        try await act(.cancel(at: start, by: "support", reason: nil), on: "2", at: start)
        try await order("3", token: 503)
        try await act(.look, on: "3", at: start + .days(1))
    }

    /// What a random story tells, in which nobody acts but Apple and the apps.
    static func told(seed: UInt64) async throws -> [Event] {
        let story = EvidenceStory(seed: seed).withAppleAccounts()
        let pen = Pen()
        var now = story.instants.min() ?? Sample.beginning
        var subjects: Set<Lane.Subject> = []
        for (token, customer) in story.customers {
            subjects.insert(.customer(customer))
            _ = try await pen.repository.assign(
                token,
                to: customer,
                app: Self.app,
                at: now,
                catalogue: Self.catalogue
            )
        }
        for fact in story.facts {
            var intake = Sample.facts()
            switch fact {
            case .transaction(let snapshot):
                intake.transactions = [snapshot]
                subjects.insert(.chain(.production, snapshot.originalTransactionID))
                now = max(now, snapshot.signedAt)
            case .renewal(let renewal): intake.renewals = [renewal]
            case .status(let status): intake.statuses = [status]
            case .refundRequest(let request): intake.refundRequests = [request]
            case .submission(let submission):
                intake.submission = submission
                subjects.insert(.customer(submission.customer))
            case .decision(let decision): intake.decisions = [decision]
            }
            try await pen.letTimePass(to: now)
            intake.receivedAt = now
            intake.catalogue = story.catalogue
            _ = try await pen.repository.record(intake)
        }
        try await pen.letTimePass(to: now + .days(100))
        return try await pen.events(Array(subjects))
    }
}
