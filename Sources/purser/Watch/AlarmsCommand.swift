import ArgumentParser

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
