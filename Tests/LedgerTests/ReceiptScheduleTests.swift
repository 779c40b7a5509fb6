import Ledger
import Testing

@Suite struct ReceiptScheduleTests {
    private static let begun = Instant(milliseconds: 1_767_225_600_000)

    private static func schedule(
        _ length: Span = .days(30),
        isOver: Bool = false,
        in environment: StoreEnvironment = .production
    ) -> ReceiptSchedule {
        ReceiptSchedule(begunAt: Self.begun, endsAt: Self.begun + length, isOver: isOver, environment: environment)
    }

    /// Every instant at which it is asked, until it is given up.
    private static func all(_ schedule: ReceiptSchedule) -> [Instant] {
        var instants: [Instant] = []
        while let next = schedule.next(after: instants.last ?? Self.begun), instants.count < 1000 {
            instants.append(next)
        }
        return instants
    }

    @Test("A month is asked about each week, a day before its end, at its end, and ever more seldom after it")
    func month() {
        let end = Self.begun + .days(30)
        let instants = Self.all(Self.schedule())
        #expect(instants.prefix(5) == [7, 14, 21, 28, 29].map { Self.begun + .days($0) }[...])
        #expect(instants.contains(end + .minutes(1)))
        #expect(instants.contains(end + .minutes(6)))
        let waits = zip(instants, instants.dropFirst()).filter { $0.0 > end }.map { $0.1 - $0.0 }
        #expect(waits == waits.sorted())
        #expect(waits.allSatisfy { $0 >= .minutes(5) && $0 <= .days(1) })
        #expect((100...130).contains(instants.count))
    }

    @Test(
        "Each check is later than the one before, for every period",
        arguments: [0, 1, 300, 86_400, 31_536_000]
    )
    func progress(seconds: Int64) {
        for environment in [StoreEnvironment.production, .sandbox] {
            for isOver in [false, true] {
                let instants = Self.all(Self.schedule(.seconds(seconds), isOver: isOver, in: environment))
                #expect(instants == instants.sorted())
                #expect(Set(instants).count == instants.count)
                #expect(instants.count < 1000)
            }
        }
    }

    @Test("A subscription without further charges is checked rarely, and not without end")
    func over() {
        let running = Self.all(Self.schedule())
        let over = Self.all(Self.schedule(isOver: true))
        #expect(over.count < running.count)
        #expect(Self.schedule().next(after: Self.begun + .days(120)) == nil)
        #expect(Self.schedule(isOver: true).next(after: Self.begun + .days(119)) != nil)
    }

    @Test("The Sandbox's five minutes are asked about within them, and given up after two days")
    func sandbox() {
        let instants = Self.all(Self.schedule(.minutes(5), in: .sandbox))
        #expect(instants.filter { $0 < Self.begun + .minutes(5) }.count >= 3)
        #expect(instants.contains(Self.begun + .minutes(6)))
        #expect(Self.schedule(.minutes(5), in: .sandbox).next(after: Self.begun + .days(3)) == nil)
    }
}
