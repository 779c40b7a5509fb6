import Ledger
import PurserTesting
import Testing

@Suite struct CustomerFactsTests {
    private static func word(
        _ topic: CustomerFact.Topic,
        _ value: CustomerFact.Value?,
        day: Int64
    ) -> CustomerFact {
        CustomerFact(topic, value, statedAt: Sample.beginning + .days(day), statedBy: "a key")
    }

    @Test("Words on a customer come to the same in every order", arguments: 1...40 as ClosedRange<UInt64>)
    func anyOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var words: [CustomerFact] = []
        for _ in 0..<12 {
            let day = Int64(generator.next() % 4)
            let minutes = Int64(generator.next() % 3)
            words.append(Self.word(.playTime, minutes == 0 ? nil : .minutes(minutes), day: day))
            let status = CustomerFact.AccountStatus.allCases.randomElement(using: &generator)
            words.append(Self.word(.accountStatus, status.map { .status($0) }, day: day))
        }
        let expected = CustomerFacts(words)
        for _ in 0..<10 {
            words.shuffle(using: &generator)
            #expect(CustomerFacts(words) == expected, "seed \(seed)")
        }
    }

    @Test("Missing and withdrawn facts are undeclared, and an older statement does not restore one")
    func undeclared() {
        var facts = CustomerFacts([])
        #expect(facts.playTimeMinutes == nil)
        facts.hear(Self.word(.playTime, .minutes(5), day: 2))
        #expect(facts.playTimeMinutes == 5)
        facts.hear(Self.word(.playTime, nil, day: 3))
        facts.hear(Self.word(.playTime, .minutes(9), day: 1))
        #expect(facts.playTimeMinutes == nil)
        #expect(facts.byTopic[.playTime]?.statedAt == Sample.beginning + .days(3))
        facts.hear(Self.word(.playTime, .minutes(7), day: 4))
        #expect(facts.playTimeMinutes == 7)
    }

    @Test(
        "A value is kept as text and read back as it was",
        arguments: [
            (CustomerFact.Topic.registeredAt, CustomerFact.Value.instant(Sample.beginning)),
            (.playTime, .minutes(0)), (.accountStatus, .status(.limited)), (.platforms, .platforms([.apple, .other])),
            (.spentElsewhere, .amounts([])),
            (
                .refundedElsewhere,
                .amounts([
                    Money(amountMilliunits: 9990, currency: "EUR"), Money(amountMilliunits: 1, currency: "USD"),
                ])
            ),
        ]
    )
    func text(topic: CustomerFact.Topic, value: CustomerFact.Value) {
        #expect(CustomerFact.Value(value.text, about: topic) == value)
    }

    @Test(
        "A text that is no value of its topic is none",
        arguments: [
            (CustomerFact.Topic.registeredAt, "soon"), (.playTime, ""), (.accountStatus, "fine"),
            (.platforms, "apple,"), (.spentElsewhere, "EUR"), (.spentElsewhere, "EUR:9.99"),
        ]
    )
    func noText(topic: CustomerFact.Topic, text: String) {
        #expect(CustomerFact.Value(text, about: topic) == nil)
    }
}
