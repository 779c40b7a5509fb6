import ArgumentParser

/// `purser policy`: the rules by which orders are guarded.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Explains and examines files of rules.",
        discussion: """
            Example:
              purser policy check shop/guards.yaml
              purser policy check shop/guards.yaml --evidence
            """,
        subcommands: [PolicyCheckCommand.self]
    )
}
