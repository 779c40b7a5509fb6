import Foundation
import Ledger
import PurserService
import Testing
import purser

@Suite struct WatchConfigurationTests {
    private static let complete = """
        watch:
          enabled: false
          links: false
          language: zh-Hans
          thresholds:
            backlog: { limit: 12.5, for: 90s, clears: 2h }
            node_lost: { enabled: false }
          email:
            server: SMTP.example.com:465
            security: tls
            user: purser
            password: { file: mail.txt }
            from: purser@example.com
            to: [ada@example.com, "o'neil+alarms@mail.example.com"]
          slack: { file: slack.txt }
          webhook: http://10.0.0.5:9000/alarms?key=hidden-webhook
          heartbeat: https://beat.example.com/hidden-beat
          allow: [10.0.0.5:9000]
        """

    private static func folder(_ watch: String) throws -> TemporaryFolder {
        let folder = try ConfigurationSample.folder(
            configuration: watch + "\n" + ConfigurationSample.app(lines: [])
        )
        try folder.write("mail.txt", "hidden-password\n")
        try folder.write("slack.txt", "https://hooks.slack.com/services/T0/B0/hidden-slack\n")
        return folder
    }

    private static func load(_ watch: String, environment: [String: String] = [:]) throws -> Configuration {
        let folder = try Self.folder(watch)
        return try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
    }

    @Test("Every value about the watch arrives, and those that are secrets are shown nowhere")
    func complete() throws {
        let configuration = try Self.load(Self.complete)
        let watch = configuration.watch
        #expect(!watch.isEnabled && !watch.linksEnabled && watch.language == .simplifiedChinese)
        #expect(watch.channels == [.email, .slack, .webhook])
        let backlog = watch.thresholds[.backlog]
        #expect(backlog.isEnabled && backlog.limit == 12.5)
        #expect(backlog.holds == .seconds(90) && backlog.clears == .hours(2))
        #expect(!watch.thresholds[.nodeLost].isEnabled)
        #expect(watch.thresholds[.nodeLost].limit == AlarmThresholds()[.nodeLost].limit)
        #expect(watch.thresholds[.linkDown] == AlarmThresholds()[.linkDown])
        let email = try #require(watch.email)
        #expect(email.host == "smtp.example.com" && email.port == 465 && email.security == .tls)
        #expect(email.login == EmailSettings.Login(user: "purser", password: "hidden-password"))
        #expect(email.from.description == "purser@example.com" && email.from.domain == "example.com")
        #expect(email.to.map(\.description) == ["ada@example.com", "o'neil+alarms@mail.example.com"])
        #expect(watch.slack?.host == "hooks.slack.com")
        #expect(watch.webhook?.description == "http://10.0.0.5:9000/alarms?key=hidden-webhook")
        #expect(watch.heartbeat?.description == "https://beat.example.com/hidden-beat")
        #expect(watch.allow == [AllowedAddress("10.0.0.5:9000")])
        for text in [configuration.effective, "\(configuration)", String(reflecting: configuration)] {
            #expect(!text.contains("hidden"), "\(text)")
        }
    }

    @Test("The defaults are as documented: watch.enabled is true, and there are no recipients")
    func defaults() throws {
        let watch = try Self.load("").watch
        #expect(watch.isEnabled && watch.linksEnabled && watch.language == .english)
        #expect(watch.channels.isEmpty && watch.heartbeat == nil && watch.allow.isEmpty)
        #expect(watch.thresholds == AlarmThresholds())
        let email = try Self.load("watch: { email: { server: \"[2001:4860::25]:25\", from: a@b.c, to: d@e.f } }")
        #expect(email.watch.email?.security == .startTLS)
        #expect(email.watch.email?.login == nil && email.watch.email?.host == "2001:4860::25")
    }

    @Test("The effective configuration names the source of every value of the watch and blanks the secrets")
    func effective() throws {
        let folder = try Self.folder(Self.complete)
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: [:])
        let lines = configuration.effective.split(separator: "\n").map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " | ")
                .split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
        }
        .filter { $0.hasPrefix("watch.") }
        #expect(
            lines == [
                "watch.enabled | false | purser.yaml:2",
                "watch.links | false | purser.yaml:3",
                "watch.language | zh-Hans | purser.yaml:4",
                "watch.allow | 10.0.0.5:9000 | purser.yaml:18",
                "watch.thresholds.backlog.limit | 12.5 | purser.yaml:6",
                "watch.thresholds.backlog.for | 90s | purser.yaml:6",
                "watch.thresholds.backlog.clears | 2h | purser.yaml:6",
                "watch.thresholds.node_lost.enabled | false | purser.yaml:7",
                "watch.email.security | tls | purser.yaml:10",
                "watch.email.server | SMTP.example.com:465 | purser.yaml:9",
                "watch.email.user | purser | purser.yaml:11",
                "watch.email.password | (secret) | purser.yaml:12, mail.txt",
                "watch.email.from | purser@example.com | purser.yaml:13",
                "watch.email.to | ada@example.com, o'neil+alarms@mail.example.com | purser.yaml:14",
                "watch.slack | (secret) | purser.yaml:15, slack.txt",
                "watch.webhook | (secret) | purser.yaml:16",
                "watch.heartbeat | (secret) | purser.yaml:17",
            ]
        )
    }

    @Test("Variables give the values of the watch, lists and secrets among them")
    func variables() throws {
        let folder = try Self.folder("")
        let configuration = try Configuration.load(
            file: folder.path + "/purser.yaml",
            environment: [
                "PURSER_WATCH_ENABLED": "false", "PURSER_WATCH_LANGUAGE": "zh-Hans",
                "PURSER_WATCH_EMAIL_SERVER": "127.0.0.1:25", "PURSER_WATCH_EMAIL_SECURITY": "plain",
                "PURSER_WATCH_EMAIL_FROM": "a@example.com", "PURSER_WATCH_EMAIL_TO": "b@example.com,c@example.com",
                "PURSER_WATCH_EMAIL_USER": "a", "PURSER_WATCH_EMAIL_PASSWORD_FILE": "mail.txt",
                "PURSER_WATCH_SLACK_FILE": "slack.txt", "PURSER_WATCH_WEBHOOK": "https://example.com/",
                "PURSER_WATCH_ALLOW": "127.0.0.1:25,10.0.0.0/8",
            ]
        )
        let watch = configuration.watch
        #expect(!watch.isEnabled && watch.language == .simplifiedChinese && watch.allow.count == 2)
        #expect(watch.channels == [.email, .slack, .webhook])
        #expect(watch.email?.to.count == 2 && watch.email?.security == .plain)
        #expect(watch.email?.login?.password == "hidden-password")
    }

    private static let allow = "or allow this one: watch: { allow: [ADDRESS:PORT] }"

    private static let mistakes: [(String, String)] = [
        (
            "watch: { email: { server: \"a.b:25\", security: plain, from: a@b.c, to: a@b.c } }",
            "watch.email.security: is plain, and watch.allow names no address that may be reached without TLS. "
                + "Use starttls or tls, or allow the server's address: watch: { allow: [ADDRESS:25] }"
        ),
        ("watch: { emial: {} }", "watch.emial: unknown key. Did you mean \"email\"?"),
        (
            "watch: { enabled: yes please }",
            "watch.enabled: must be true or false, but is \"yes please\". Write for example: enabled: false"
        ),
        (
            "watch: { language: de }",
            "watch.language: unknown word \"de\". Known here: en, zh-Hans."
        ),
        (
            "watch: { thresholds: { backlogs: {} } }",
            "watch.thresholds.backlogs: unknown key. Did you mean \"backlog\"?"
        ),
        (
            "watch: { thresholds: { backlog: { form: 1min } } }",
            "watch.thresholds.backlog.form: unknown key. Did you mean \"for\"?"
        ),
        (
            "watch: { thresholds: { backlog: { for: 1w } } }",
            "watch.thresholds.backlog.for: must be a whole number with s, min, h or d, at most 7d, but is \"1w\". "
                + "Write for example: for: 10min"
        ),
        (
            "watch: { thresholds: { backlog: { clears: 8d } } }",
            "watch.thresholds.backlog.clears: must be a whole number with s, min, h or d, at most 7d, "
                + "but is \"8d\". Write for example: clears: 10min"
        ),
        (
            "watch: { slack: hooks.slack.com/hidden }",
            "watch.slack: the address does not begin with https://. "
                + "Write it like this: https://shop.example.com/purchases"
        ),
        (
            "watch: { slack: http://hooks.slack.com/hidden }",
            "watch.slack: the address is plain HTTP, which only works for addresses that the configuration allows. "
                + "Use a public one with https, " + Self.allow
        ),
        (
            "watch: { webhook: https://10.1.2.3/hidden, allow: 10.1.2.4 }",
            "watch.webhook: the address is one of a private network. Use a public one with https, " + Self.allow
        ),
        (
            "watch: { heartbeat: https://u:hidden@example.com/ }",
            "watch.heartbeat: the address contains a user name or a password. Leave it out."
        ),
        (
            "watch: { email: { server: localhost, from: a@b.c, to: a@b.c } }",
            "watch.email.server: must be the name or address of a mail server and a port, but is \"localhost\". "
                + "Write for example: server: smtp.example.com:587"
        ),
        (
            "watch: { email: { server: \"192.168.0.2:25\", from: a@b.c, to: a@b.c } }",
            "watch.email.server: the address is one of a private network. Use a public one, " + Self.allow
        ),
        (
            "watch: { email: { server: \"a.b:0\", from: a@b.c, to: a@b.c } }",
            "watch.email.server: must be the name or address of a mail server and a port, but is \"a.b:0\". "
                + "Write for example: server: smtp.example.com:587"
        ),
        (
            "watch: { email: { server: \"a.b:25\", to: a@b.c } }",
            "watch.email.from: missing. Add for example: from: purser@example.com"
        ),
        (
            "watch: { email: { server: \"a.b:25\", from: \"Purser <a@b.c>\", to: a@b.c } }",
            "watch.email.from: must be an e-mail address without a name, but is \"Purser <a@b.c>\". "
                + "Write for example: from: purser@example.com"
        ),
        (
            "watch: { email: { server: \"a.b:25\", from: a@b.c, to: [] } }",
            "watch.email.to: has 0 addresses, and may have 1 to 20. Write to a list of your mail server instead."
        ),
        (
            "watch: { email: { server: \"a.b:25\", from: a@b.c, to: [a@b.c, a@b.c] } }",
            "watch.email.to[1]: \"a@b.c\" is listed twice. Keep one of the two."
        ),
        (
            "watch: { email: { server: \"a.b:25\", from: a@b.c, to: a@b.c, user: a } }",
            "watch.email.user: has no password beside it. Add for example: password: { file: mail-password.txt }"
        ),
        (
            "watch: { email: { server: \"a.b:25\", from: a@b.c, to: a@b.c, user: a, password: \"hid\\tden\" } }",
            "watch.email.password: must be a text of 1 to 256 bytes without control characters. "
                + "Write for example: password: { file: mail-password.txt }"
        ),
        (
            "watch: { email: { server: \"a.b:25\", security: ssl, from: a@b.c, to: a@b.c } }",
            "watch.email.security: unknown word \"ssl\". Known here: starttls, tls, plain."
        ),
    ]

    @Test(
        "Every mistake about the watch has its line, its key and its remedy, and shows no secret",
        arguments: Self.mistakes
    )
    func mistake(watch: String, message: String) throws {
        let messages = try ConfigurationSample.messages(watch + "\n" + ConfigurationSample.app(lines: []))
        #expect(messages == ["purser.yaml:1: " + message])
        #expect(!messages.joined().contains("hidden"))
    }

    @Test("Minutes are min or m, as for silences")
    func minutes() throws {
        let watch = try Self.load("watch: { thresholds: { backlog: { for: 10m, clears: 20min } } }").watch
        #expect(watch.thresholds[.backlog].holds == .minutes(10) && watch.thresholds[.backlog].clears == .minutes(20))
    }

    @Test("Problems of alarm channels are found: watch.enabled is false, or there is no key to sign for the webhook")
    func silentChannels() throws {
        let webhook = "webhook: https://alarms.example.com/purser"
        func found(_ watch: String) throws -> [DoctorFinding.Kind] {
            let findings = try Self.load(watch).alarmFindings
            #expect(findings.allSatisfy { $0.severity == .warning && $0.remedy?.isEmpty == false })
            return findings.map(\.code)
        }
        #expect(try found("").isEmpty)
        #expect(try found("watch: { enabled: false }").isEmpty)
        #expect(try found("watch: { enabled: false, \(webhook) }") == [.watchDisabled])
        #expect(try found("watch: { enabled: false, heartbeat: \"https://beat.example.com/\" }") == [.watchDisabled])
        #expect(try found("watch: { \(webhook) }") == [.alarmKeyMissing])
        #expect(try found("watch: { slack: { file: slack.txt } }").isEmpty)
        let folder = try Self.folder("watch: { \(webhook) }")
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: [:])
        let ambient = Ambient(
            now: { Instant(milliseconds: 0) },
            randomBytes: { count in [UInt8](repeating: 7, count: count) }
        )
        let secrets = WebhookSecrets(path: configuration.signingKeyPath, ambient: ambient)
        _ = try secrets.revealed(endpoint: WatchSettings.webhookID, generation: 1, kind: .hmac)
        #expect(configuration.alarmFindings.isEmpty)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: configuration.signingKeyPath)
        let finding = try #require(configuration.alarmFindings.first)
        #expect(finding.code == .alarmKeyUnusable && finding.text.contains("webhook_key_exposed"))
        #expect(finding.remedy?.contains("chmod 600 \(configuration.signingKeyPath)") == true)
        withExtendedLifetime(folder) {}
    }

    @Test(
        "A limit is a number of digits",
        arguments: ["-1", "1e3", "\"1\"", "1%", "inf", "nan", "0x10", ".5", "5.", "1_0"]
    )
    func limits(text: String) throws {
        let messages = try ConfigurationSample.messages(
            "watch: { thresholds: { backlog: { limit: \(text) } } }\n" + ConfigurationSample.app(lines: [])
        )
        #expect(messages.count == 1)
        #expect(messages.first?.contains("must be a number from 0 without quotes and unit") == true, "\(messages)")
    }

    @Test(
        "An e-mail address is local part and domain, and nothing that could end a command",
        arguments: [
            "", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a@b\r\n", "a\n@b", "<a@b>", "a..b@c", "a.@b",
            "a@b.", "a@.b", "é@b.c", "a@é.c", "\"a\"@b.c", "a@[127.0.0.1]", "a,b@c",
            String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b", count: 253),
        ]
    )
    func mailAddress(text: String) {
        #expect(MailAddress(text) == nil)
        #expect(MailAddress("good.One+tag@shop-1.example.com")?.domain == "shop-1.example.com")
    }
}
