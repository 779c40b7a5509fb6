import AppStore
import ArgumentParser
import PersistenceSQL
import PurserHTTP

/// `purser audit`: shows the audit log.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show the audit log.",
        discussion: """
            Example:
              purser audit list --config shop/purser.yaml
            """,
        subcommands: [AuditListCommand.self]
    )
}

/// `purser audit list`: lists the entries of the audit log.
struct AuditListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the actions of operators and keys, oldest first.",
        discussion: """
            Example:
              purser audit list --config shop/purser.yaml
              purser audit list --json --cursor 120

            Each entry has an outcome: done; nothing, if there was nothing to do; refused, with the code of the error;
            begun, if Apple or the disk determines the outcome, which a later entry then states. The later entry's
            detail "entry" is the number of the first.

            purser db check verifies the chain of hashes. Store the last hash elsewhere from time to time: an attacker
            who can write to the database can rewrite the whole log, and only an earlier hash reveals it.

            Exit status: 0 listed, 64 wrong usage, 65 the database is of an older version, 69 it cannot be opened,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Flag(help: "Print one JSON object per line, with the hashes.")
    var json = false

    @Option(help: "The maximum number of entries, 1 to 500.")
    var limit = 100

    @Option(help: "Only entries after this number.")
    var cursor: Int64 = 0

    func validate() throws {
        guard (1...500).contains(self.limit) else { throw ValidationError("--limit must be between 1 and 500.") }
        guard self.cursor >= 0 else { throw ValidationError("--cursor must be the number of an entry, or 0.") }
    }

    func run() async throws {
        let configuration = try self.configuration.load()
        try await APIConnection.with(configuration) { api in
            let page = try await api.get(
                "audit",
                [("limit", "\(self.limit)"), ("cursor", self.cursor > 0 ? "\(self.cursor)" : nil)]
            )
            Listing.auditEntries.write(page["entries"]?.elements ?? [], next: page["next"]?.text, isJSON: self.json)
        }
    }
}

extension Listing {
    /// The table of the audit log.
    static let auditEntries = Listing(
        none: "There are no entries. To list the whole audit log: purser audit list",
        [
            Column("ENTRY", of: "number", isNumber: true), Column("AT", of: "at"), Column("BY", of: "operatorName"),
            .outcome,
            Column("ACTION", of: "action"), Column("SUBJECT", of: "subject"), Column("REASON", of: "reason"),
        ]
    )
}

extension Listing.Column {
    /// The outcome of an action, with the code of the error.
    static let outcome = Self("OUTCOME") { row, _ in
        let code = row["code"].plain
        return code.isEmpty ? row["outcome"].plain : "\(row["outcome"].plain):\(code)"
    }
}
