import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Email notices of which a mail server refuses one recipient.
@Suite(.timeLimit(.minutes(10))) struct MailRecipientsTests {
    private let repository = InMemoryRepository()
    private let metrics = CountedMetrics()

    private static let now = AlarmSample.now

    /// Runs a closure with a notifier to two recipients and a mail server with this answer for the second.
    private func run(
        _ answer: String?,
        _ body: (AlarmNotifier, MailServer) async throws -> Void
    ) async throws {
        var behavior = MailServer.Behavior()
        behavior.deviations["RCPT TO:<b@example.com>"] = answer.map { .say($0) }
        try await MailServer.run(behavior) { server async throws in
            var settings = WatchSettings()
            settings.email = EmailSettings(
                host: "127.0.0.1",
                port: server.port,
                security: .plain,
                login: nil,
                from: try #require(MailAddress("purser@example.com")),
                to: try ["a@example.com", "b@example.com"].map { try #require(MailAddress($0)) }
            )
            let watch = settings
            try await OutboundStage.run(allow: ["127.0.0.1"]) { stage async throws in
                let notifier = AlarmNotifier(
                    settings: watch,
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
                try await self.metrics.counting { try await body(notifier, server) }
            }
        }
    }

    private var notices: [AlarmNotice] {
        get async throws { try await self.repository.read { view in try view.alarmRecords() }.notices }
    }

    private func enter() async throws {
        try await self.repository.write { unit in
            try unit.changeAlarmRecords { records in
                records.notices = [AlarmSample.notice(1, "email"), AlarmSample.notice(2, "email")]
            }
        }
    }

    private func count(_ outcome: String) -> [String] {
        self.metrics.series(of: "purser_alarm_notices_total").filter { $0.contains("\"\(outcome)\"") }
    }

    @Test("A temporarily refused recipient gets the notice again, alone, and the others get all notices meanwhile")
    func forNow() async throws {
        try await self.enter()
        try await self.run("450 4.2.0 come back later") { notifier, server async throws in
            await notifier.send(at: Self.now)
            #expect(server.log.messages.count == 2)
            let left = try await self.notices
            #expect(left.map(\.recipients) == [["b@example.com"], ["b@example.com"]])
            #expect(left.allSatisfy { $0.failures == 1 && $0.dueAt == Self.now + .seconds(30) })
            await notifier.send(at: Self.now + .seconds(10))
            #expect(server.log.messages.count == 2)
            await notifier.send(at: Self.now + .seconds(30))
            #expect(server.log.messages.count == 2)
            #expect(try await self.notices.map(\.failures) == [2, 2])
            #expect(await notifier.test("email")?.contains("b@example.com (450 4.2.0)") == true)
        }
        try await self.run(nil) { notifier, server async throws in
            await notifier.send(at: Self.now + .minutes(5))
            let recipients = server.log.commands.filter { $0.hasPrefix("RCPT ") }
            #expect(recipients == ["RCPT TO:<b@example.com>", "RCPT TO:<b@example.com>"])
            #expect(server.log.messages.count == 2)
            #expect(try await self.notices.isEmpty)
        }
        #expect(self.count("received").first?.hasSuffix(" 2") == true && self.count("refused").isEmpty)
    }

    @Test("A recipient who is finally refused is dropped and counted")
    func forGood() async throws {
        try await self.enter()
        try await self.run("450 4.2.0 come back later") { notifier, _ async throws in
            await notifier.send(at: Self.now)
        }
        #expect(try await self.notices.count == 2)
        try await self.run("550 5.1.1 no such user") { notifier, server async throws in
            await notifier.send(at: Self.now + .minutes(1))
            #expect(try await self.notices.isEmpty)
            #expect(server.log.messages.isEmpty)
        }
        #expect(self.count("refused").first?.hasSuffix(" 2") == true && self.count("received").isEmpty)
    }
}
