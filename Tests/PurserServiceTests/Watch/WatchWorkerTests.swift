import Ledger
import Logging
import Metrics
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct WatchWorkerTests {
    private let stage = WatchStage()

    private func minute(_ number: Int64) -> Instant { WatchStage.beginning + .minutes(number) }

    @Test("A tick aggregates the counts of all nodes into the minute that ended, with SQLite")
    func aggregate() async throws {
        try await WatchStage.withFile("aggregate") { open in
            let repository = try open()
            let other = WatchStage.Metrics()
            let sampler = other.sampler()
            let node = self.stage.node("other", sampler, repository)
            let leader = self.stage.leader(repository)
            self.stage.metrics.commit(2)
            other.commit(3)
            other.measure(9)
            await node.put(atMinute: MetricResolution.minute.point(of: self.minute(0)))
            await leader.tick(at: self.minute(1))
            #expect(try await WatchStage.value(WatchStage.commits, .minute, at: self.minute(0), in: repository) == 5)
            #expect(try await WatchStage.value(WatchStage.waiting, .minute, at: self.minute(0), in: repository) == 9)
            #expect(
                try await WatchStage.value(WatchStage.commits, .minute, at: self.minute(1), in: repository) == nil,
                "The minute has only begun."
            )
            let waiting = try await repository.read { view in try view.samples(through: .max) }
            #expect(waiting.filter { !$0.sample.values.isEmpty } == [], "Aggregated samples no longer wait.")
            #expect(Set(waiting.map(\.node.rawValue)) == ["leader", "other"])
            await leader.tick(at: self.minute(2))
            #expect(try await WatchStage.value(WatchStage.commits, .minute, at: self.minute(0), in: repository) == 5)
            #expect(try await WatchStage.value(WatchStage.commits, .minute, at: self.minute(1), in: repository) == 0)
            #expect(
                try await WatchStage.value(WatchStage.waiting, .minute, at: self.minute(1), in: repository) == nil,
                "The gauge was not measured again."
            )
            #expect(self.stage.deliveries.value == 2)
            await repository.close()
        }
    }

    @Test("The history continues after a restart, including the points that a stop interrupted")
    func restart() async throws {
        try await WatchStage.withFile("restart") { open in
            for run in 0..<3 as Range<Int64> {
                let repository = try open()
                let leader = self.stage.leader(repository, sampler: WatchStage.Metrics(each: 1).sampler())
                for number in 1...23 as ClosedRange<Int64> { await leader.tick(at: self.minute(run * 23 + number)) }
                await repository.close()
            }
            let repository = try open()
            for number in 0..<13 as Range<Int64> {
                let at = self.minute(number * 5)
                #expect(try await WatchStage.value(WatchStage.commits, .fiveMinutes, at: at, in: repository) == 5)
            }
            #expect(try await WatchStage.value(WatchStage.commits, .hour, at: self.minute(0), in: repository) == 60)
            await repository.close()
        }
    }

    @Test("A new leader knows a silence that is longer than the hours in memory")
    func longTermSilence() async throws {
        try await WatchStage.withFile("silence") { open in
            let repository = try open()
            let labels: KeyValuePairs = ["app": "shop", "environment": "Production", "type": "DID_RENEW"]
            let key = MetricKey("purser_notification_types_total", labels)
            let hour = MetricResolution.hour.point(of: WatchStage.beginning)
            var rows: [Int64: MetricRow] = [:]
            // Two came each day, until the last 70 days.
            for past in (hour - 200 * 24)..<hour {
                let number = MetricResolution.hour.row(ofPoint: past)
                let value: Double = past < hour - 70 * 24 && past % 12 == 0 ? 1 : 0
                rows[number, default: MetricRow(MetricRow.ID(key, .hour, number), .count)].set(value, atPoint: past)
            }
            try await repository.write { [rows] unit in
                try unit.aggregate(Array(rows.values), removing: [], droppingBefore: [:])
            }
            let leader = self.stage.leader(repository)
            for number in 1...3 as ClosedRange<Int64> { await leader.tick(at: self.minute(number)) }
            let alarms = try await repository.read { view in try view.alarmRecords() }.alarms
            #expect(alarms.map(\.key.name) == [.notificationsSilent])
            await repository.close()
        }
    }

    @Test("A gauge's value belongs to the minute that ended, and a hanging one does not stop the worker")
    func gauges() async throws {
        let repository = InMemoryRepository()
        let metrics = self.stage.metrics
        let clock = self.stage.clock
        let leader = self.stage.leader(
            repository,
            gauges: [
                WatchStage.Measuring { metrics.measure(4) },
                WatchStage.Measuring { try? await clock.sleep(for: .seconds(3600)) },
            ]
        )
        let tick = Task { await leader.tick(at: self.minute(1)) }
        while self.stage.clock.sleeperCount < 2 { await Task.yield() }
        self.stage.clock.advance(by: WatchWorker<ManualClock>.measuringLimit)
        await tick.value
        #expect(try await WatchStage.value(WatchStage.waiting, .minute, at: self.minute(0), in: repository) == 4)
    }

    @Test("A gauge that ignores its cancellation is not awaited, and the others continue")
    func stubbornGauge() async throws {
        let repository = InMemoryRepository()
        let metrics = self.stage.metrics
        let held = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let (begun, measured) = (WatchStage.Count(), WatchStage.Count())
        let leader = self.stage.leader(
            repository,
            gauges: [
                WatchStage.Measuring {
                    metrics.measure(4)
                    measured.increment()
                },
                WatchStage.Measuring {
                    begun.increment()
                    await withCheckedContinuation { continuation in held.withLock { $0 = continuation } }
                },
            ]
        )
        let tick = Task { await leader.tick(at: self.minute(1)) }
        while self.stage.clock.sleeperCount < 1 || measured.value < 1 || held.withLock({ $0 == nil }) {
            await Task.yield()
        }
        self.stage.clock.advance(by: WatchWorker<ManualClock>.measuringLimit)
        await tick.value
        await leader.tick(at: self.minute(2))
        #expect(begun.value == 1)
        for number in 0...1 as ClosedRange<Int64> {
            let value = try await WatchStage.value(WatchStage.waiting, .minute, at: self.minute(number), in: repository)
            #expect(value == 4, "minute \(number)")
        }
        held.withLock { $0 }?.resume()
    }

    @Test("Only the current one of two leaders shows the leader's gauges; counts stay")
    func inTurn() async throws {
        let repository = InMemoryRepository()
        for _ in 0..<2 {
            let metrics = CountedMetrics()
            try await metrics.counting {
                let leader = self.stage.leader(
                    repository,
                    gauges: [
                        WatchStage.Measuring { Gauge(label: "purser_link_up", dimensions: [("host", "a")]).record(1) }
                    ],
                    sampler: WatchStage.Metrics().sampler(),
                    forget: { metrics.forget($0) }
                )
                let task = Task { try await leader.run() }
                try await self.look()
                self.stage.time.advance(by: .minutes(1))
                self.stage.clock.advance(by: WatchWorker<ManualClock>.interval)
                while metrics.series(of: "purser_alarm_evaluations_total").isEmpty { await Task.yield() }
                #expect(metrics.series(of: "purser_link_up") == [#"{host="a"} 1"#])
                #expect(metrics.series(of: "purser_nodes") == [" 1"])
                task.cancel()
                try await task.value
                #expect(metrics.series(of: "purser_link_up").isEmpty && metrics.series(of: "purser_nodes").isEmpty)
                #expect(metrics.series(of: "purser_alarm_evaluations_total") == [" 1"])
            }
        }
    }

    @Test("A gauge that ends late, when its node leads again, removes no newer values")
    func lateGauge() async throws {
        let repository = InMemoryRepository()
        let metrics = CountedMetrics()
        let sampler = WatchStage.Metrics().sampler()
        let held = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let ended = WatchStage.Count()
        let late = WatchStage.Measuring {
            await withCheckedContinuation { continuation in held.withLock { $0 = continuation } }
            ended.increment()
        }
        let link = WatchStage.Measuring { Gauge(label: "purser_link_up", dimensions: [("host", "a")]).record(1) }
        func lead(_ gauge: WatchStage.Measuring, _ body: () async throws -> Void) async throws {
            let leader = self.stage.leader(
                repository,
                gauges: [gauge],
                sampler: sampler,
                forget: { metrics.forget($0) }
            )
            let task = Task { try await leader.run() }
            try await self.look()
            self.stage.time.advance(by: .minutes(1))
            self.stage.clock.advance(by: WatchWorker<ManualClock>.interval)
            try await body()
            task.cancel()
            try await task.value
        }
        try await metrics.counting {
            try await lead(late) {
                while held.withLock({ $0 == nil }) { await Task.yield() }
            }
            try await lead(link) {
                while metrics.series(of: "purser_link_up").isEmpty { await Task.yield() }
                held.withLock { $0 }?.resume()
                while ended.value == 0 { await Task.yield() }
                try await ContinuousClock().sleep(for: .milliseconds(100))
                #expect(metrics.series(of: "purser_link_up") == [#"{host="a"} 1"#])
            }
            #expect(metrics.series(of: "purser_link_up").isEmpty)
        }
    }

    @Test("Values of a transaction with an unknown result are not added a second time, whichever it is of a tick")
    func lostOutcome() async throws {
        // The writes of the second tick, which stores the node's sample and then aggregates it.
        for write in 0..<10 {
            let stage = WatchStage()
            let repository = CutRepository(base: InMemoryRepository())
            let leader = stage.leader(repository)
            await leader.tick(at: self.minute(1))
            stage.metrics.commit(3)
            repository.loseOutcome(ofWrite: write)
            await leader.tick(at: self.minute(2))
            guard repository.stopLosing() else {
                #expect(write > 0, "A tick writes.")
                return
            }
            stage.metrics.commit(4)
            await leader.tick(at: self.minute(3))
            for (number, count) in [(0, 0), (1, 3), (2, 4)] as [(Int64, Float)] {
                let value = try await WatchStage.value(
                    WatchStage.commits,
                    .minute,
                    at: self.minute(number),
                    in: repository.base
                )
                #expect(value == count, "minute \(number) after the loss of write \(write)")
            }
        }
        Issue.record("A tick has more writes than the test loses.")
    }

    @Test("The clock is read once a second: one tick for each minute, and one for a jump of many")
    func run() async throws {
        let repository = InMemoryRepository()
        let sampler = self.stage.metrics.sampler()
        let leader = self.stage.leader(repository, sampler: sampler)
        let task = Task { try await leader.run() }
        try await self.look()
        #expect(sampler.isLeading)
        #expect(self.stage.deliveries.value == 0, "It begins with the next minute.")
        for expected in 1...3 {
            self.stage.time.advance(by: .minutes(1))
            try await self.look()
            #expect(self.stage.deliveries.value == expected)
            try await self.look()
            #expect(self.stage.deliveries.value == expected)
        }
        self.stage.metrics.commit(6)
        self.stage.time.advance(by: .minutes(600))
        try await self.look()
        #expect(self.stage.deliveries.value == 4)
        #expect(try await WatchStage.value(WatchStage.commits, .minute, at: self.minute(602), in: repository) == 6)
        #expect(try await WatchStage.value(WatchStage.commits, .minute, at: self.minute(300), in: repository) == nil)
        task.cancel()
        try await task.value
        #expect(!sampler.isLeading)
    }

    /// Lets the worker look at the clock once more.
    private func look() async throws {
        while self.stage.clock.sleeperCount < 1 { await Task.yield() }
        self.stage.clock.advance(by: WatchWorker<ManualClock>.interval)
        while self.stage.clock.sleeperCount < 1 { await Task.yield() }
    }

    @Test("While the database fails nothing is sent, and the counts of that time are in the history later")
    func outage() async throws {
        let repository = CutRepository(base: InMemoryRepository())
        let leader = self.stage.leader(repository)
        await leader.tick(at: self.minute(1))
        repository.isCut = true
        self.stage.metrics.commit(3)
        await leader.tick(at: self.minute(2))
        self.stage.metrics.commit(4)
        await leader.tick(at: self.minute(3))
        #expect(self.stage.deliveries.value == 1)
        repository.isCut = false
        await leader.tick(at: self.minute(4))
        #expect(self.stage.deliveries.value == 2)
        for (number, count) in [(0, 0), (1, 3), (2, 4), (3, 0)] as [(Int64, Float)] {
            let value = try await WatchStage.value(
                WatchStage.commits,
                .minute,
                at: self.minute(number),
                in: repository.base
            )
            #expect(value == count, "minute \(number)")
        }
    }

    @Test("Notices of a failing channel are dropped beyond a limit, with an error in the log")
    func dropped() async throws {
        let repository = InMemoryRepository()
        let count = AlarmRecords.greatestNoticeCount
        try await repository.write { unit in
            try unit.changeAlarmRecords { records in
                for _ in 0..<count + 3 {
                    records.notices.append(
                        AlarmNotice(
                            number: records.takeNumber(),
                            channel: "email",
                            alarms: [],
                            writtenAt: WatchStage.beginning,
                            dueAt: WatchStage.beginning
                        )
                    )
                }
            }
        }
        let log = WarningLog()
        let leader = self.stage.leader(repository, logger: Logger(label: "test") { _ in log.handler })
        await leader.tick(at: self.minute(1))
        #expect(
            try await repository.read { view in try view.alarmRecords() }.notices.map(\.number)
                == Array(4...Int64(count + 3))
        )
        await leader.tick(at: self.minute(2))
        let line = "Notices about alarms are dropped, because too many wait for their channel. channel=email count=3"
        #expect(log.lines == [line])
    }

    @Test("A single server that restarts after a crash raises no alarm")
    func crash() async throws {
        try await WatchStage.withFile("crash") { open in
            let repository = try open()
            try await repository.write { unit in
                try unit.put(
                    NodeSample(node: NodeID(rawValue: "former"), sample: MetricSample(minute: 0, values: []))
                )
            }
            let leader = self.stage.leader(repository, isShared: false)
            await leader.tick(at: self.minute(1))
            #expect(
                try await repository.read { view in try view.samples(through: .max) }.map(\.node.rawValue) == ["leader"]
            )
            await repository.close()
        }
    }

    @Test("Samples that a leader could not aggregate wait for the next one")
    func leave() async throws {
        let repository = CutRepository(base: InMemoryRepository())
        let leader = self.stage.leader(repository)
        let task = Task { try await leader.run() }
        try await self.look()
        repository.isCut = true
        self.stage.metrics.commit(3)
        self.stage.time.advance(by: .minutes(1))
        try await self.look()
        repository.isCut = false
        task.cancel()
        try await task.value
        let next = self.stage.leader(repository, sampler: WatchStage.Metrics().sampler())
        await next.tick(at: self.minute(2))
        #expect(
            try await WatchStage.value(WatchStage.commits, .minute, at: self.minute(0), in: repository.base) == 3
        )
    }
}
