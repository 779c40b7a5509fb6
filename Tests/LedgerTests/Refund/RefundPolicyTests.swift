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
    func terms() throws {
        let union = try #require(RefundTerms.table[RefundTerms.region(of: "DEU")])
        #expect(union.isUnconditional(age: .days(13), usedThisYear: 9))
        #expect(!union.isUnconditional(age: .days(14), usedThisYear: 0))
        #expect(RefundTerms.europeanUnion.count == 27)
        let china = try #require(RefundTerms.table[RefundTerms.region(of: "CHN")])
        #expect(china.isUnconditional(age: .days(2), usedThisYear: 0))
        #expect(!china.isUnconditional(age: .days(2), usedThisYear: 1))
        #expect(RefundTerms.table[RefundTerms.region(of: "USA")] == nil)
        #expect(!RefundTerms.elsewhere.isUnconditional(age: .zero, usedThisYear: 0))
    }

    @Test("Every piece of evidence is called in rules as it is called here, in orders and refunds alike")
    func names() {
        #expect(RefundEvidence.allCases.map(\.term.name) == RefundEvidence.allCases.map(\.rawValue))
        #expect(OrderEvidence.allCases.map(\.term.name) == OrderEvidence.allCases.map(\.rawValue))
    }
}
