import AppStore
import ArgumentParser
import Ledger
import PurserService

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
            throw ChoiceOption.mistake("alarm", name, known: AlarmName.allCases.map(\.rawValue))
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

/// `purser alarms silences`: lists the silences that hold now.
struct AlarmsSilencesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "silences",
        abstract: "Lists the silences that hold now: which alarms, until when, who and why.",
        discussion: """
            Example:
              purser alarms silences

            Exit status: 0 listed, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var options: AlarmOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.options.with { server in
            let silences = try await server.get("alarm-silences")["silences"]?.elements ?? []
            Listing.alarmSilences.write(silences, isJSON: self.json, in: .here)
        }
    }
}

/// `purser alarms end-silence`: ends a silence before its time.
struct AlarmsEndSilenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-silence",
        abstract: "Ends a silence before its time.",
        discussion: """
            Example:
              purser alarms end-silence 13 --reason "the maintenance is over"

            Exit status: 0 ended, 1 there is no such silence, 3 it was over already, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var options: AlarmOptions

    @Argument(help: "The silence's number: purser alarms silences")
    var number: Int64

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.options.with { server in
            let path = "alarm-silences/\(self.number)"
            let silence = try await server.send(.delete, path, [("reason", self.reason.reason)], nil)
            let line = LocalizedText("Silence \(self.number) is over.", "静默 \(self.number) 已结束。").text(in: .here)
            StandardStream.output.write(silence, isJSON: self.json, line)
            try NoChange.end(silence, in: .here)
        }
    }
}

/// How long alarms are silent, as it is typed: minutes, hours or days.
package struct SilenceLength: ExpressibleByArgument, Hashable, Sendable {
    /// What is said about anything else.
    static let rule = "A length is a whole number with min, h or d, such as 30min, 2h or 7d."

    /// The minutes.
    package let minutes: Int64

    /// The length that a text such as `2h` says; `nil` where it says none, or not whole minutes.
    package init?(argument: String) {
        guard let span = Span(typed: argument), span > .zero, span.milliseconds % 60_000 == 0 else { return nil }
        self.minutes = span.milliseconds / 60_000
    }
}

extension Span {
    /// A span as the configuration and commands take it: `90s`, `10min` or `10m`, `2h`, `7d`; `nil` for anything else.
    init?(typed text: String) {
        self.init(spelling: text.hasSuffix("m") ? text + "in" : text)
    }
}

/// A silence of alarms as one line for people.
enum SilenceText {
    /// Returns the line.
    static func line(_ silence: JSONValue, in language: Language) -> String {
        let (number, until) = (silence["number"].plain, silence["until"].plain)
        let (by, reason) = (silence["by"].plain, silence["reason"].plain)
        return TextColumns.cell(
            LocalizedText(
                "Silence \(number), until \(until), by \(by): \(reason)",
                "静默 \(number)，至 \(until)，\(by)：\(reason)"
            ).text(in: language)
        )
    }
}
