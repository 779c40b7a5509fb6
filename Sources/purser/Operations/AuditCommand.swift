import AppStore
import ArgumentParser
import PersistenceSQL
import PurserHTTP

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

/// `purser audit list`: the entries of the audit log, oldest first.
struct AuditListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists what operators did, oldest first.",
        discussion: """
            Example:
              purser audit list --config shop/purser.yaml
              purser audit list --json --cursor 120

            Each entry has its outcome: done; nothing, where everything was so already; refused, with the code of the refusal;
            begun, where Apple or the disk decides how it ends, which another entry then says. Its detail "entry" is the
            number of the first.

            purser db check follows the chain of hashes. Note the last hash elsewhere from time to time: somebody who may
            write to the database could write the whole log anew, and only a hash from before tells.

            Exit status: 0 listed, 64 wrong usage, 65 the database is of an older version, 69 it cannot be opened,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Flag(help: "One JSON object a line, with the hashes.")
    var json = false

    @Option(help: "At most so many entries, 1 to 500.")
    var limit = 100

    @Option(help: "Only entries after this number.")
    var cursor: Int64 = 0

    func validate() throws {
        guard (1...500).contains(self.limit) else { throw ValidationError("--limit must be between 1 and 500.") }
        guard self.cursor >= 0 else { throw ValidationError("--cursor is the number of an entry, or 0.") }
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
    /// What operators did.
    static let auditEntries = Listing(
        none: "The audit log has no entry there. What operators do is entered; to see all: purser audit list",
        [
            Column("ENTRY", of: "number", isNumber: true), Column("AT", of: "at"), Column("BY", of: "operatorName"),
            .outcome,
            Column("ACTION", of: "action"), Column("SUBJECT", of: "subject"), Column("REASON", of: "reason"),
        ]
    )
}

extension Listing.Column {
    /// What came of an action, with the code of the refusal.
    static let outcome = Self("OUTCOME") { row, _ in
        let code = row["code"].plain
        return code.isEmpty ? row["outcome"].plain : "\(row["outcome"].plain):\(code)"
    }
}
