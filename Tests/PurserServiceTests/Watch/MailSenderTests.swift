import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

/// Emails over real sockets: the SMTP session, and every way in which it can fail.
@Suite(.timeLimit(.minutes(10))) struct MailSenderTests {
    private static let names = ["mail.test": [["127.0.0.1"]]]
    private static let login = EmailSettings.Login(user: "purser", password: "öpen sesame")

    private static func settings(
        _ server: MailServer,
        host: String = "mail.test",
        security: EmailSettings.Security = .plain,
        login: EmailSettings.Login? = nil,
        to: [String] = ["ada@example.com"]
    ) throws -> EmailSettings {
        EmailSettings(
            host: host,
            port: server.port,
            security: security,
            login: login,
            from: try #require(MailAddress("purser@shop.example.com")),
            to: to.compactMap(MailAddress.init)
        )
    }

    private static func message(_ settings: EmailSettings, body: String = "first\n.second\n..\n.") -> MailMessage {
        MailMessage(
            id: "alarm.17.5",
            from: settings.from,
            to: settings.to,
            subject: "[Purser] critical",
            body: body,
            date: Instant(milliseconds: 1_767_225_600_000),
            isUrgent: true
        )
    }

    /// Sends a message, and returns the failure; `nil` where it was accepted.
    private static func failure(
        _ settings: EmailSettings,
        allow: [String] = ["127.0.0.1"],
        roots: [[UInt8]] = [],
        timeout: Duration = OutboundStage.patience,
        message: MailMessage? = nil
    ) async throws -> MailFailure? {
        try await OutboundStage.run(allow: allow, names: Self.names, roots: roots) { stage async throws in
            let sender = MailSender(settings: settings, through: stage.sender)
            do {
                _ = try await sender.send(message ?? Self.message(settings), timeout: timeout)
                return nil
            } catch let failure as MailFailure {
                return failure
            }
        }
    }

    @Test("A message arrives complete, its dots doubled, from and to the correct addresses")
    func whole() async throws {
        try await MailServer.run { server async throws in
            let settings = try Self.settings(server, to: ["ada@example.com", "ben@example.com"])
            #expect(try await Self.failure(settings) == nil)
            let log = server.log
            #expect(
                Array(log.commands.prefix(5)) == [
                    "EHLO [127.0.0.1]", "MAIL FROM:<purser@shop.example.com>", "RCPT TO:<ada@example.com>",
                    "RCPT TO:<ben@example.com>", "DATA",
                ]
            )
            let message = try #require(log.messages.first)
            #expect(log.messages.count == 1)
            #expect(message.contains("\r\n\r\nfirst\r\n..second\r\n...\r\n..\r\n"), "\(message)")
            #expect(message.contains("Message-ID: <alarm.17.5@shop.example.com>\r\n"), "\(message)")
            #expect(message.contains("To: ada@example.com,\r\n ben@example.com\r\n"), "\(message)")
        }
    }

    @Test("The login is sent over TLS, by PLAIN or by LOGIN, whichever the server supports", arguments: [true, false])
    func login(isPlain: Bool) async throws {
        let certificate = try ReceiverCertificate(names: ["mail.test"])
        var behavior = MailServer.Behavior()
        behavior.offersTLS = true
        behavior.extensions = [isPlain ? "AUTH LOGIN PLAIN" : "AUTH=LOGIN"]
        for security in [EmailSettings.Security.startTLS, .tls] {
            try await MailServer.run(behavior, certificate: certificate, isSecure: security == .tls) {
                server async throws in
                let settings = try Self.settings(server, security: security, login: Self.login)
                #expect(try await Self.failure(settings, roots: [certificate.root]) == nil)
                let log = server.log
                #expect(log.messages.count == 1)
                let secret = Data("\0purser\0öpen sesame".utf8).base64EncodedString()
                let password = Data("öpen sesame".utf8).base64EncodedString()
                let said =
                    isPlain ? ["TLS AUTH PLAIN \(secret)"] : ["TLS AUTH LOGIN", "TLS cHVyc2Vy", "TLS \(password)"]
                #expect(log.commands.filter { said.contains($0) } == said, "\(log.commands)")
                let clear = log.commands.filter { !$0.hasPrefix("TLS ") }
                #expect(clear == (security == .tls ? [] : ["EHLO [127.0.0.1]", "STARTTLS"]))
            }
        }
    }

    @Test("A server without TLS, or with another's certificate, gets nothing")
    func noTLS() async throws {
        try await MailServer.run { server async throws in
            let failure = try await Self.failure(try Self.settings(server, security: .startTLS, login: Self.login))
            #expect(failure?.code == .noTLS && failure?.step == .startTLS)
            #expect(server.log.commands.filter { !$0.hasPrefix("EHLO") && $0 != "QUIT" } == [])
        }
        let certificate = try ReceiverCertificate(names: ["other.test"])
        var behavior = MailServer.Behavior()
        behavior.offersTLS = true
        for (security, roots) in [
            (EmailSettings.Security.startTLS, [certificate.root]), (.tls, [certificate.root]), (.startTLS, []),
        ] {
            try await MailServer.run(behavior, certificate: certificate, isSecure: security == .tls) {
                server async throws in
                let failure = try await Self.failure(
                    try Self.settings(server, security: security, login: Self.login),
                    roots: roots
                )
                let expected: OutboundFailure.Code = roots.isEmpty ? .certificateUntrusted : .certificateName
                #expect(failure?.outbound?.code == expected, "\(String(describing: failure))")
                #expect(!server.log.commands.contains { $0.contains("AUTH") })
            }
        }
    }

    @Test("Plain text after the upgrade command does not count as protected")
    func smuggled() async throws {
        let certificate = try ReceiverCertificate(names: ["mail.test"])
        var behavior = MailServer.Behavior()
        behavior.offersTLS = true
        behavior.smuggled = "\r\n250 AUTH PLAIN"
        try await MailServer.run(behavior, certificate: certificate) { server async throws in
            let failure = try await Self.failure(
                try Self.settings(server, security: .startTLS, login: Self.login),
                roots: [certificate.root]
            )
            #expect(failure?.step == .startTLS && failure?.code != .noTLS)
            #expect(!server.log.commands.contains { $0.contains("AUTH") })
        }
    }

    @Test("A password in plain text is sent to private addresses only, and only where the configuration allows them")
    func inClear() async throws {
        try await MailServer.run { server async throws in
            let settings = try Self.settings(server, login: Self.login)
            #expect(try await Self.failure(settings) == nil)
            #expect(server.log.commands.contains { $0.hasPrefix("AUTH PLAIN") })
            let forbidden = try await Self.failure(settings, allow: [])
            #expect(forbidden?.outbound?.code == .addressForbidden && forbidden?.step == .connecting)
            // A public address in the allowed list: no connection is made.
            let open = EmailSettings(
                host: "1.1.1.1",
                port: 25,
                security: .plain,
                login: Self.login,
                from: settings.from,
                to: settings.to
            )
            #expect(try await Self.failure(open, allow: ["1.1.1.1"])?.code == .loginInClear)
            #expect(try await Self.failure(open, allow: [])?.outbound?.code == .plainForbidden)
        }
    }

    private static let steps: [(String, MailFailure.Step)] = [
        ("greeting", .greeting), ("EHLO", .hello), ("AUTH", .login), ("MAIL", .sender), ("RCPT", .recipients),
        ("DATA", .data), ("message", .message),
    ]

    @Test("A server that hangs at any step, even within an answer, is abandoned in time", arguments: Self.steps)
    func hangs(command: String, step: MailFailure.Step) async throws {
        for deviation in [MailServer.Behavior.Deviation.hang, .begin("25")] {
            var behavior = MailServer.Behavior()
            behavior.deviations[command] = deviation
            try await MailServer.run(behavior) { server async throws in
                let failure = try await Self.failure(
                    try Self.settings(server, login: Self.login),
                    timeout: .seconds(2)
                )
                #expect(failure?.outbound?.code == .timedOut && failure?.step == step, "\(String(describing: failure))")
            }
        }
    }

    @Test("A server that hangs during the upgrade, or before TLS, is abandoned in time")
    func hangsInTLS() async throws {
        var behavior = MailServer.Behavior()
        behavior.offersTLS = true
        // It announces the upgrade, and no handshake follows.
        try await MailServer.run(behavior) { server async throws in
            let settings = try Self.settings(server, security: .startTLS)
            let failure = try await Self.failure(settings, timeout: .seconds(2))
            #expect(failure?.step == .startTLS && failure?.outbound != nil, "\(String(describing: failure))")
        }
        behavior.deviations["greeting"] = .hang
        try await MailServer.run(behavior) { server async throws in
            let failure = try await Self.failure(
                try Self.settings(server, security: .tls),
                timeout: .seconds(2)
            )
            #expect(failure?.step == .greeting && failure?.outbound?.code == .timedOut)
        }
    }

    @Test("A dropped connection is reported with its step", arguments: Self.steps)
    func drops(command: String, step: MailFailure.Step) async throws {
        var behavior = MailServer.Behavior()
        behavior.deviations[command] = .drop
        try await MailServer.run(behavior) { server async throws in
            let failure = try await Self.failure(try Self.settings(server, login: Self.login))
            #expect(failure?.outbound?.code == .closedEarly && failure?.step == step, "\(String(describing: failure))")
            #expect(server.log.messages.count == (step == .message ? 1 : 0))
        }
    }

    @Test(
        "An address that is not allowed names the remedy in the watch settings, in both languages",
        arguments: PageLanguage.allCases
    )
    func forbidden(language: PageLanguage) {
        let outbound = OutboundFailure(.addressForbidden, refusal: .loopback)
        let sentence = MailFailure(.connection, at: .connecting, outbound: outbound).sentence(in: language)
        #expect(sentence.contains("watch: { allow: [ADDRESS:PORT] }") && sentence.contains("address_forbidden"))
    }

    /// The text of a refusal, by its step.
    private static let remedies: [MailFailure.Step: String] = [
        .hello: "security", .login: "watch.email.password", .sender: "watch.email.from",
        .recipients: "watch.email.to",
    ]

    @Test("A refusal names the step and the status, and no other text of the server", arguments: Self.steps)
    func refuses(command: String, step: MailFailure.Step) async throws {
        var behavior = MailServer.Behavior()
        behavior.deviations[command] = .say("535 5.7.8 öpen sesame is wrong")
        try await MailServer.run(behavior) { server async throws in
            let failure = try #require(try await Self.failure(try Self.settings(server, login: Self.login)))
            #expect(failure.code == .refused && failure.step == step && failure.status == 535)
            #expect("\(failure)" == "mail_refused at \(step.rawValue) (535 5.7.8)")
            for language in PageLanguage.allCases {
                let sentence = failure.sentence(in: language)
                #expect(!sentence.contains("sesame"))
                if let remedy = Self.remedies[step] { #expect(sentence.contains(remedy), "\(sentence)") }
                let isChinese = sentence.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
                #expect(isChinese == (language == .simplifiedChinese))
            }
        }
    }

    @Test(
        "An answer that is not SMTP is malformed",
        arguments: [
            "HTTP/1.1 400 Bad Request", "25", "abc", "250-a\r\n251 b", "999 a", "250", "354 go on", "220\u{7}x",
        ]
    )
    func malformed(text: String) async throws {
        var behavior = MailServer.Behavior()
        behavior.deviations["greeting"] = .say(text)
        try await MailServer.run(behavior) { server async throws in
            let failure = try await Self.failure(try Self.settings(server))
            #expect(failure?.code == .malformed && failure?.step == .greeting, "\(String(describing: failure))")
            #expect(server.log.messages.isEmpty)
        }
        var endless = MailServer.Behavior()
        endless.deviations["EHLO"] = .begin(String(repeating: "250-x\r\n", count: 1000))
        try await MailServer.run(endless) { server async throws in
            #expect(try await Self.failure(try Self.settings(server))?.code == .malformed)
        }
    }

    @Test("An unknown recipient does not keep the others from getting the message")
    func someRefused() async throws {
        var behavior = MailServer.Behavior()
        behavior.deviations["RCPT TO:<b@example.com>"] = .say("550 5.1.1 no such user")
        try await MailServer.run(behavior) { server async throws in
            let settings = try Self.settings(server, to: ["a@example.com", "b@example.com", "c@example.com"])
            #expect(try await Self.failure(settings) == nil)
            #expect(server.log.messages.count == 1)
            let alone = try Self.settings(server, to: ["b@example.com"])
            let failure = try await Self.failure(alone)
            #expect(failure?.step == .recipients && failure?.status == 550)
            #expect(server.log.messages.count == 1)
        }
    }

    @Test("A refused connection, and a name without an address: nothing was sent")
    func nobody() async throws {
        let settings = try await MailServer.run { server async throws in try Self.settings(server) }
        let refused = try await Self.failure(settings)
        #expect(refused?.step == .connecting && refused?.outbound?.code == .connectionRefused)
        let unknown = EmailSettings(
            host: "gone.test",
            port: 25,
            security: .plain,
            login: nil,
            from: settings.from,
            to: settings.to
        )
        #expect(try await Self.failure(unknown)?.outbound?.code == .hostUnknown)
    }
}
