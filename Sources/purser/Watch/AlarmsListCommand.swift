import ArgumentParser
import Ledger

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
        guard known.contains(self.state) else { throw WordOption.mistake("--state", self.state, known: known) }
    }

    func run() async throws {
        try await self.options.with { server in
            let filter = [("state", self.state), ("since", self.since?.ago.rfc3339), AlarmOptions.language]
            let page = try await self.page.page(from: server, "alarms", "alarms", filter)
            self.page.write(page, as: .alarms, in: .here)
        }
    }
}
