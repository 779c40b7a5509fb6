import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Notices over real sockets while the database can be read but not written.
@Suite(.timeLimit(.minutes(10))) struct UnsavedNoticesTests {
    private let repository = CutRepository(base: InMemoryRepository())

    private static let now = AlarmSample.now

    /// Runs a closure with a notifier to a receiver in place of Slack, with the waiting notices 1 and 2 that cannot be
    /// changed.
    private func run(_ receiver: Receiver, _ body: (AlarmNotifier) async throws -> Void) async throws {
        try await self.repository.write { unit in
            try unit.changeAlarmRecords { records in
                records.notices = [AlarmSample.notice(1, "slack"), AlarmSample.notice(2, "slack")]
            }
        }
        self.repository.isReadOnly = true
        var settings = WatchSettings()
        settings.slack = try OutboundURL("http://127.0.0.1:\(receiver.port)/")
        try await OutboundStage.run(allow: ["127.0.0.1"]) { stage async throws in
            try await body(
                AlarmNotifier(
                    settings: settings,
                    repository: self.repository,
                    sender: stage.sender,
                    secrets: WebhookSecrets(
                        path: nil,
                        ambient: Ambient(now: { OutboundStage.now }, randomBytes: { Array(repeating: 7, count: $0) })
                    ),
                    wall: { OutboundStage.now },
                    timeout: OutboundStage.patience,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                )
            )
        }
    }

    private var notices: [AlarmNotice] {
        get async throws { try await self.repository.read { view in try view.alarmRecords() }.notices }
    }

    @Test("A received notice is not sent again when its removal cannot be written, and nothing else is sent before")
    func received() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            try await self.run(receiver) { notifier async throws in
                for round in 0..<6 { await notifier.send(at: Self.now + .seconds(Int64(round) * 10)) }
                #expect(receiver.log.requests.count == 1)
                #expect(try await self.notices.map(\.number) == [1, 2])
                self.repository.isReadOnly = false
                await notifier.send(at: Self.now + .minutes(1))
                #expect(receiver.log.requests.count == 2)
                #expect(try await self.notices.isEmpty)
            }
        }
    }

    @Test("A failed notice keeps its pause although that cannot be written")
    func postponed() async throws {
        let busy = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
        try await Receiver.run(.answer(busy)) { receiver async throws in
            try await self.run(receiver) { notifier async throws in
                await notifier.send(at: Self.now)
                await notifier.send(at: Self.now + .seconds(10))
                self.repository.isReadOnly = false
                await notifier.send(at: Self.now + .seconds(20))
                #expect(receiver.log.requests.count == 1)
                let notice = try #require(try await self.notices.first)
                #expect(notice.failures == 1 && notice.dueAt == Self.now + .seconds(30))
                await notifier.send(at: Self.now + .seconds(30))
                #expect(receiver.log.requests.count == 2)
            }
        }
    }
}
