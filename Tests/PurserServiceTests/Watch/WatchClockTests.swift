import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

/// A watch worker whose clock is wrong for a while.
@Suite(.timeLimit(.minutes(10))) struct WatchClockTests {
    /// The number of minutes by which a wrong clock is ahead: longer than any retention.
    private static let ahead: Int64 = 800 * 24 * 60

    private let stage = WatchStage()

    private func minute(_ number: Int64) -> Instant { WatchStage.beginning + .minutes(number) }

    private func commits(_ number: Int64, _ repository: any Repository) async throws -> Float? {
        try await WatchStage.value(WatchStage.commits, .minute, at: self.minute(number), in: repository)
    }

    @Test(
        "A clock that jumps ahead and back drops neither history nor notices, and no minute counts twice, with SQLite"
    )
    func thereAndBack() async throws {
        try await WatchStage.withFile("clock") { open in
            let repository = try open()
            let leader = self.stage.leader(repository, sampler: WatchStage.Metrics(each: 1).sampler())
            for number in 1...10 as ClosedRange<Int64> { await leader.tick(at: self.minute(number)) }
            try await repository.write { unit in
                try unit.changeAlarmRecords { records in
                    records.notices = [AlarmSample.notice(1, "email", writtenAt: self.minute(9))]
                    var alarm = AlarmSample.alarm(number: 2, state: .firing)
                    alarm.since = self.minute(Self.ahead)
                    records.alarms = [alarm]
                    records.nextNumber = 3
                }
            }
            await leader.tick(at: self.minute(Self.ahead))
            #expect(try await self.commits(3, repository) == 1)
            #expect(try await repository.read { view in try view.alarmRecords() }.notices.map(\.number) == [1])
            for number in 4...12 as ClosedRange<Int64> { await leader.tick(at: self.minute(number)) }
            for number in 0...11 as ClosedRange<Int64> {
                #expect(try await self.commits(number, repository) == 1, "minute \(number)")
            }
            let alarms = try await repository.read { view in try view.alarmRecords() }.alarms
            #expect(alarms.map(\.number) == [2] && alarms.allSatisfy { $0.since <= self.minute(4) })
            await repository.close()
        }
    }

    @Test("Another leader knows which minutes are repeated", arguments: [5, 30])
    func nextLeader(back: Int64) async throws {
        let repository = InMemoryRepository()
        let first = self.stage.leader(repository, sampler: WatchStage.Metrics(each: 1).sampler())
        for number in 1...40 as ClosedRange<Int64> { await first.tick(at: self.minute(number)) }
        let next = self.stage.leader(repository, sampler: WatchStage.Metrics(each: 1).sampler())
        for number in (40 - back)...42 { await next.tick(at: self.minute(number)) }
        for number in 0...41 as ClosedRange<Int64> {
            #expect(try await self.commits(number, repository) == 1, "minute \(number)")
        }
    }

    @Test("A jump that lasts for an hour is trusted, and outdated data is dropped")
    func believed() async throws {
        let repository = InMemoryRepository()
        let leader = self.stage.leader(repository, sampler: WatchStage.Metrics(each: 1).sampler())
        for number in 1...3 as ClosedRange<Int64> { await leader.tick(at: self.minute(number)) }
        for number in 1..<Int64(ClockTrust.probation) { await leader.tick(at: self.minute(Self.ahead + number)) }
        #expect(try await self.commits(1, repository) == 1)
        await leader.tick(at: self.minute(Self.ahead + Int64(ClockTrust.probation)))
        #expect(try await self.commits(1, repository) == nil)
    }

    @Test("Another leader, or a restart, within the doubtful hour drops nothing, and an hour later outdated data")
    func doubtedByNextLeader() async throws {
        let repository = InMemoryRepository()
        let first = self.stage.leader(repository, sampler: WatchStage.Metrics(each: 1).sampler())
        for number in 1...3 as ClosedRange<Int64> { await first.tick(at: self.minute(number)) }
        for number in 1...30 as ClosedRange<Int64> { await first.tick(at: self.minute(Self.ahead + number)) }
        let next = self.stage.leader(repository, sampler: WatchStage.Metrics(each: 1).sampler())
        for number in 31..<(30 + Int64(ClockTrust.probation)) {
            await next.tick(at: self.minute(Self.ahead + number))
        }
        #expect(try await self.commits(1, repository) == 1)
        await next.tick(at: self.minute(Self.ahead + 30 + Int64(ClockTrust.probation)))
        #expect(try await self.commits(1, repository) == nil)
    }
}
