import ArgumentParser
import Ledger
import PurserService

/// `purser customers consent`: records that a customer agreed.
struct CustomerConsentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Records that a customer agreed that data about their purchases may be sent to Apple.",
        discussion: """
            Example:
              purser customers consent anna
              purser customers consent anna --text-hash $(sha256sum < consent.txt | cut -c1-64) --version 3 --locale de-AT

            Nothing but the customer is required. Without --text-hash nobody can prove later which text the customer agreed to. A
            customer who says no without ever having agreed: record a consent, then purser customers withdraw-consent

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(help: ArgumentHelp("SHA-256 of the text, 64 hexadecimal digits.", valueName: "digest"))
    var textHash: String?

    @Option(help: "The version of the text; 1 if left out.")
    var version: String?

    @Option(help: "The language it was shown in, by BCP 47; und if left out.")
    var locale: String?

    @Option(help: "ISO 3166-1 alpha-3; if left out that of the newest purchase, else ZZZ.")
    var storefront: String?

    @Option(help: ArgumentHelp("When the customer agreed; now if left out. \(Moment.forms)", valueName: "moment"))
    var givenAt: Moment?

    @Option(help: "Where the customer agreed, in your words.")
    var source: String?

    @Option(help: "Who agreed for a minor.")
    var guardian: String?

    @Option(help: ArgumentHelp("A name of your own for the consent.", valueName: "name"))
    var id: String?

    @OptionGroup var store: StoreOptions

    func run() async throws {
        let statement: ConsentStatement
        do throws(TaskMistake) {
            statement = try ConsentStatement(
                textHash: self.textHash,
                version: self.version,
                locale: self.locale,
                storefront: self.storefront,
                givenAt: self.givenAt?.ago,
                source: self.source,
                guardian: self.guardian
            )
        } catch {
            throw ValidationError("\(ConsentArgument.option(error.field)): \(error.detail)")
        }
        let task = CustomerTask.Deed.consent(
            try CustomerArgument.customer(self.customer),
            statement,
            id: try ConsentArgument.id(self.id, option: "--id")
        )
        try await self.store.run(task, question: "Record it?")
    }
}
