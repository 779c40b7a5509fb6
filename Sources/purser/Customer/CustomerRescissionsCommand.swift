import AppStore
import ArgumentParser
import Ledger

/// `purser customers rescissions`: lists what rescissions of consent set in motion.
struct CustomerRescissionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rescissions",
        abstract: "List what a parent's rescissions of consent set in motion, newest first.",
        discussion: """
            Example:
              purser customers rescissions

            Apple reports a rescission with RESCIND_CONSENT. The catalog's consentRescissions decides what it sets in
            motion: freeze, delete or note. A rescission leaves the list when its customers are erased or have consented
            again, and with purser customers resolve-rescission

            \(CustomerArgument.endings)
            """
    )

    @OptionGroup var environment: AppleEnvironmentOption

    @OptionGroup var options: CustomerOptions

    @OptionGroup var page: PageOptions

    func run() async throws {
        try await self.options.with { api in
            let page = try await self.page.page(
                from: api,
                "consent-rescissions",
                "rescissions",
                [("environment", try self.environment.storeEnvironment().rawValue)]
            )
            self.page.write(page, as: .rescissions)
        }
    }
}

/// `purser customers resolve-rescission`: resolves what a rescission of consent set in motion.
struct CustomerResolveRescissionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve-rescission",
        abstract: "Resolve what a rescission of consent set in motion, such as for a customer who is of age.",
        discussion: """
            Example:
              purser customers resolve-rescission 704897469903179 --reason "proved to be of age"

            The customers are no longer frozen by the rescission, and it leaves the list. Consents from before it still
            do not count. A later rescission for the account sets everything in motion again. A reason is required.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The Apple Account: purser customers rescissions")
    var account: String

    @OptionGroup var environment: AppleEnvironmentOption

    @OptionGroup var options: CustomerChangeOptions

    func validate() throws {
        if self.options.change.reason?.isEmpty ?? true { throw ValidationError("--reason: state the reason") }
    }

    func run() async throws {
        try await self.options.run(
            .post,
            "consent-rescissions/\(APIClient.escaped(self.account))/resolve",
            [("environment", try self.environment.storeEnvironment().rawValue)],
            self.options.reasonMember,
            question: "Resolve it?"
        ) { answer in
            CustomerText(
                fields: CustomerText.fields(
                    [
                        ("account", "account"), ("environment", "environment"), ("rescinded", "rescindedAt"),
                        ("resolved", "resolvedAt"),
                    ],
                    of: answer
                )
            )
        }
    }
}

extension Listing {
    /// The table of rescissions.
    fileprivate static let rescissions = Listing(
        none: "No rescission concerns a customer. To see consents: purser customers consents CUSTOMER",
        [
            Column("RESCINDED", of: "rescindedAt"), Column("ACTIONS", of: "actions"),
            Column("DELETE BY", of: "deleteBy"), Column("CUSTOMERS", of: "customers"),
            Column("ACCOUNT", of: "account"), Column("STOREFRONT", of: "storefront"),
        ]
    )
}
