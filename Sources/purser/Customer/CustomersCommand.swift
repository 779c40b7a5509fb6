import AppStore
import ArgumentParser

/// `purser customers`: finds, transfers, merges and erases customers.
struct CustomersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customers",
        abstract: "Find customers by any id; transfer, merge or erase their data.",
        discussion: """
            Example:
              purser customers lookup MMTVJ1W3L4
              purser customers show anna
              purser customers consent anna
              purser customers transfer 230000000000042 --to anna --reason "bought under her brother's login"
              purser customers undo 5f0c8a1be2d349775f0c8a1be2d34977
            """,
        subcommands: [
            CustomerShowCommand.self, CustomerLookupCommand.self, CustomerTransferCommand.self,
            CustomerUndoCommand.self,
            CustomerMergeCommand.self, CustomerRetireCommand.self, CustomerSignOutCommand.self,
            CustomerEraseCommand.self,
            CustomerTransfersCommand.self, CustomerTimelineCommand.self, CustomerHeldEvidenceCommand.self,
            CustomerBlockCommand.self,
            CustomerUnblockCommand.self, CustomerConsentCommand.self, CustomerConsentsCommand.self,
            CustomerWithdrawConsentCommand.self, CustomerRescissionsCommand.self,
            CustomerResolveRescissionCommand.self,
        ]
    )
}

/// `purser customers show`: shows a customer.
struct CustomerShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a customer.",
        discussion: """
            Example:
              purser customers show anna

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var options: CustomerOptions

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    func run() async throws {
        let path = try CustomerArgument.path(self.customer)
        try await self.options.with { api in
            let profile = try await api.get(path)
            if self.json { return StandardStream.output.write(json: profile) }
            Self.text(profile).write(to: .output)
        }
    }

    private static func text(_ profile: JSONValue) -> CustomerText {
        let accounts = (profile["appleAccounts"]?.elements ?? []).map { account in
            JSONValue.object(
                CustomerText.fields([("account", "appTransaction"), ("environment", "environment")], of: account)
            )
        }
        var fields = CustomerText.fields(
            [
                ("customer", "customer"), ("mergedInto", "mergedInto"), ("merged", "mergedCustomers"),
                ("firstSeen", "firstSeenAt"), ("lastSeen", "lastSeenAt"), ("accountTokens", "appAccountTokens"),
            ],
            of: profile
        )
        fields.append(JSONMember(key: "appleAccounts", value: .array(accounts)))
        let counts = (profile["counts"]?.elements ?? []).map { count in
            let names = ["environment", "purchases", "chains", "activeEntitlements"]
            return JSONValue.object(CustomerText.fields(names.map { ($0, $0) }, of: count))
        }
        fields.append(JSONMember(key: "counts", value: .array(counts)))
        if case .object(let facts)? = profile["facts"] {
            for fact in facts where fact.key != "statedAt" {
                let isMoney = ["spentElsewhere", "refundedElsewhere"].contains(fact.key)
                let value = isMoney ? JSONValue.string(Optional(fact.value).amounts(none: "0")) : fact.value
                fields.append(JSONMember(key: fact.key, value: value))
            }
        }
        fields += CustomerText.fields([("consentSince", "consent.givenAt"), ("events", "events")], of: profile)
        return CustomerText(fields: fields)
    }
}

/// `purser customers sign-out`: ends the tokens that the server created for a customer's apps.
struct CustomerSignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "End the tokens that the server created for the apps of an anonymous customer.",
        discussion: """
            Example:
              purser customers sign-out anonymous:4f1a --reason "the phone was stolen"

            The purchases still belong to the customer: to continue to use them, merge the customer into a named one.
            Tokens that your backend signs are not affected; they expire.

            Exit status: 0 done, 3 there were none, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77
            not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer's id.")
    var customer: String

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        try await self.options.run(
            .delete,
            try CustomerArgument.path(self.customer, "sessions"),
            [self.options.reasonParameter],
            question: "End them? This cannot be undone."
        ) { CustomerText(fields: CustomerText.fields([("sessions", "ended")], of: $0)) }
    }
}

/// `purser customers erase`: erases a customer.
struct CustomerEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a customer: their id, tokens, Apple Accounts and facts.",
        discussion: """
            Example:
              purser customers erase anna --reason "asked by mail"

            The purchases stay in the ledger without a customer, as bookkeeping requires. Entitlements that are still
            active then belong to no customer. This cannot be undone. The reason is stored permanently, so leave out
            personal data.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        try await self.options.run(
            .delete,
            try CustomerArgument.path(self.customer),
            [("confirm", self.customer), self.options.reasonParameter],
            question: "Erase the customer? This cannot be undone."
        ) { erasure in
            var text = CustomerText(ownership: erasure["ownership"] ?? .null)
            text.fields =
                CustomerText.fields(
                    [
                        ("factsErased", "erases.facts"), ("consentDetailsErased", "erases.consentDetails"),
                        ("accountTokensErased", "erases.accountTokens"),
                        ("appleAccountsErased", "erases.appleAccounts"), ("reasonsErased", "erases.auditReasons"),
                        ("purchasesKept", "keeps.purchases"),
                    ],
                    of: erasure
                ) + text.fields
            return text
        }
    }
}
