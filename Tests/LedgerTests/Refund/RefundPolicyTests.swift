import Ledger
import PurserTesting
import Testing

@Suite struct RefundPolicyTests {
    @Test("Nobody waits for a person longer than Apple waits")
    func hold() throws {
        let asked = RefundWord(id: "a", kind: .requested(reason: nil), signedAt: Sample.beginning)
        let round = try #require(RefundCase([asked])?.rounds.first)
        func decision(_ span: Span, _ deadlines: RefundDeadlines) -> RefundDecision {
            RefundDecision(RuleAnswer("hold", detail: .wait(span, then: "DECLINE")), for: round, deadlines)
        }
        #expect(decision(.minutes(10), .production) == .hold(until: Sample.beginning + .minutes(10), then: .decline))
        #expect(decision(.minutes(10), .sandbox) == .hold(until: Sample.beginning + .minutes(4), then: .decline))
        #expect(RefundDecision(RuleAnswer("none"), for: round, .production) == .tell(nil))
        #expect(RefundDecision(RuleAnswer("GRANT_PRORATED"), for: round, .production) == .tell(.grantProrated))
    }

    @Test("The terms of a storefront ask for no reason within their days, and so many times a year")
    func terms() {
        let table = RefundTermsTable()
        let union = table["DEU"]
        #expect(union.isUnconditional(age: .days(13), usedThisYear: 9))
        #expect(!union.isUnconditional(age: .days(14), usedThisYear: 0))
        #expect(RefundTerms.europeanUnion.count == 27)
        let china = table["CHN"]
        #expect(china.isUnconditional(age: .days(2), usedThisYear: 0))
        #expect(!china.isUnconditional(age: .days(2), usedThisYear: 1))
        #expect(!table["USA"].isUnconditional(age: .zero, usedThisYear: 0))
        #expect(table["TWN"].isUnconditional(age: .days(6), usedThisYear: 9))
    }

    @Test("With a reason a refund may be asked for in 90 days, and in China twice a year after the one without")
    func conditionalTerms() {
        let table = RefundTermsTable()
        #expect(table["USA"].isInside(age: .days(89), usedThisYear: 99))
        #expect(!table["USA"].isInside(age: .days(90), usedThisYear: 0))
        #expect(table["CHN"].isInside(age: .days(2), usedThisYear: 2))
        #expect(!table["CHN"].isInside(age: .days(2), usedThisYear: 3))
        #expect(table["CHN"].countedPerYear == 3 && table["USA"].countedPerYear == nil)
    }

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

    @Test("Money is expected after 36 hours or fifteen working days, whatever the day of the week")
    func arrival() {
        // The 1st of January 2026 is a Thursday.
        let thursday = Instant(milliseconds: 1_767_225_600_000) + .hours(9)
        #expect(RefundArrival().expected(from: thursday).soon == thursday + .hours(36))
        for (day, days): (Int64, Int64) in [(0, 21), (1, 21), (2, 20), (3, 19), (4, 21)] {
            let instant = thursday + .days(day)
            #expect(RefundArrival().expected(from: instant).latest == instant + .days(days), "\(day)")
        }
        let quick = RefundArrival(soon: .hours(1), workingDays: 0...1)
        #expect(quick.expected(from: thursday).latest == thursday + .days(1))
        #expect(RefundArrival().sentences["en"]?.contains("36 hours") == true)
        #expect(RefundArrival().sentences["zh-Hans"]?.contains("7 至 15 个工作日") == true)
    }

    @Test("Every piece of evidence is called in rules as it is called here, in orders and refunds alike")
    func names() {
        #expect(RefundEvidence.allCases.map(\.term.name) == RefundEvidence.allCases.map(\.rawValue))
        #expect(OrderEvidence.allCases.map(\.term.name) == OrderEvidence.allCases.map(\.rawValue))
    }
}
