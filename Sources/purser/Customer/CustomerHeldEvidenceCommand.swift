import ArgumentParser
import Ledger

/// `purser customers held-evidence`: lists a customer's purchases that are stored but not applied.
struct CustomerHeldEvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held-evidence",
        abstract: "List a customer's purchases that are stored but not applied, oldest first.",
        discussion: """
            Example:
              purser customers held-evidence anna --reason signed_in_future

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(
        help: ArgumentHelp(
            "Only evidence that is held for this reason: signed_in_future, missing_part, certificate_revoked, not_ours.",
            valueName: "reason"
        )
    )
    var reason: String?

    @OptionGroup var options: CustomerOptions

    @OptionGroup var page: PageOptions

    func run() async throws {
        let path = try CustomerArgument.path(self.customer, "held-evidence")
        if let reason, HeldEvidence.Reason(rawValue: reason) == nil {
            throw ChoiceOption.mistake("--reason", reason, known: HeldEvidence.Reason.allCases.map(\.rawValue))
        }
        try await self.options.with { api in
            let page = try await self.page.page(from: api, path, "heldEvidence", [("reason", self.reason)])
            self.page.write(page, as: .heldEvidence)
        }
    }
}

extension Listing {
    /// The table of a customer's held evidence.
    fileprivate static let heldEvidence = Listing(
        none: "No evidence of this customer is held. To see what happened: purser customers timeline CUSTOMER",
        [
            Column("SUBMITTED", of: "submittedAt"), Column("TRANSACTION", of: "transaction"),
            Column("REASON", of: "reason"), Column("CODE", of: "code"), Column("UNTIL", of: "until"),
            Column("REPEATS", of: "repeats", isNumber: true), Column("CUSTOMER", of: "customer"),
            Column("DIGEST", of: "digest"),
        ]
    )
}
