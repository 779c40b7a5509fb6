import AppStore
import ArgumentParser
import PurserService

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
            let line = Said("Silence \(self.number) is over.", "静默 \(self.number) 已结束。").text(in: .here)
            StandardStream.output.write(silence, isJSON: self.json, line)
            try NothingDone.end(silence, in: .here)
        }
    }
}
