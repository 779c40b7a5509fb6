import AppStore
import ArgumentParser
import Ledger
import NIOCore
import PurserService

/// `purser alarms`: what is wrong, and who is told of it.
struct AlarmsCommand: AsyncParsableCommand {
    /// How its subcommands end besides 0 and 1.
    static let endings = """
        64 wrong usage, 69 the database cannot be opened or is at fault, 75 try again, 77 another user's server, \
        78 the configuration is wrong.
        """

    static let configuration = CommandConfiguration(
        commandName: "alarms",
        abstract: "Shows what is wrong, silences alarms for a time, and tries the channels for them.",
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

/// `purser alarms list`: lists alarms, the newest first.
struct AlarmsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the alarms that fire, newest first: what, how bad, since when.",
        discussion: """
            Example:
              purser alarms list
              purser alarms list --state all --since 7d

            Exit status: 0 listed, \(AlarmsCommand.endings)
            """
    )

    /// The word for alarms in any state.
    private static let everyState = "all"

    @OptionGroup var options: AlarmOptions

    @Option(help: "Which: firing, pending (bad, but not yet for long), resolved, or all.")
    var state = Alarm.State.firing.rawValue

    @Option(help: "Only those that are bad, or were, from this moment on: \(Moment.forms)")
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
        abstract: "Shows one alarm: since when, how bad, what it means, what to do, where to look.",
        discussion: """
            Example:
              purser alarms show 12

            Exit status: 0 shown, 1 there is no such alarm, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var options: AlarmOptions

    @Argument(help: "The alarm's number: purser alarms list")
    var number: Int64

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.options.with { server in
            let alarm = try await server.get("alarms/\(self.number)", [AlarmOptions.language])
            guard !self.json else { return StandardStream.output.write(json: alarm) }
            for line in Self.lines(alarm, in: .here) { StandardStream.output.write(line: line) }
        }
    }

    /// The text, and below it who silenced the alarm until when.
    private static func lines(_ alarm: JSONValue, in language: Language) -> [String] {
        let text = alarm["text"].plain.split(separator: "\n", omittingEmptySubsequences: false)
        var lines = text.map { TextColumns.cell(String($0)) }
        if let silence = alarm["silence"] {
            lines += ["", SilenceText.line(silence, in: language)]
        }
        return lines
    }
}

/// `purser alarms test`: sends a test notice through the channels for alarms.
struct AlarmsTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Sends a test notice through the channels for alarms, and says what arrived.",
        discussion: """
            Example:
              purser alarms test
              purser alarms test email

            Exit status: 0 all arrived, 1 one did not, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The channel: email, slack or webhook; each that is configured when left out.")
    var channel: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    /// How long all channels may take together: a mail server may be slow.
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

/// `purser alarms secret`: shows the secret that signs what the webhook for alarms is sent.
struct AlarmsSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret",
        abstract: "Shows the secret that signs what watch.webhook is sent.",
        discussion: """
            Example:
              purser alarms secret

            The secret comes from the key file beside the database, so the command runs on the server's machine, as its
            user; the server need not run. Without the file it makes one, which the server uses from then on.

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

/// What every command about alarms takes, and the way it asks the API.
struct AlarmOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "Only the alarms of this app, and for a list those of the whole server.")
    var app: String?

    /// The parameter for the language of titles and texts.
    static var language: (String, String?) { ("language", Language.here.isChinese ? "zh-Hans" : nil) }

    /// Does work with the API, and writes what was refused.
    func with(_ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try self.app.map { try configuration.knownApp($0).name }
        try await APIConnection.with(configuration, app: app, work)
    }
}
