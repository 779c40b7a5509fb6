import AppStore
import ArgumentParser
import PurserHTTP

/// `purser catalog show`: prints a catalogue that was applied.
struct CatalogShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Prints the catalogue that counts now, or an earlier version, as it was written.",
        discussion: """
            Example:
              purser catalog show --config shop/purser.yaml
              purser catalog show --version 3 > catalogue.yaml

            A file of price points that the catalogue names is part of the JSON that --json prints.

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
                    line: "No catalogue was applied yet; a server does at its start: purser serve"
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
