import Ledger
import PurserTesting
import Testing

@Suite struct RiskFallTests {
    private static let anna = Sample.customer("anna")

    private static func facts(_ ages: [Int64], debtors: Set<CustomerID> = []) -> RiskFacts {
        let payments = ages.enumerated().map { place, age in
            RiskPayment(
                transactionID: TransactionID("\(place)"),
                account: nil,
                customer: Self.anna,
                purchasedAt: Sample.beginning - .days(age),
                isCheap: true
            )
        }
        return RiskFacts(of: Self.anna, payments: Set(payments), accounts: [:], debtors: debtors)
    }

    @Test("The minute of a fall is the first at which the points are below the line", arguments: [1, 5, 12, 20])
    func fall(line: Int64) throws {
        let facts = Self.facts([0, 10, 100])
        #expect(facts.risk(at: Sample.beginning).points >= 20)
        let fall = try #require(facts.fall(below: line, after: Sample.beginning))
        #expect(facts.risk(at: fall).points < line)
        #expect(facts.risk(at: fall - .minutes(1)).points >= line)
    }

    @Test("What does not fade never falls")
    func debt() {
        let facts = Self.facts([0], debtors: [Self.anna])
        #expect(facts.fall(below: 25, after: Sample.beginning) == nil)
        #expect(facts.fall(below: 26, after: Sample.beginning) != nil)
    }
}
