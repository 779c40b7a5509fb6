import ArgumentParser

/// `purser audit`: what operators did.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Shows what operators did.",
        discussion: """
            Example:
              purser audit list --config shop/purser.yaml
            """,
        subcommands: [AuditListCommand.self]
    )
}
