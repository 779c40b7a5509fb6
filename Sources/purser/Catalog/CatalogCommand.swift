import AppStore
import ArgumentParser
import PurserHTTP

/// `purser catalog`: what the app sells and what that gives.
struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog",
        abstract: "Checks, compares and applies catalogs, and makes one from Xcode's file.",
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

/// `purser catalog show`: prints a catalog that was applied.
struct CatalogShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Prints the catalog that counts now, or an earlier version, as it was written.",
        discussion: """
            Example:
              purser catalog show --config shop/purser.yaml
              purser catalog show --version 3 > catalog.yaml

            A file of price points that the catalog names is part of the JSON that --json prints.

            Exit status: 0 shown, 64 there is no such version, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Option(help: ArgumentHelp("The version; the newest if not given.", valueName: "number"))
    var version: Int64?

    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await self.catalog.run { api in
            guard let found = try await api.catalogVersion(self.version) else {
                StandardStream.error.write(
                    line: "No catalog was applied yet; a server does at its start: purser serve"
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

/// `purser catalog versions`: the catalogs that were applied, newest first.
struct CatalogVersionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions",
        abstract: "Lists the catalogs that were applied, newest first.",
        discussion: """
            Example:
              purser catalog versions --config shop/purser.yaml
              purser catalog versions --json --limit 10 --cursor 40

            Exit status: 0 listed, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's
            server, 78 the configuration is wrong.
            """
    )

    @Option(help: "At most so many, 1 to 200.")
    var limit = 50

    @Option(help: "Only versions before this number.")
    var cursor: Int64?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        guard (1...200).contains(self.limit) else { throw ValidationError("--limit must be between 1 and 200.") }
        guard self.cursor.map({ $0 > 0 }) ?? true else { throw ValidationError("--cursor is the number of a version.") }
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
    /// The catalogs that were applied.
    static let catalogVersions = Listing(
        none: "No catalog was applied yet; a server does at its start: purser serve",
        [
            Column("VERSION", of: "number", isNumber: true), Column("APPLIED", of: "appliedAt"),
            Column("BY", of: "appliedBy"),
            Column("DIGEST") { row, _ in String(row["digest"].plain.prefix(12)) },
            Column("REASON", of: "note"),
        ]
    )
}
