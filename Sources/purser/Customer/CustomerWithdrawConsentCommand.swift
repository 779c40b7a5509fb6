import ArgumentParser
import Ledger
import PurserService

/// `purser customers withdraw-consent`: records that a customer does not agree any more.
struct CustomerWithdrawConsentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw-consent",
        abstract: "Records that a customer does not agree any more that data about their purchases are sent to Apple.",
        discussion: """
            Example:
              purser customers withdraw-consent anna

            The consent that stands is withdrawn; it stays in the list, because it proves what was sent before. Where none stands
            nothing is done.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(help: ArgumentHelp("Another consent than the one that stands: purser customers consents", valueName: "id"))
    var consent: String?

    @Option(help: ArgumentHelp("When the customer said so; now if left out. \(Moment.forms)", valueName: "moment"))
    var withdrawnAt: Moment?

    @OptionGroup var store: StoreOptions

    func run() async throws {
        let task = CustomerTask.Deed.withdrawConsent(
            try CustomerArgument.customer(self.customer),
            id: try ConsentArgument.id(self.consent, option: "--consent"),
            at: self.withdrawnAt?.ago
        )
        try await self.store.run(task, question: "Withdraw it? It cannot be undone.")
    }
}
