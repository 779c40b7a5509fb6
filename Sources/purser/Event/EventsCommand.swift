import ArgumentParser

/// `purser events`: what happened, in order.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "What happened, in order: reads it, follows it, sends one event once more.",
        discussion: """
            Example:
              purser events tail
              purser events resend cus_ada_7 --to we_0123456789abcdef01
            """,
        subcommands: [EventsTailCommand.self, EventsResendCommand.self]
    )
}
