import AppStore
import ArgumentParser

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
