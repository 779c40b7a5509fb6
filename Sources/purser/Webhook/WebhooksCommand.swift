import ArgumentParser

/// `purser webhooks`: the addresses that are told of events.
struct WebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "The addresses that are told of events: adds, tests, and puts right what does not arrive.",
        discussion: """
            Example:
              purser webhooks add https://shop.example.com/purchases
              purser webhooks test we_0123456789abcdef01
              purser webhooks deliveries we_0123456789abcdef01
            """,
        subcommands: [
            WebhooksListCommand.self, WebhooksShowCommand.self, WebhooksAddCommand.self, WebhooksTestCommand.self,
            WebhooksDeliveriesCommand.self, WebhooksReleaseCommand.self, WebhooksSkipCommand.self,
            WebhooksReplayCommand.self, WebhooksPauseCommand.self, WebhooksResumeCommand.self,
            WebhooksRotateCommand.self, WebhooksRemoveCommand.self,
        ]
    )

    /// How the commands about webhooks and events end, for their help.
    static let endings = """
        there is no such endpoint or event, or it cannot be now; 3 nothing was done, because it was so already; 64 wrong \
        usage, 69 the database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
        """
}
