import AppStore
import ArgumentParser
import Ledger
import NIOCore
import PurserService

/// `purser alarms`: lists and silences alarms.
struct AlarmsCommand: AsyncParsableCommand {
    /// The exit statuses of its subcommands besides 0 and 1.
    static let endings = """
        64 wrong usage, 69 the database cannot be opened or is at fault, 75 try again, 77 another user's server, \
        78 the configuration is wrong.
        """

    static let configuration = CommandConfiguration(
        commandName: "alarms",
        abstract: "List alarms, silence them for a time, and test the alarm channels.",
        discussion: """
            Example:
              purser alarms list
              purser alarms show 12
              purser alarms silence link_down --for 2h --reason "maintenance at the provider"
            """,
        subcommands: [
            AlarmsListCommand.self, AlarmsShowCommand.self, AlarmsSilenceCommand.self, AlarmsSilencesCommand.self,
            AlarmsEndSilenceCommand.self, AlarmsTestCommand.self, AlarmsSecretCommand.self,
        ]
    )
}

/// `purser alarms list`: lists alarms.
struct AlarmsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the firing alarms, newest first.",
        discussion: """
            Example:
              purser alarms list
              purser alarms list --state all --since 7d

            Exit status: 0 listed, \(AlarmsCommand.endings)
            """
    )

    /// The value for alarms in any state.
    private static let everyState = "all"

    @OptionGroup var options: AlarmOptions

    @Option(help: "Only this state: firing, pending (not long enough to fire), resolved, or all.")
    var state = Alarm.State.firing.rawValue

    @Option(help: "Only alarms whose condition held at this time or later: \(Moment.forms)")
    var since: Moment?

    @OptionGroup var page: PageOptions

    func validate() throws {
        let known = Alarm.State.allCases.map(\.rawValue) + [Self.everyState]
        guard known.contains(self.state) else { throw ChoiceOption.mistake("--state", self.state, known: known) }
    }

    func run() async throws {
        try await self.options.with { server in
            let filter = [("state", self.state), ("since", self.since?.ago.rfc3339), AlarmOptions.language]
            let page = try await self.page.page(from: server, "alarms", "alarms", filter)
            self.page.write(page, as: .alarms, in: .here)
        }
    }
}

/// `purser alarms show`: shows one alarm with its text.
struct AlarmsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an alarm: its start, severity, meaning, remedy and where to look.",
        discussion: """
            Example:
              purser alarms show 12

            Exit status: 0 shown, 1 there is no such alarm, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var options: AlarmOptions

    @Argument(help: "The alarm's number: purser alarms list")
    var number: Int64

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.options.with { server in
            let alarm = try await server.get("alarms/\(self.number)", [AlarmOptions.language])
            guard !self.json else { return StandardStream.output.write(json: alarm) }
            for line in Self.lines(alarm, in: .here) { StandardStream.output.write(line: line) }
        }
    }

    /// Returns the text, and below it the silence, if there is one.
    private static func lines(_ alarm: JSONValue, in language: Language) -> [String] {
        let text = alarm["text"].plain.split(separator: "\n", omittingEmptySubsequences: false)
        var lines = text.map { TextColumns.cell(String($0)) }
        if let silence = alarm["silence"] {
            lines += ["", SilenceText.line(silence, in: language)]
        }
        return lines
    }
}

/// `purser alarms test`: tests the alarm channels.
struct AlarmsTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test notice through the alarm channels, and show the results.",
        discussion: """
            Example:
              purser alarms test
              purser alarms test email

            Exit status: 0 all were delivered, 1 one was not, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The channel: email, slack or webhook; by default all configured ones.")
    var channel: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    /// The timeout of all channels together; a mail server may be slow.
    private static let patience = TimeAmount.minutes(3)

    func run() async throws {
        try await APIConnection.with(try self.configuration.load()) { server in
            let members = self.channel.map { [JSONMember(key: "channel", value: .string($0))] } ?? []
            let answer = try await server.send(
                .post,
                "alarm-tests",
                [AlarmOptions.language],
                members,
                patience: Self.patience
            )
            let tests = answer["channels"]?.elements ?? []
            Listing.alarmTests.write(tests, isJSON: self.json, in: .here)
            guard tests.allSatisfy({ $0["arrived"] == .bool(true) }) else { throw ExitStatus.negative.error }
        }
    }
}

/// `purser alarms secret`: shows the secret that signs the notices to the alarm webhook.
struct AlarmsSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret",
        abstract: "Show the secret that signs the notices to watch.webhook.",
        discussion: """
            Example:
              purser alarms secret

            The secret comes from the key file beside the database, so run the command on the server's machine, as its
            user; the server need not run. If the file does not exist, the command creates it and the server uses it.

            Exit status: 0 shown, 64 wrong usage, 78 the configuration or the key file is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    func run() throws {
        let secrets = WebhookSecrets(path: try self.configuration.load().signingKeyPath, ambient: .live)
        do throws(WebhookSecretsError) {
            StandardStream.output.write(
                line: try secrets.revealed(endpoint: WatchSettings.webhookID, generation: 1, kind: .hmac)
            )
        } catch {
            StandardStream.error.write(line: "\(error.remedy) (\(error.code))")
            throw ExitStatus.badConfiguration.error
        }
    }
}

/// The options of commands about alarms.
struct AlarmOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "Only the alarms of this app; a list includes those of the whole server.")
    var app: String?

    /// The parameter for the language of titles and texts.
    static var language: (String, String?) { ("language", Language.here.isChinese ? "zh-Hans" : nil) }

    /// Runs work with the API, and writes errors.
    func with(_ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try self.app.map { try configuration.knownApp($0).name }
        try await APIConnection.with(configuration, app: app, work)
    }
}
