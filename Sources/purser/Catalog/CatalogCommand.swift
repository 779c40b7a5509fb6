import ArgumentParser

/// `purser catalog`: what the app sells and what that gives.
struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog",
        abstract: "Checks, compares and applies catalogues, and makes one from Xcode's file.",
        discussion: """
            Example:
              purser catalog check shop/catalogue.yaml
              purser catalog diff shop/catalogue.yaml
              purser catalog apply shop/catalogue.yaml --reason "new prices"
              purser catalog versions
              purser catalog import Shop.storekit -o catalogue.yaml
            """,
        subcommands: [
            CatalogCheckCommand.self, CatalogDiffCommand.self, CatalogApplyCommand.self, CatalogShowCommand.self,
            CatalogVersionsCommand.self, CatalogImportCommand.self,
        ]
    )
}
