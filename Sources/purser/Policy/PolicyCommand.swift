import ArgumentParser

/// `purser policy`: the rules by which orders are guarded and refund requests are answered.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Explains and examines files of rules.",
        discussion: """
            Example:
              purser policy check shop/guards.yaml
              purser policy check shop/guards.yaml --evidence
              purser policy preset decline-first
            """,
        subcommands: [PolicyCheckCommand.self, PolicyPresetCommand.self]
    )
}
