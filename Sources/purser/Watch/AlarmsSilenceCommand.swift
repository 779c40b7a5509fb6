import AppStore
import ArgumentParser
import Ledger

/// `purser alarms silence`: keeps alarms from being sent to people, for a time.
struct AlarmsSilenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "silence",
        abstract: "Sends nobody an alarm for a time; it is listed all the same.",
        discussion: """
            Example:
              purser alarms silence link_down --for 2h --reason "maintenance at the provider"
              purser alarms silence --all --app shop --for 1d --reason "the app is being moved"

            The audit log has who silenced what, and why. A silence ends by itself after at most 30 days.

            Exit status: 0 silenced, 1 there are too many silences, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var options: AlarmOptions

    @Argument(help: "The alarm's name: purser alarms list")
    var name: String?

    @Flag(help: "Every alarm.")
    var all = false

    @Option(help: "Only the alarm about this, such as a host or a product, as the list shows it.")
    var subject: String?

    @Option(
        name: .customLong("for"),
        help: "How long: 30min, 2h or 7d; at most 30 days.",
        transform: { text in
            guard let length = SilenceLength(argument: text) else { throw ValidationError(SilenceLength.rule) }
            return length
        }
    )
    var length: SilenceLength

    @Option(help: "Why, for the audit log and whoever sees the silence.")
    var reason: String

    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        if self.name != nil, self.all {
            throw ValidationError("Name the alarm or say --all, but not both.")
        }
        guard self.name != nil || self.all else {
            throw ValidationError("Name the alarm, or say --all: purser alarms silence link_down --for 2h --reason ...")
        }
        if let name, AlarmName(rawValue: name) == nil {
            throw WordOption.mistake("alarm", name, known: AlarmName.allCases.map(\.rawValue))
        }
    }

    func run() async throws {
        try await self.options.with { server in
            var members = [
                JSONMember(key: "minutes", value: .number("\(self.length.minutes)")),
                JSONMember(key: "reason", value: .string(self.reason)),
            ]
            if let name = self.name { members.append(JSONMember(key: "name", value: .string(name))) }
            if let subject = self.subject { members.append(JSONMember(key: "subject", value: .string(subject))) }
            let silence = try await server.send(.post, "alarm-silences", [], members)
            StandardStream.output.write(silence, isJSON: self.json, SilenceText.line(silence, in: .here))
        }
    }
}
