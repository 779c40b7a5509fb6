import AppStoreSimulator
import Testing

@Suite struct AgendaTests {
    @Test(
        "Events are ordered by instant, and at one instant by insertion",
        arguments: 0..<20 as Range<UInt64>
    )
    func order(seed: UInt64) {
        var generator = SeededGenerator(seed: seed, purpose: "agenda")
        var agenda = Agenda()
        var expected: [(at: Int64, number: Agenda.Number)] = []
        for index in 0..<200 {
            let instant = Int64(generator.number(below: 20))
            expected.append((instant, agenda.add(.periodEnds(subscription: index), at: instant)))
            if generator.number(below: 4) == 0 {
                let victim = expected.remove(at: Int(generator.number(below: UInt64(expected.count))))
                agenda.cancel(victim.number)
            }
        }
        expected.sort { $0 < $1 }
        #expect(agenda.entries.map(\.number) == expected.map(\.number), "seed \(seed)")
        var order: [Agenda.Number] = []
        while let entry = agenda.popDue(at: .max) {
            order.append(entry.number)
        }
        #expect(order == expected.map(\.number), "seed \(seed)")
    }

    @Test("An event that is not due stays on the agenda")
    func due() {
        var agenda = Agenda()
        agenda.add(.graceEnds(subscription: 0), at: 10)
        #expect(agenda.popDue(at: 9) == nil)
        #expect(agenda.popDue(at: 10)?.at == 10)
        #expect(agenda.next == nil)
    }
}
