import Foundation
import Ledger
import Logging
import NIOCore
import PurserService
import PurserTesting
import Testing

/// Notices over real sockets: none is lost, each has one id, and no receiver delays others.
@Suite(.timeLimit(.minutes(10))) struct AlarmNotifierTests {
    private static let now = AlarmSample.now

    private let repository = InMemoryRepository()
    private let secrets = WebhookSecrets(path: nil, ambient: ambient)

    private static let ambient = Ambient(
        now: { OutboundStage.now },
        randomBytes: { Array(repeating: 7, count: $0) }
    )

    /// Runs a closure with a notifier with these settings, which may call this machine.
    private func run<Result>(
        _ settings: WatchSettings,
        timeout: Duration = OutboundStage.patience,
        roundLength: TimeAmount = AlarmNotifier.roundLength,
        _ body: (AlarmNotifier) async throws -> Result
    ) async throws -> Result {
        try await OutboundStage.run(allow: ["127.0.0.1"]) { stage async throws in
            try await body(
                AlarmNotifier(
                    settings: settings,
                    repository: self.repository,
                    sender: stage.sender,
                    secrets: self.secrets,
                    wall: { OutboundStage.now },
                    timeout: timeout,
                    roundLength: roundLength,
                    logger: Logger(label: "test")
                )
            )
        }
    }

    private func enter(_ notices: [AlarmNotice]) async throws {
        try await self.repository.write { unit in try unit.changeAlarmRecords { records in records.notices += notices }
        }
    }

    private var notices: [AlarmNotice] {
        get async throws { try await self.repository.read { view in try view.alarmRecords() }.notices }
    }

    private static func settings(mailPort: Int, to: [String] = ["ada@example.com"]) throws -> WatchSettings {
        var settings = WatchSettings()
        settings.email = EmailSettings(
            host: "127.0.0.1",
            port: mailPort,
            security: .plain,
            login: nil,
            from: try #require(MailAddress("purser@example.com")),
            to: try to.map { try #require(MailAddress($0)) }
        )
        return settings
    }

    private static func url(_ receiver: Receiver, _ path: String = "") throws -> OutboundURL {
        try OutboundURL("http://127.0.0.1:\(receiver.port)/\(path)")
    }

    private static func id(of message: String) -> Substring? {
        message.split(separator: "\r\n").first { $0.hasPrefix("Message-ID: ") }
    }

    @Test("A notice is sent once it is due, and removed once it was received")
    func received() async throws {
        try await MailServer.run { server async throws in
            try await self.enter([AlarmSample.notice(17, "email")])
            try await self.run(try Self.settings(mailPort: server.port)) { notifier async throws in
                await notifier.send(at: Self.now - .seconds(1))
                #expect(server.log.messages.isEmpty)
                await notifier.send(at: Self.now)
                await notifier.send(at: Self.now + .minutes(1))
            }
            #expect(try await self.notices.isEmpty)
            let message = try #require(server.log.messages.first)
            #expect(server.log.messages.count == 1)
            #expect(Self.id(of: message) == "Message-ID: <alarm.17.1767225600000@example.com>")
            #expect(message.contains("Subject: ") && message.contains("Importance: high"))
            #expect(message.contains("purser links"), "\(message)")
        }
    }

    @Test("While the receiver is down nothing is lost, and afterwards each notice arrives once, in order")
    func down() async throws {
        let dead = try await MailServer.run { server async throws in server.port }
        try await self.enter((1...5).map { AlarmSample.notice($0, "email") })
        try await self.run(try Self.settings(mailPort: dead)) { notifier async throws in
            await notifier.send(at: Self.now)
            let first = try await self.notices
            #expect(first.map(\.number) == [1, 2, 3, 4, 5])
            #expect(first.map(\.failures) == [1, 0, 0, 0, 0])
            #expect(first[0].dueAt == Self.now + .seconds(30))
            #expect(first[0].problem == "connection_refused at connecting")
            // No attempt is made before it is due.
            await notifier.send(at: Self.now + .seconds(29))
            #expect(try await self.notices == first)
            await notifier.send(at: Self.now + .seconds(30))
            #expect(try await self.notices[0].dueAt == Self.now + .seconds(90))
        }
        try await MailServer.run { server async throws in
            try await self.run(try Self.settings(mailPort: server.port)) { notifier async throws in
                await notifier.send(at: Self.now + .minutes(2))
                await notifier.send(at: Self.now + .minutes(3))
            }
            let numbers = server.log.messages.compactMap { Self.id(of: $0)?.split(separator: ".").dropFirst().first }
            #expect(numbers == ["1", "2", "3", "4", "5"])
            #expect(try await self.notices.isEmpty)
        }
    }

    @Test("A message whose answer was lost is sent again with the same id")
    func unknownOutcome() async throws {
        var behavior = MailServer.Behavior()
        behavior.deviations["message"] = .drop
        try await MailServer.run(behavior) { server async throws in
            try await self.enter([AlarmSample.notice(17, "email")])
            try await self.run(try Self.settings(mailPort: server.port)) { notifier async throws in
                await notifier.send(at: Self.now)
                await notifier.send(at: Self.now + .minutes(1))
            }
            let messages = server.log.messages
            #expect(messages.count == 2 && messages.first == messages.last)
            #expect(try await self.notices.first?.problem == "closed_early at message")
        }
    }

    @Test("The webhook is signed as all webhooks are, one message for each alarm")
    func webhook() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            var settings = WatchSettings()
            settings.webhook = try Self.url(receiver, "alarms")
            let alarms = [AlarmSample.alarm(), AlarmSample.alarm(.nodeLost, number: 13, state: .resolved, app: nil)]
            try await self.enter([AlarmSample.notice(17, "webhook", alarms)])
            try await self.run(settings) { notifier async throws in await notifier.send(at: Self.now) }
            #expect(try await self.notices.isEmpty)
            let requests = receiver.log.requests
            #expect(requests.count == 2)
            for (request, id) in zip(requests, ["alm_17_12_fired", "alm_17_13_resolved"]) {
                let parts = request.components(separatedBy: "\r\n\r\n")
                let body = parts.dropFirst().joined(separator: "\r\n\r\n")
                let headers = try self.secrets.headers(
                    id: id,
                    at: OutboundStage.now,
                    body: Array(body.utf8),
                    endpoint: WatchSettings.webhookID,
                    generations: [1],
                    kind: .hmac
                )
                for header in headers { #expect(parts[0].contains("\(header.0): \(header.1)\r\n"), "\(parts[0])") }
                let name = id.hasSuffix("fired") ? "alarm.fired" : "alarm.resolved"
                #expect(body.hasPrefix(#"{"id":"\#(id)","name":"\#(name)","occurredAt":""#), "\(body)")
                let json = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
                let alarm = (json?["data"] as? [String: Any])?["alarm"] as? [String: Any]
                #expect((alarm?["text"] as? String)?.isEmpty == false && alarm?["valueThousandths"] as? Int == 1000)
                #expect(alarm?["facts"] as? [String: String] == ["place": "tls"])
            }
        }
    }

    @Test("A repeated notice begins with the first alarm that the receiver has not accepted")
    func refusing() async throws {
        let busy = "HTTP/1.1 503 Busy\r\nRetry-After: 240\r\nContent-Length: 0\r\n\r\n"
        try await Receiver.run(.answer(busy)) { receiver async throws in
            var settings = WatchSettings()
            settings.webhook = try Self.url(receiver)
            let alarms = [AlarmSample.alarm(), AlarmSample.alarm(number: 13)]
            try await self.enter([AlarmSample.notice(17, "webhook", alarms)])
            try await self.run(settings) { notifier async throws in await notifier.send(at: Self.now) }
            let notice = try #require(try await self.notices.first)
            #expect(receiver.log.requests.count == 1)
            #expect(notice.alarms == alarms && notice.problem == "status 503")
            #expect(notice.dueAt == Self.now + .minutes(4))
        }
    }

    @Test("Slack gets one message with a block for each alarm and without links")
    func slack() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            var settings = WatchSettings()
            settings.slack = try Self.url(receiver, "services/T0/B0/x")
            settings.language = .simplifiedChinese
            let alarms = [AlarmSample.alarm(subject: "<!channel> & co"), AlarmSample.alarm(number: 13)]
            try await self.enter([AlarmSample.notice(17, "slack", alarms)])
            try await self.run(settings) { notifier async throws in await notifier.send(at: Self.now) }
            #expect(try await self.notices.isEmpty)
            let request = try #require(receiver.log.requests.first)
            #expect(receiver.log.requests.count == 1 && request.hasPrefix("POST /services/T0/B0/x HTTP/1.1\r\n"))
            let body = request.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
            let json = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            #expect((json?["text"] as? String)?.hasPrefix("[Purser] 严重：无法连接 Apple 的主机") == true)
            #expect((json?["blocks"] as? [Any])?.count == 3)
            #expect(body.contains("&lt;!channel&gt; &amp; co") && !body.contains("<!channel>"))
        }
    }

    @Test("A hanging server delays no other channel, and a round ends in time")
    func hanging() async throws {
        var behavior = MailServer.Behavior()
        behavior.deviations["DATA"] = .hang
        try await MailServer.run(behavior) { server async throws in
            try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
                var settings = try Self.settings(mailPort: server.port)
                settings.slack = try Self.url(receiver)
                try await self.enter(
                    (1...3).map { AlarmSample.notice($0, "email") } + (4...6).map { AlarmSample.notice($0, "slack") }
                )
                try await self.run(settings, timeout: .seconds(2)) { notifier async throws in
                    await notifier.send(at: Self.now)
                }
                #expect(receiver.log.requests.count == 3)
                let left = try await self.notices
                #expect(left.map(\.number) == [1, 2, 3] && left.map(\.failures) == [1, 0, 0])
                #expect(left[0].problem == "timed_out at data")
            }
        }
    }

    @Test("After three days of failures a notice is dropped, and the next one is sent")
    func givenUp() async throws {
        let dead = try await MailServer.run { server async throws in server.port }
        try await self.enter([
            AlarmSample.notice(1, "email", writtenAt: Self.now - .days(3), failures: 300),
            AlarmSample.notice(2, "email"),
        ])
        try await self.run(try Self.settings(mailPort: dead)) { notifier async throws in
            await notifier.send(at: Self.now)
            #expect(try await self.notices.map(\.number) == [2])
            await notifier.send(at: Self.now)
            #expect(try await self.notices.map(\.failures) == [1])
        }
    }

    @Test(
        "A notice of many alarms yields at its time limit, and continues with the rest as if it had not failed"
    )
    func gaveWay() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            var settings = WatchSettings()
            settings.webhook = try Self.url(receiver)
            let alarms = (12...14).map { AlarmSample.alarm(number: $0) }
            try await self.enter([AlarmSample.notice(17, "webhook", alarms)])
            try await self.run(settings, roundLength: .zero) { notifier async throws in
                for count in 1...2 {
                    await notifier.send(at: Self.now)
                    let left = try #require(try await self.notices.first)
                    #expect(receiver.log.requests.count == count)
                    #expect(left.alarms == Array(alarms.dropFirst(count)) && left.failures == 0)
                    #expect(left.dueAt == Self.now)
                }
                await notifier.send(at: Self.now)
            }
            #expect(receiver.log.requests.count == 3)
            #expect(try await self.notices.isEmpty)
        }
    }

    @Test("A clock that jumps ahead drops no notice, and delays none once it has gone back")
    func jumpingClock() async throws {
        let dead = try await MailServer.run { server async throws in server.port }
        try await self.enter([AlarmSample.notice(1, "email")])
        try await self.run(try Self.settings(mailPort: dead)) { notifier async throws in
            await notifier.send(at: Self.now + .days(31))
            #expect(try await self.notices.map(\.failures) == [1])
            await notifier.send(at: Self.now + .minutes(1))
            #expect(try await self.notices.map(\.failures) == [2])
        }
    }

    @Test("Pauses grow from 30 seconds to 15 minutes")
    func pauses() {
        let pauses = (1...8).map { AlarmNotifier.pause(after: $0).milliseconds / 1000 }
        #expect(pauses == [30, 60, 120, 240, 480, 900, 900, 900])
        #expect(AlarmNotifier.pause(after: 0) == .seconds(30) && AlarmNotifier.pause(after: .max) == .minutes(15))
    }

    @Test("Notices of a channel that is no longer configured are dropped")
    func unconfigured() async throws {
        try await self.enter([AlarmSample.notice(1, "email"), AlarmSample.notice(2, "pager")])
        try await self.run(WatchSettings()) { notifier async throws in await notifier.send(at: Self.now) }
        #expect(try await self.notices.isEmpty)
    }

    @Test("The heartbeat is sent each time, except for a second one at once and while notices fail")
    func heartbeat() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            let dead = try await MailServer.run { server async throws in server.port }
            var settings = try Self.settings(mailPort: dead)
            settings.heartbeat = try Self.url(receiver, "beat?id=1")
            try await self.run(settings) { notifier async throws in
                await notifier.sendHeartbeat(at: Self.now)
                await notifier.sendHeartbeat(at: Self.now + .minutes(1))
            }
            #expect(receiver.log.requests.count == 1)
            #expect(receiver.log.requests.first?.hasPrefix("GET /beat?id=1 HTTP/1.1\r\n") == true)
            try await self.enter([AlarmSample.notice(1, "email", writtenAt: Self.now - .minutes(16), failures: 3)])
            try await self.run(settings) { notifier async throws in await notifier.sendHeartbeat(at: Self.now) }
            #expect(receiver.log.requests.count == 1)
        }
    }

    @Test("A refused recipient is named by a test, and the others have the notice once")
    func someRefused() async throws {
        var behavior = MailServer.Behavior()
        behavior.deviations["RCPT TO:<b@example.com>"] = .say("550 5.1.1 no such user")
        try await MailServer.run(behavior) { server async throws in
            try await self.enter([AlarmSample.notice(1, "email")])
            let settings = try Self.settings(mailPort: server.port, to: ["a@example.com", "b@example.com"])
            try await self.run(settings) { notifier async throws in
                await notifier.send(at: Self.now)
                await notifier.send(at: Self.now + .minutes(1))
                #expect(server.log.messages.count == 1)
                #expect(await notifier.test("email")?.contains("refuses 1 of 2 recipients") == true)
            }
            #expect(try await self.notices.isEmpty)
        }
    }

    @Test("Each channel can be tested, and reports why it fails")
    func trials() async throws {
        try await MailServer.run { server async throws in
            try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
                var settings = try Self.settings(mailPort: server.port)
                settings.slack = try Self.url(receiver)
                settings.webhook = try Self.url(receiver)
                try await self.run(settings) { notifier async throws in
                    for channel in settings.channels { #expect(await notifier.test(channel.rawValue) == nil) }
                    #expect(await notifier.test("pager") == Self.noChannel)
                }
                #expect(server.log.messages.count == 1 && receiver.log.requests.count == 2)
                #expect(receiver.log.requests.contains { $0.contains(#""name":"alarm.tested""#) })
            }
        }
        let dead = try await MailServer.run { server async throws in server.port }
        try await self.run(try Self.settings(mailPort: dead)) { notifier async throws in
            #expect(
                await notifier.test("email")
                    == "The port of the address is closed. (connection_refused at connecting)"
            )
        }
    }

    private static let noChannel = "The configuration has no channel of this name; it has: email, slack, webhook."
}
