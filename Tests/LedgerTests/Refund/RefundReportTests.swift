import Ledger
import PurserTesting
import Testing

@Suite struct RefundReportTests {
    private static func at(_ hour: Int64) -> Instant { Sample.beginning + .hours(hour) }

    private static func signedRefund(_ id: String, _ kind: SignedRefund.Kind, hour: Int64) -> SignedRefund {
        SignedRefund(id: id, kind: kind, signedAt: Self.at(hour))
    }

    private static func record(
        _ id: String,
        _ signedRefunds: [SignedRefund],
        product: String = "gems",
        milliunits: Int64 = 1_000,
        in environment: StoreEnvironment = .production,
        answers: [RefundAnswer] = []
    ) throws -> RefundRecord {
        let subject = RefundSubject(
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID(product),
            purchasedAt: Sample.beginning,
            price: Money(amountMilliunits: milliunits, currency: "EUR")
        )
        return try #require(
            RefundRecord(
                app: Sample.app,
                environment: environment,
                transactionID: TransactionID(id),
                subject: subject,
                customer: nil,
                wantsFirstVersion: false,
                signedRefunds: signedRefunds,
                answers: answers
            )
        )
    }

    private static func sent(
        _ request: String,
        _ preference: RefundPreference?,
        late: Bool = false,
        storefront: String? = nil
    ) -> RefundAnswer {
        var answer = RefundAnswer(request)
        answer.sent = RefundAnswer.SentAnswer(
            body: [],
            isFirstVersion: false,
            deliveryStatus: .delivered,
            share: nil,
            preference: preference,
            frozenAt: Self.at(1)
        )
        answer.receivedAt = Self.at(1)
        answer.isLate = late
        if let storefront { answer.evidence = [RefundEvidence.storefront.rawValue: .text(storefront)] }
        return answer
    }

    private static func refused(_ request: String, _ refusal: RefundReply.Refusal) -> RefundAnswer {
        var answer = RefundAnswer(request)
        answer.refusal = refusal
        return answer
    }

    private static func records() throws -> [RefundRecord] {
        var missed = RefundAnswer("d1")
        missed.isMissed = true
        var doubtful = RefundAnswer("h1")
        doubtful.begin(at: Self.at(1))
        doubtful.isMissed = true
        return [
            // Declined as it was asked for.
            try Self.record(
                "1",
                [
                    Self.signedRefund("a1", .requested(reason: nil), hour: 0),
                    Self.signedRefund("a2", .declined, hour: 2),
                ],
                answers: [Self.sent("a1", .decline, storefront: "DEU")]
            ),
            // Asked twice; the first request was overtaken by the second, and 40 % went back.
            try Self.record(
                "2",
                [
                    Self.signedRefund("b1", .requested(reason: nil), hour: 0),
                    Self.signedRefund("b2", .requested(reason: nil), hour: 1),
                    Self.signedRefund("b3", .refunded(share: 40_000), hour: 2),
                ],
                product: "gold",
                answers: [Self.sent("b2", .grantProrated, late: true, storefront: "USA")]
            ),
            // No consent, and all went back.
            try Self.record(
                "3",
                [
                    Self.signedRefund("c1", .requested(reason: nil), hour: 0),
                    Self.signedRefund("c2", .refunded(share: 100_000), hour: 2),
                ],
                milliunits: 7_000,
                answers: [Self.refused("c1", .noConsent)]
            ),
            try Self.record("4", [Self.signedRefund("d1", .requested(reason: nil), hour: 0)], answers: [missed]),
            try Self.record("5", [Self.signedRefund("e1", .requested(reason: nil), hour: 0)]),
            // It is unknown whether Apple has received the answer.
            try Self.record(
                "8",
                [
                    Self.signedRefund("h1", .requested(reason: nil), hour: 0),
                    Self.signedRefund("h2", .declined, hour: 2),
                ],
                milliunits: 0,
                answers: [doubtful]
            ),
            // Never asked about.
            try Self.record("6", [Self.signedRefund("f1", .refunded(share: 100_000), hour: 0)], milliunits: 3_000),
            // Another environment.
            try Self.record("7", [Self.signedRefund("g1", .requested(reason: nil), hour: 0)], in: .sandbox),
        ]
    }

    private static func report(_ records: [RefundRecord]) -> RefundReport {
        var report = RefundReport(environment: .production)
        for record in records { report.take(record) }
        return report
    }

    @Test("Requests are counted by what became of answering them")
    func requests() throws {
        let requests = Self.report(try Self.records()).requests
        #expect(requests.asked == 7)
        #expect(requests.inTime == 1)
        #expect(requests.late == 1)
        #expect(requests.missed == 1)
        #expect(requests.doubtful == 1)
        #expect(requests.superseded == 1)
        #expect(requests.open == 1)
        #expect(requests.withheld == [.noConsent: 1])
    }

    @Test("Money is counted once Apple has decided, on the side where it is")
    func money() throws {
        let report = Self.report(try Self.records())
        #expect(report.asked.cases == 6)
        #expect(report.asked.open == 2)
        #expect(report.asked.refunded == 2)
        #expect(report.asked.declined == 2)
        #expect(report.asked.paid == ["EUR": 9_000])
        #expect(report.asked.paidBack == ["EUR": 7_400])
        #expect(report.asked.kept == ["EUR": 1_600])
        #expect(report.unconsented.cases == 1)
        #expect(report.unconsented.paidBack == ["EUR": 7_000], "This is what missing consent is about.")
        #expect(report.unasked.cases == 1)
        #expect(report.unasked.paidBack == ["EUR": 3_000])
    }

    @Test("The sent answers, products and storefronts each add up to all cases")
    func groups() throws {
        let report = Self.report(try Self.records())
        #expect(report.answers.mapValues(\.cases) == [.decline: 1, .grantProrated: 1, .nothing: 4])
        #expect(report.answers[.decline]?.kept == ["EUR": 1_000])
        #expect(report.answers[.grantProrated]?.kept == ["EUR": 600])
        #expect(report.products.mapValues(\.cases) == [ProductID("gems"): 5, ProductID("gold"): 1])
        #expect(report.storefronts.mapValues(\.cases) == ["DEU": 1, "USA": 1, nil: 4])
    }

    @Test("The order in which cases are taken changes nothing")
    func order() throws {
        let records = try Self.records()
        let report = Self.report(records)
        #expect(Self.report(records.reversed()) == report)
        #expect(Self.report(Array(records[3...] + records[..<3])) == report)
    }
}
