import ArgumentParser

/// `purser policy`: the rules by which orders are guarded and refund requests are answered.
struct PolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Explains and examines files of rules, and publishes refund policies.",
        discussion: """
            Example:
              purser policy check shop/guards.yaml
              purser policy check shop/guards.yaml --evidence
              purser policy preset decline-first
              purser policy publish shop/refunds.yaml --try-on 20
              purser policy show
              purser policy publish shop/refunds.yaml
            """,
        subcommands: [
            PolicyCheckCommand.self, PolicyPresetCommand.self, PolicyPublishCommand.self, PolicyShowCommand.self,
            PolicyEndTrialCommand.self,
        ]
    )
}
