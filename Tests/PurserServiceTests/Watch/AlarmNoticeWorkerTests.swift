import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Notices and heartbeats that are sent beside the watch worker.
@Suite(.timeLimit(.minutes(10))) struct AlarmNoticeWorkerTests {
    private let repository = InMemoryRepository()
    private let time = SharedInstant(AlarmSample.now)
    private let clock = ManualClock()

    private var ambient: Ambient {
        Ambient(now: { self.time.now }, randomBytes: { Array(repeating: 7, count: $0) })
    }

    /// Runs a worker with these settings during a closure.
    private func run(
        _ settings: WatchSettings,
        _ body: (AlarmNoticeWorker<ManualClock>) async throws -> Void
    ) async throws {
        try await OutboundStage.run(allow: ["127.0.0.1"]) { stage async throws in
            let notifier = AlarmNotifier(
                settings: settings,
                repository: self.repository,
                sender: stage.sender,
                secrets: WebhookSecrets(path: nil, ambient: self.ambient),
                wall: { OutboundStage.now },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let worker = AlarmNoticeWorker(notifier, ambient: self.ambient, clock: self.clock)
            let task = Task { try await worker.run() }
            try await self.rest(2)
            try await body(worker)
            task.cancel()
            try await task.value
        }
    }

    /// Waits until a number of loops are idle.
    private func rest(_ count: Int) async throws {
        while self.clock.sleeperCount < count { try await ContinuousClock().sleep(for: .milliseconds(1)) }
    }

    private func pass(seconds: Int) async throws {
        for _ in 0..<seconds {
            self.time.advance(by: .seconds(1))
            self.clock.advance(by: .seconds(1))
            try await self.rest(2)
        }
    }

    private var failures: [Int] {
        get async throws { try await self.repository.read { view in try view.alarmRecords() }.notices.map(\.failures) }
    }

    @Test("A failed notice is sent again after half a minute, without another tick")
    func retries() async throws {
        let dead = try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in receiver.port }
        var settings = WatchSettings()
        settings.slack = try OutboundURL("http://127.0.0.1:\(dead)/x")
        try await self.repository.write { unit in
            try unit.changeAlarmRecords { $0.notices = [AlarmSample.notice(1, "slack")] }
        }
        try await self.run(settings) { worker async throws in
            worker.wake()
            try await self.pass(seconds: 1)
            #expect(try await self.failures == [1])
            try await self.pass(seconds: 25)
            #expect(try await self.failures == [1])
            try await self.pass(seconds: 15)
            #expect(try await self.failures == [2])
        }
    }

    @Test(
        "A hanging receiver delays neither the caller of `wake` nor the heartbeat, and has one attempt at a time"
    )
    func hanging() async throws {
        try await Receiver.run(.silent) { silent async throws in
            try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
                var settings = WatchSettings()
                settings.slack = try OutboundURL("http://127.0.0.1:\(silent.port)/x")
                settings.heartbeat = try OutboundURL("http://127.0.0.1:\(receiver.port)/beat")
                try await self.repository.write { unit in
                    try unit.changeAlarmRecords { $0.notices = [AlarmSample.notice(1, "slack")] }
                }
                try await self.run(settings) { worker async throws in
                    worker.wake()
                    self.clock.advance(by: .seconds(1))
                    while silent.log.requests.isEmpty || receiver.log.requests.isEmpty {
                        try await ContinuousClock().sleep(for: .milliseconds(1))
                    }
                    for _ in 0..<20 {
                        worker.wake()
                        try await self.rest(1)
                        self.clock.advance(by: .seconds(1))
                    }
                    #expect(silent.log.requests.count == 1 && receiver.log.requests.count == 1)
                }
            }
        }
    }
}
