import ArgumentParser
import PurserHTTP

/// `purser catalog diff`: what a catalogue would change.
struct CatalogDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Says what a catalogue would change, and which rights customers would lose.",
        discussion: """
            Example:
              purser catalog diff shop/catalogue.yaml --config shop/purser.yaml

            Compares with what counts now. Nothing is changed.

            Exit status: 0 nothing would change, 1 something would, 64 wrong usage, 65 the file has mistakes, 69 the
            database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The catalogue file.")
    var file: String

    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let text = try CatalogOptions.text(of: self.file)
        try await self.catalog.run { api in
            let preview = try await api.applyCatalog(.text(text, name: self.file), reason: nil, isPreview: true)
            if self.catalog.json {
                try CatalogOptions.write(json: preview)
            } else {
                for line in preview.words { StandardStream.output.write(line: line) }
            }
            if !preview.changes.isEmpty { throw ExitStatus.negative.error }
        }
    }
}
