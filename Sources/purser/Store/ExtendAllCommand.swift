import ArgumentParser
import Ledger
import PurserService

/// `purser subscriptions extend-all`: puts all renewal dates of a product off.
struct ExtendAllCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend-all",
        abstract: "Extends the renewal dates of all active subscribers of a product; Apple writes to each.",
        discussion: """
            Example:
              purser subscriptions extend-all pro.monthly --days 3 --because outage --storefront USA --storefront CAN

            Apple works on it for hours or days; the server asks how far it is, also after a restart:
            purser subscriptions extensions. It cannot be undone. The order is kept before Apple is asked, and given later
            where Apple cannot be asked now. With the same --key the same order is given once, however often the command is
            run.

            Exit status: 0 ordered or kept, 1 Apple refuses, 64 wrong usage, 69 the server cannot be reached, 75 try again,
            77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The product.")
    var productID: String

    @OptionGroup var terms: ExtensionOptions

    @Option(help: ArgumentHelp("A name for this order, so that it is given once.", valueName: "key"))
    var key: String?

    @Option(help: ArgumentHelp("Only in this storefront; may be repeated.", valueName: "alpha-3 code"))
    var storefront: [String] = []

    @OptionGroup var environment: AppleEnvironmentOption

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(
            .extendAll(
                ProductID(self.productID),
                days: try self.terms.extensionDays(),
                because: try self.terms.reasonCode(),
                storefronts: self.storefront,
                environment: try self.environment.storeEnvironment(),
                key: self.key
            )
        )
    }
}
