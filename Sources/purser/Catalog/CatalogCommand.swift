import AppStore
import ArgumentParser
import PurserHTTP

/// `purser catalog`: manages the catalog.
struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog",
        abstract: "Check, compare and apply catalogs, and create one from a StoreKit file.",
        discussion: """
            Example:
              purser catalog check shop/catalog.yaml
              purser catalog diff shop/catalog.yaml
              purser catalog apply shop/catalog.yaml --reason "new prices"
              purser catalog versions
              purser catalog import Shop.storekit -o catalog.yaml
            """,
        subcommands: [
            CatalogCheckCommand.self, CatalogDiffCommand.self, CatalogApplyCommand.self, CatalogShowCommand.self,
            CatalogVersionsCommand.self, CatalogImportCommand.self,
        ]
    )
}

/// `purser catalog show`: prints a catalog.
struct CatalogShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the catalog in force, or an earlier version, unchanged.",
        discussion: """
            Example:
              purser catalog show --config shop/purser.yaml
              purser catalog show --version 3 > catalog.yaml

            With --json, the output includes the file of price points that the catalog names.

            Exit status: 0 shown, 64 there is no such version, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Option(help: ArgumentHelp("The version; the newest by default.", valueName: "number"))
    var version: Int64?

    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await self.catalog.run { api in
            guard let found = try await api.catalogVersion(self.version) else {
                StandardStream.error.write(
                    line: "There is no catalog yet; a server applies one when it starts: purser serve"
                )
                throw ExitStatus.negative.error
            }
            if self.catalog.json { return try CatalogOptions.write(json: found) }
            for line in Listing.catalogVersions.lines([try JSONValue(of: found.version)], in: .english) {
                StandardStream.error.write(line: line)
            }
            StandardStream.output.write(bytes: Array(found.document.utf8))
        }
    }
}

/// `purser catalog versions`: lists the versions of the catalog.
struct CatalogVersionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions",
        abstract: "List the versions of the catalog, newest first.",
        discussion: """
            Example:
              purser catalog versions --config shop/purser.yaml
              purser catalog versions --json --limit 10 --cursor 40

            Exit status: 0 listed, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's
            server, 78 the configuration is wrong.
            """
    )

    @Option(help: "The maximum number of versions, 1 to 200.")
    var limit = 50

    @Option(help: "Only versions before this number.")
    var cursor: Int64?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        guard (1...200).contains(self.limit) else { throw ValidationError("--limit must be between 1 and 200.") }
        guard self.cursor.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--cursor must be the number of a version.")
        }
    }

    func run() async throws {
        try await self.catalog.run { api in
            let page = try await api.catalogVersions(before: self.cursor, limit: self.limit)
            let rows = try page.versions.map { try JSONValue(of: $0) }
            Listing.catalogVersions.write(rows, next: page.next.map { "\($0)" }, isJSON: self.catalog.json)
        }
    }
}

extension Listing {
    /// The table of versions.
    static let catalogVersions = Listing(
        none: "There is no catalog yet; a server applies one when it starts: purser serve",
        [
            Column("VERSION", of: "number", isNumber: true), Column("APPLIED", of: "appliedAt"),
            Column("BY", of: "appliedBy"),
            Column("DIGEST") { row, _ in String(row["digest"].plain.prefix(12)) },
            Column("REASON", of: "note"),
        ]
    )
}
