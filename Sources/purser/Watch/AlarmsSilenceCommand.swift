import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser alarms silence`: silences alarms for a time.
struct AlarmsSilenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "silence",
        abstract: "Send no notices of an alarm for a time; it is still listed.",
        discussion: """
            Example:
              purser alarms silence link_down --for 2h --reason "maintenance at the provider"
              purser alarms silence --all --app shop --for 1d --reason "the app is being moved"

            The audit log records who silenced what, and why. A silence ends by itself after at most 30 days.

            Exit status: 0 silenced, 1 there are too many silences, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var options: AlarmOptions

    @Argument(help: "The alarm's name: purser alarms list")
    var name: String?

    @Flag(help: "Every alarm.")
    var all = false

    @Option(help: "Only the alarm about this subject, such as a host or a product, as in the list.")
    var subject: String?

    @Option(
        name: .customLong("for"),
        help: "The duration: 30min, 2h or 7d; at most 30 days.",
        transform: { text in
            guard let length = SilenceLength(argument: text) else { throw ValidationError(SilenceLength.rule) }
            return length
        }
    )
    var length: SilenceLength

    @Option(help: "The reason, for the audit log and the list of silences.")
    var reason: String

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if self.name != nil, self.all {
            throw ValidationError("Name an alarm or use --all, but not both.")
        }
        guard self.name != nil || self.all else {
            throw ValidationError("Name an alarm, or use --all: purser alarms silence link_down --for 2h --reason ...")
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

/// `purser alarms silences`: lists the current silences.
struct AlarmsSilencesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "silences",
        abstract: "List the current silences: alarms, end, author and reason.",
        discussion: """
            Example:
              purser alarms silences

            Exit status: 0 listed, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var options: AlarmOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        try await self.options.with { server in
            let silences = try await server.get("alarm-silences")["silences"]?.elements ?? []
            Listing.alarmSilences.write(silences, isJSON: self.json, in: .here)
        }
    }
}

/// `purser alarms end-silence`: ends a silence early.
struct AlarmsEndSilenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-silence",
        abstract: "End a silence early.",
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

    @Flag(help: "Print one JSON object.")
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

/// The duration of a silence on the command line: minutes, hours or days.
package struct SilenceLength: ExpressibleByArgument, Hashable, Sendable {
    /// The message for an invalid duration.
    static let rule = "A duration is an integer with min, h or d, such as 30min, 2h or 7d."

    /// The minutes.
    package let minutes: Int64

    /// Reads a duration such as `2h`; returns `nil` for an invalid one, or one that is not in whole minutes.
    package init?(argument: String) {
        guard let span = Span(typed: argument), span > .zero, span.milliseconds % 60_000 == 0 else { return nil }
        self.minutes = span.milliseconds / 60_000
    }
}

extension Span {
    /// Reads a duration in the form of the configuration and of commands: `90s`, `10min` or `10m`, `2h`, `7d`; returns
    /// `nil` for anything else.
    init?(typed text: String) {
        self.init(spelling: text.hasSuffix("m") ? text + "in" : text)
    }
}

/// A silence of alarms in one line.
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
