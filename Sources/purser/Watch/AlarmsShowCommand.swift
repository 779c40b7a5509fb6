import AppStore
import ArgumentParser

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
