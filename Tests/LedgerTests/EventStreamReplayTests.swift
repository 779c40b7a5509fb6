import Ledger
import PurserTesting
import Testing

@Suite struct EventStreamReplayTests {
    /// Returns all events that are sent up to a number.
    private static func published(_ replay: EventStreamReplay, upTo end: Int64) -> [Int64] {
        guard let through = replay.through, let resume = replay.resume else {
            return replay.next <= end ? Array(replay.next...end) : []
        }
        let rest = resume <= end ? Array(resume...end) : []
        return (replay.next <= through ? Array(replay.next...through) : []) + rest
    }

    @Test("All requested events are sent, no pending event is lost, and the order stays")
    func random() {
        for seed in UInt64(1)...300 {
            var generator = SeededGenerator(seed: seed)
            let end = Int64(20)
            var replay = EventStreamReplay(next: Int64(1 + generator.number(below: 21)), through: nil, resume: nil)
            for _ in 0..<4 {
                let first = Int64(1 + generator.number(below: 20))
                let last = min(end, first + Int64(generator.number(below: 6)))
                let before = Self.published(replay, upTo: end)
                guard let with = replay.with(first...last) else {
                    #expect(Set(first...last).isSubset(of: before), "Seed \(seed): it is sent anyway.")
                    continue
                }
                let after = Self.published(with, upTo: end)
                #expect(Set(first...last).isSubset(of: after), "Seed \(seed): what was asked for.")
                #expect(Set(before).isSubset(of: after), "Seed \(seed): what was pending.")
                #expect(after == after.sorted(), "Seed \(seed): in order.")
                #expect(Set(after).count == after.count, "Seed \(seed): each once.")
                replay = with
            }
        }
    }

    @Test("A range that was sent long ago is replayed separately, and an adjacent one is merged with the rest")
    func stretches() {
        let all = EventStreamReplay(next: 10, through: nil, resume: nil)
        #expect(all.with(2...4) == EventStreamReplay(next: 2, through: 4, resume: 10))
        #expect(all.with(2...9) == EventStreamReplay(next: 2, through: nil, resume: nil))
        #expect(all.with(12...14) == nil)
        #expect(EventStreamReplay(next: 2, through: 4, resume: 10).with(3...4) == nil)
    }
}
