import ArgumentParser

/// `purser simulate scenario`: stories of the App Store that assert what must be told.
struct ScenarioCommand: AsyncParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Play stories of the App Store that say what must be told, built in or your own.",
        discussion: """
            Example:
              purser simulate scenario list
              purser simulate scenario run refund-declined 45
              purser simulate scenario run --all --junit scenarios.xml
              purser simulate scenario show refund-declined > mine.json
              purser simulate scenario run --file mine.json
            """,
        subcommands: [ScenarioListCommand.self, ScenarioRunCommand.self, ScenarioShowCommand.self]
    )
}
