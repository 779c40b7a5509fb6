import AppStore
import ArgumentParser
import PurserHTTP

/// `purser catalog versions`: the catalogues that were applied, newest first.
struct CatalogVersionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions",
        abstract: "Lists the catalogues that were applied, newest first.",
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
