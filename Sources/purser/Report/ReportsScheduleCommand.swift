import AppStore
import ArgumentParser

/// `purser reports schedule`: how the fetching of reports goes.
struct ReportsScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Shows the newest report of each kind, when the next is fetched, and what failed.",
        discussion: """
            Example:
              purser reports schedule

            Exit status: 0 nothing is in the way, 1 something failed and nothing has made it good, 64 wrong usage, 69
            the server is not running, 75 try again, 77 another user's server, 78 the configuration is wrong, or has no
            key for App Store Connect.
            """
    )

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let kinds = try await access.get("reports/schedule")["kinds"]?.elements ?? []
            Listing.reportSchedule.write(kinds, isJSON: self.json, in: .here)
            let failures = kinds.compactMap { $0["failure"] }
            guard !failures.isEmpty else { return }
            if !self.json {
                var said: Set<String> = []
                for failure in failures where said.insert(failure["detail"].plain).inserted {
                    StandardStream.error.write(line: failure["detail"].plain)
                }
            }
            throw ExitStatus.negative.error
        }
    }
}
