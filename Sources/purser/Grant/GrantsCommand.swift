import ArgumentParser

/// `purser grants`: gives rights by hand, lists them, and takes them back.
struct GrantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants",
        abstract: "Gives rights by hand, lists them, and takes them back.",
        discussion: """
            Example:
              purser grants create user-42 pro --until 2026-12-31T00:00:00Z --reason "an apology"
              purser grants list user-42
              purser grants revoke user-42 grant_5f0c2a9d1e7b3c4d --reason "a mistake"
            """,
        subcommands: [GrantCreateCommand.self, GrantListCommand.self, GrantRevokeCommand.self]
    )
}
