import Ledger
import Testing

@Suite struct MovementEntriesTests {
    private static func movement(_ lots: Int64) -> Movement {
        Movement(
            number: 1,
            kind: .spent,
            quantity: lots,
            cause: .call,
            key: "k",
            reason: "",
            by: nil,
            at: Instant(milliseconds: 0),
            purchase: nil,
            expiresAt: nil,
            entries: (1...lots).flatMap { lot in
                [Movement.Entry(.available, lot: lot, -1), Movement.Entry(.spent, lot: lot, 1)]
            },
            balance: 0,
            held: 0,
            debt: 0
        )
    }

    @Test("Few entries are shown by lot, and many are summed up by account")
    func bounds() {
        #expect(Self.movement(50).shownEntries.count == 100)
        #expect(Self.movement(50).shownEntries == Self.movement(50).entries)
        let many = Self.movement(51).shownEntries
        #expect(many == [Movement.Entry(.available, lot: nil, -51), Movement.Entry(.spent, lot: nil, 51)])
        #expect(many.reduce(0) { $0 + $1.quantity } == 0)
    }
}
