import Ledger
import PurserTesting
import Testing

@Suite struct RefundPolicyTests {
    @Test("No wait for an operator is longer than Apple's limit")
    func hold() throws {
        let asked = SignedRefund(id: "a", kind: .requested(reason: nil), signedAt: Sample.beginning)
        let request = try #require(RefundCase([asked])?.requests.first)
        func decision(_ span: Span, _ deadlines: RefundDeadlines) -> RefundDecision {
            RefundDecision(RuleAnswer("hold", detail: .wait(span, then: "DECLINE")), for: request, deadlines)
        }
        #expect(decision(.minutes(10), .production) == .hold(until: Sample.beginning + .minutes(10), then: .decline))
        #expect(decision(.minutes(10), .sandbox) == .hold(until: Sample.beginning + .minutes(4), then: .decline))
        #expect(RefundDecision(RuleAnswer("none"), for: request, .production) == .answer(nil))
        #expect(RefundDecision(RuleAnswer("GRANT_PRORATED"), for: request, .production) == .answer(.grantProrated))
    }

    @Test("The terms of a storefront ask for no reason within their days, and so many times a year")
    func terms() {
        let table = RefundTermsTable()
        let union = table["DEU"]
        let many = RefundOpportunities(by: union, after: Array(repeating: Self.instant, count: 9), at: Self.instant)
        #expect(union.isUnconditional(age: .days(13), many))
        #expect(!union.isUnconditional(age: .days(14), RefundOpportunities(by: union, after: [], at: Self.instant)))
        #expect(RefundTerms.europeanUnion.count == 27)
        let china = table["CHN"]
        let now = Self.instant
        #expect(china.isUnconditional(age: .days(2), RefundOpportunities(by: china, after: [], at: now)))
        let long = RefundOpportunities(by: china, after: [now - .days(3000)], at: now)
        #expect(!china.isUnconditional(age: .days(2), long), "It is one for good.")
        #expect(!table["USA"].isUnconditional(age: .zero, RefundOpportunities(by: table["USA"], after: [], at: now)))
        let taiwan = RefundOpportunities(by: table["TWN"], after: Array(repeating: now, count: 9), at: now)
        #expect(table["TWN"].isUnconditional(age: .days(6), taiwan))
    }

    @Test("With a reason a refund may be asked for in 90 days, and in China twice a year after the one without")
    func conditionalTerms() {
        let table = RefundTermsTable()
        let now = Self.instant
        let never = RefundOpportunities(by: table["USA"], after: Array(repeating: now, count: 99), at: now)
        #expect(table["USA"].isInside(age: .days(89), never))
        #expect(!table["USA"].isInside(age: .days(90), never))
        let china = table["CHN"]
        let (today, lately, long) = (now - .hours(1), now - .days(364), now - .days(365))
        for (refunds, unconditional, conditional): ([Instant], Int64, Int64) in [
            ([], 1, 2), ([today], 0, 2), ([today, lately], 0, 1), ([today, lately, lately], 0, 0),
            ([today, lately, lately, lately], 0, 0), ([long], 0, 2), ([long, lately], 0, 1),
            ([long, long, long], 0, 2), ([long, today, lately], 0, 0),
        ] {
            let left = RefundOpportunities(by: china, after: refunds, at: now)
            #expect(left.unconditional == unconditional && left.conditional == conditional, "\(refunds)")
            #expect(china.isInside(age: .days(2), left) == (unconditional + conditional > 0))
        }
        #expect(china.isBounded && !table["USA"].isBounded)
    }

    @Test("Terms that bound the refunds of a year begin anew after a year")
    func yearlyTerms() {
        let terms = RefundTerms(unconditional: .days(90), unconditionalPerYear: 1, conditionalPerYear: 2)
        let now = Self.instant
        for (refunds, unconditional, conditional): ([Instant], Int64, Int64) in [
            ([], 1, 2), ([now - .days(1)], 0, 2), ([now - .days(1), now - .days(2)], 0, 1),
            ([now - .days(400), now - .days(500)], 1, 2),
        ] {
            let left = RefundOpportunities(by: terms, after: refunds, at: now)
            #expect(left.unconditional == unconditional && left.conditional == conditional, "\(refunds)")
        }
    }

    private static let instant = Instant(milliseconds: 1_767_225_600_000)

    @Test("A storefront has its own row before that of its region, and that before the row of everything else")
    func rows() {
        let table = RefundTermsTable(own: [
            "DEU": RefundTerms(unconditional: .days(30)), "elsewhere": RefundTerms(unconditional: .days(1)),
        ])
        #expect(table["DEU"].unconditional == .days(30))
        #expect(table["FRA"].unconditional == .days(14))
        #expect(table["USA"].unconditional == .days(1))
        #expect(table["TWN"].unconditional == .days(7))
        #expect(Set(table.rows.keys) == ["DEU", "EU", "TWN", "CHN", "elsewhere"])
    }

    @Test("Money is expected after 36 hours or fifteen working days, on any day of the week")
    func arrival() {
        // The 1st of January 2026 is a Thursday.
        let thursday = Instant(milliseconds: 1_767_225_600_000) + .hours(9)
        #expect(RefundTiming().expected(from: thursday).soon == thursday + .hours(36))
        for (day, days): (Int64, Int64) in [(0, 21), (1, 21), (2, 20), (3, 19), (4, 21)] {
            let instant = thursday + .days(day)
            #expect(RefundTiming().expected(from: instant).latest == instant + .days(days), "\(day)")
        }
        let quick = RefundTiming(soon: .hours(1), workingDays: 0...1)
        #expect(quick.expected(from: thursday).latest == thursday + .days(1))
        #expect(RefundTiming().sentences["en"]?.contains("36 hours") == true)
        #expect(RefundTiming().sentences["zh-Hans"]?.contains("7 至 15 个工作日") == true)
    }

    @Test("Every piece of evidence is called in rules as it is called here, in orders and refunds alike")
    func names() {
        #expect(RefundEvidence.allCases.map(\.term.name) == RefundEvidence.allCases.map(\.rawValue))
        #expect(OrderEvidence.allCases.map(\.term.name) == OrderEvidence.allCases.map(\.rawValue))
    }
}
