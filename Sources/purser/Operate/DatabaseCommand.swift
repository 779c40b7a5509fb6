import ArgumentParser

/// `purser db`: copies, restores and looks through the database.
struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "db",
        abstract: "Copies, restores and looks through the database.",
        discussion: """
            Example:
              purser db backup /var/backups/purser/$(date +%F).db --config shop/purser.yaml
              purser db check /var/backups/purser/2026-11-21.db
            """,
        subcommands: [DatabaseBackupCommand.self, DatabaseRestoreCommand.self, DatabaseCheckCommand.self]
    )
}
