import AppStore
import ArgumentParser

/// `purser customers`: finds customers, and transfers, merges and erases what is theirs.
struct CustomersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customers",
        abstract: "Finds customers by any id, and transfers, merges or erases what is theirs.",
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
            CustomerMergeCommand.self, CustomerSignOutCommand.self, CustomerEraseCommand.self,
            CustomerTransfersCommand.self, CustomerTimelineCommand.self, CustomerBlockCommand.self,
            CustomerUnblockCommand.self, CustomerConsentCommand.self, CustomerConsentsCommand.self,
            CustomerWithdrawConsentCommand.self,
        ]
    )
}

/// `purser customers show`: all that is known of a customer.
struct CustomerShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows all that is known of a customer.",
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

/// `purser customers sign-out`: ends the tokens that were minted for a customer's apps.
struct CustomerSignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Ends the tokens that were made here for the apps of an anonymous customer.",
        discussion: """
            Example:
              purser customers sign-out anonymous:4f1a --reason "the phone was stolen"

            His purchases stay his: merge him into a customer with a name to let him go on. What your backend signs ends by itself.

            Exit status: 0 done, 3 there were none, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not
            confirmed or another user's server, 78 the configuration is wrong.
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
            question: "End them? It cannot be undone."
        ) { CustomerText(fields: CustomerText.fields([("sessions", "ended")], of: $0)) }
    }
}

/// `purser customers erase`: forgets a customer.
struct CustomerEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Forgets a customer: his name, tokens, Apple accounts, and what was said of him.",
        discussion: """
            Example:
              purser customers erase anna --reason "asked by mail"

            His purchases stay in the ledger without a name, as bookkeeping demands. What still gives an entitlement is nobody's then. It
            cannot be undone. Write no name into the reason: it stays.

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
            question: "Erase him? It cannot be undone."
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
