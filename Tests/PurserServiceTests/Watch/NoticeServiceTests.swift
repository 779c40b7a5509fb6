import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Notices and heartbeats that go out beside the watch.
@Suite(.timeLimit(.minutes(10))) struct NoticeServiceTests {
    private let repository = InMemoryRepository()
    private let time = SharedInstant(AlarmSample.now)
    private let clock = ManualClock()

    private var ambient: Ambient {
        Ambient(now: { self.time.now }, randomBytes: { Array(repeating: 7, count: $0) })
    }

    /// Runs a service of these settings while a closure works.
    private func run(
        _ settings: WatchSettings,
        _ body: (NoticeService<ManualClock>) async throws -> Void
    ) async throws {
        try await OutboundStage.run(allow: ["127.0.0.1"]) { stage async throws in
            let delivery = AlarmDelivery(
                settings: settings,
                repository: self.repository,
                sender: stage.sender,
                secrets: WebhookSecrets(path: nil, ambient: self.ambient),
                wall: { OutboundStage.now },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let service = NoticeService(delivery, ambient: self.ambient, clock: self.clock)
            let task = Task { try await service.run() }
            try await self.rest(2)
            try await body(service)
            task.cancel()
            try await task.value
        }
    }

    /// Waits until so many loops have nothing to do.
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
        get async throws { try await self.repository.alarmBook().notices.map(\.failures) }
    }

    @Test("What failed goes out again after half a minute, without another minute's end")
    func retries() async throws {
        let dead = try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in receiver.port }
        var settings = WatchSettings()
        settings.slack = try OutboundURL("http://127.0.0.1:\(dead)/x")
        try await self.repository.changeAlarmBook { $0.notices = [AlarmSample.notice(1, "slack")] }
        try await self.run(settings) { service async throws in
            service.wake()
            try await self.pass(seconds: 1)
            #expect(try await self.failures == [1])
            try await self.pass(seconds: 25)
            #expect(try await self.failures == [1])
            try await self.pass(seconds: 15)
            #expect(try await self.failures == [2])
        }
    }

    @Test(
        "A receiver that hangs holds up neither who wakes the service nor the heartbeat, and has one attempt at a time"
    )
    func hanging() async throws {
        try await Receiver.run(.silent) { silent async throws in
            try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
                var settings = WatchSettings()
                settings.slack = try OutboundURL("http://127.0.0.1:\(silent.port)/x")
                settings.heartbeat = try OutboundURL("http://127.0.0.1:\(receiver.port)/beat")
                try await self.repository.changeAlarmBook { $0.notices = [AlarmSample.notice(1, "slack")] }
                try await self.run(settings) { service async throws in
                    service.wake()
                    self.clock.advance(by: .seconds(1))
                    while silent.log.requests.isEmpty || receiver.log.requests.isEmpty {
                        try await ContinuousClock().sleep(for: .milliseconds(1))
                    }
                    for _ in 0..<20 {
                        service.wake()
                        try await self.rest(1)
                        self.clock.advance(by: .seconds(1))
                    }
                    #expect(silent.log.requests.count == 1 && receiver.log.requests.count == 1)
                }
            }
        }
    }
}
