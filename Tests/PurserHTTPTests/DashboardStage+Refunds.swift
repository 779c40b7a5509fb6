import Foundation
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// Purchases, refund requests of Apple, and answers of the worker.
extension DashboardStage {
    /// The address of the pages of the app.
    static let base = "/dashboard/apps/shop"

    /// The ledger's time.
    var ledgerNow: Instant { self.services.ambient.now() }

    private var appName: AppName { self.services.apps[0].name }

    /// A customer buys coins, and Apple asks about a refund, or decides about it without a request.
    @discardableResult
    func ask(
        _ id: String = "1",
        by customer: String = "anna",
        reason: String = "OTHER",
        price: Money = Money(amountMilliunits: 9000, currency: "CNY"),
        hoursAgo: Int64 = 0,
        deciding kind: SignedRefund.Kind? = nil,
        in environment: StoreEnvironment = .production
    ) async throws -> RefundID {
        let now = self.ledgerNow - .hours(hoursAgo)
        let snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems.600"),
            kind: .consumable,
            purchaseAt: now - .days(1),
            price: price,
            storefront: "CHN",
            signedAt: now,
            digest: .number(UInt64(id) ?? 1)
        )
        var intake = Sample.facts(
            [snapshot],
            submission: Sample.submission(customer, id, at: now),
            app: self.appName,
            environment: environment
        )
        intake.receivedAt = now
        intake.refund = RefundUpdate(
            transactionID: snapshot.transactionID,
            subject: RefundSubject(snapshot),
            signedRefunds: [SignedRefund(id: "u\(id)", kind: kind ?? .requested(reason: reason), signedAt: now)]
        )
        _ = try await self.services.repository.record(intake)
        return RefundID(TransactionID(id), in: environment)
    }

    /// A customer consents.
    func consent(_ customer: String = "anna") async throws {
        let customer = try #require(CustomerID(customer))
        let now = self.ledgerNow
        let consent = Consent(
            id: ConsentID("c1"),
            textHash: String(repeating: "a", count: 64),
            version: "1",
            locale: "en",
            storefront: "CHN",
            givenAt: now - .days(2),
            source: "settings",
            recordedAt: now - .days(2),
            recordedBy: "shop"
        )
        _ = try await self.services.repository.write { [name = self.appName] unit in
            try unit.keep(consent, of: customer, app: name)
        }
    }

    /// Apple decides.
    func decide(_ id: String, _ kind: SignedRefund.Kind) async throws {
        let found = try await self.services.repository.read { [name = self.appName] view in
            try view.refund(RefundID(TransactionID(id), in: .production), of: name)
        }
        let record = try #require(found)
        var intake = Sample.facts(app: self.appName)
        intake.receivedAt = self.ledgerNow
        intake.refund = RefundUpdate(
            transactionID: record.transactionID,
            subject: record.subject,
            signedRefunds: [SignedRefund(id: "d\(id)", kind: kind, signedAt: self.ledgerNow)]
        )
        _ = try await self.services.repository.record(intake)
    }

    /// The worker evaluates the policy for the open request of a case, and stores what becomes of it.
    func work(on id: RefundID, _ change: (inout RefundAnswer, Instant) -> Void) async throws {
        let now = self.ledgerNow
        let leases = try await self.services.repository.leaseRefunds(of: self.appName, at: now, until: now, limit: 20)
        let lease = try #require(leases.leases.first { $0.record.id == id })
        var answer =
            try lease.record.answer(to: #require(lease.record.openRequest?.id))
            ?? RefundAnswer(#require(lease.record.openRequest?.id))
        answer.evidence = [
            "product": .text("gems.600"), "fulfillment.state": .text("confirmed"), "share": .share(62_000),
            "price": .money(Money(amountMilliunits: 9000, currency: "CNY")),
        ]
        answer.circumstances = RefundCircumstances(
            kind: .consumable,
            deliveryStatus: .delivered,
            share: 62_000,
            hasConsent: true
        )
        change(&answer, now)
        _ = try await self.services.repository.write { [answer] unit in
            try unit.conclude(lease, RefundStep(answer, next: .at(now)), at: now)
        }
    }

    /// The worker holds a request for a person.
    func hold(_ id: RefundID) async throws {
        try await self.work(on: id) { answer, now in answer.heldUntil = now + .minutes(10) }
    }

    /// The worker answers a request.
    func send(_ preference: RefundPreference?, to id: RefundID) async throws {
        try await self.work(on: id) { answer, now in
            answer.decider = .policy(version: 1, rule: "large sums")
            answer.sent = RefundAnswer.SentAnswer(
                body: Array(#"{"customerConsented":true}"#.utf8),
                isFirstVersion: false,
                deliveryStatus: .delivered,
                share: 62_000,
                preference: preference,
                frozenAt: now
            )
            answer.attempts = 1
            answer.receivedAt = now
        }
    }

    /// Publishes a policy.
    func publish(_ text: String) async throws {
        _ = try await self.services.refunds.publish(text, in: self.appName, by: "eve")
    }

    /// A case as it is.
    func record(_ id: RefundID) async throws -> RefundRecord {
        try await self.services.refunds.refund(id, in: self.appName)
    }
}

extension DashboardBrowser {
    /// Sends the form of an act; returns the preview, and the fields that confirm it.
    func previewed(
        _ path: String,
        _ fields: [String: String]
    ) async throws -> (page: TestServer.TestResponse, confirmed: [String: String]) {
        let page = try await self.post(path, fields)
        let stamp = page.text.firstMatch(of: #/name="stamp" value="([^"]*)"/#).map { String($0.output.1) }
        return (page, fields.merging(["stamp": stamp ?? ""]) { $1 })
    }
}
