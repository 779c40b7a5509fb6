import ArgumentParser

/// `purser evidence`: what Apple signed and is kept.
struct EvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Verifies again what Apple signed and is kept.",
        discussion: """
            Example:
              purser evidence verify --config shop/purser.yaml
            """,
        subcommands: [EvidenceVerifyCommand.self]
    )
}
