import AppStore
import ArgumentParser
import Ledger

/// `purser customers transfer`: transfers a purchase to a customer.
struct CustomerTransferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Transfer a purchase, or the chain from this purchase on, to a customer.",
        discussion: """
            Example:
              purser customers transfer 230000000000042 --to anna --reason "bought under her brother's login"

            Shows the transfers and the entitlements of all customers concerned before and after, then asks. To undo
            it: purser customers undo

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "Any transaction id of the purchase.")
    var transactionID: String

    @Option(name: .customLong("to"), help: ArgumentHelp("The customer's id in your app.", valueName: "customer"))
    var customer: String

    @Option(help: "Production or Sandbox.")
    var environment = StoreEnvironment.production.rawValue

    @Flag(help: "Transfer every purchase of the chain from this one on.")
    var chain = false

    @Flag(
        help: "Set the customer's account token at Apple, for everything that Apple signs about the chain from now on."
    )
    var setAccountToken = false

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        guard let environment = StoreEnvironment.named(self.environment) else {
            throw ValidationError("--environment \(self.environment): use Production or Sandbox.")
        }
        let reach = self.chain ? Decision.Reach.chainOn : .purchase
        try await self.options.run(
            .post,
            "transactions/\(try TransactionArgument.id(self.transactionID))/owner",
            [("environment", environment.rawValue)],
            [
                JSONMember(key: "customer", value: .string(try CustomerArgument.customer(self.customer).rawValue)),
                JSONMember(key: "reach", value: .string(reach.rawValue)),
                JSONMember(key: "setAccountToken", value: .bool(self.setAccountToken)),
            ] + self.options.reasonMember,
            question: "Transfer it? This can be undone.",
            text: CustomerText.init(ownership:)
        )
    }
}

/// `purser customers merge`: merges a customer into another.
struct CustomerMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge a customer into another, because they are the same person.",
        discussion: """
            Example:
              purser customers merge anonymous:4f1a --into anna

            All purchases, tokens and Apple Accounts then belong to the second customer. This can be undone.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer to merge.")
    var customer: String

    @Option(help: ArgumentHelp("The customer who remains.", valueName: "customer"))
    var into: String

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        let target = try CustomerArgument.customer(self.into)
        try await self.options.run(
            .post,
            try CustomerArgument.path(self.customer, "merge"),
            [],
            [JSONMember(key: "into", value: .string(target.rawValue))] + self.options.reasonMember,
            question: "Merge them? This can be undone.",
            text: CustomerText.init(ownership:)
        )
    }
}

/// `purser customers undo`: undoes a transfer or a merge.
struct CustomerUndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo a transfer or a merge, by the id that the command printed.",
        discussion: """
            Example:
              purser customers undo 5f0c8a1be2d349775f0c8a1be2d34977

            The rules of ownership then decide as if the change had never been made. An erasure cannot be undone.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The id of the change; to list them: purser customers transfers")
    var change: String

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        guard !self.change.isEmpty else {
            throw ValidationError("Enter the id of a change: purser customers transfers CUSTOMER")
        }
        try await self.options.run(
            .post,
            "ownership-changes/\(APIClient.escaped(self.change))/undo",
            [],
            self.options.reasonMember,
            question: "Undo it?",
            text: CustomerText.init(ownership:)
        )
    }
}

/// `purser customers transfers`: lists a customer's transfers.
struct CustomerTransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers",
        abstract: "List the transfers from and to a customer, newest first.",
        discussion: """
            Example:
              purser customers transfers anna

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var options: CustomerOptions

    @OptionGroup var page: PageOptions

    func run() async throws {
        let path = try CustomerArgument.path(self.customer, "transfers")
        try await self.options.with { api in
            self.page.write(try await self.page.page(from: api, path, "transfers"), as: .transfers)
        }
    }
}

extension CustomerText {
    /// Creates the text of an action on ownership: a row for each transfer and for each customer whose entitlements
    /// change.
    init(ownership outcome: JSONValue) {
        let transfers = outcome["transfers"]?.elements ?? []
        let entitlements = outcome["entitlements"]?.elements ?? []
        self.rows = transfers.map(Self.row(ofTransfer:)) + entitlements.map(Self.row(ofEntitlements:))
        self.fields = [JSONMember(key: "transfers", value: .number("\(transfers.count)"))]
        if outcome["newCustomer"] == .bool(true) {
            self.fields.append(JSONMember(key: "customerSeenBefore", value: .bool(false)))
        }
        self.fields += Self.fields(
            [
                ("accountTokenAtApple", "accountToken.state"), ("accountToken", "accountToken.appAccountToken"),
                ("accountTokenFailure", "accountToken.code"), ("change", "change"),
            ],
            of: outcome
        )
    }

    private static func row(ofTransfer transfer: JSONValue) -> JSONValue {
        let names = ["from", "to", "transactions", "environment", "reason"]
        return .object(
            Self.fields([("at", "transferredAt")], of: transfer) + [JSONMember(key: "type", value: .string("transfer"))]
                + names.map { JSONMember(key: $0, value: transfer[$0] ?? .null) }
                + Self.fields([("change", "change")], of: transfer)
        )
    }

    private static func row(ofEntitlements entitlements: JSONValue) -> JSONValue {
        func active(_ name: String) -> JSONMember {
            let held = (entitlements[name]?.elements ?? []).filter { $0["active"] == .bool(true) }
            let short = held.map {
                JSONValue.object(Self.fields([("entitlement", "name"), ("until", "until")], of: $0))
            }
            return JSONMember(key: name, value: .array(short))
        }
        return .object(
            [JSONMember(key: "type", value: .string("entitlements"))]
                + Self.fields([("customer", "customer"), ("environment", "environment")], of: entitlements)
                + [active("before"), active("after")]
        )
    }
}

extension Listing {
    /// The table of transfers.
    fileprivate static let transfers = Listing(
        none: "This customer has no transfers. To transfer a purchase: purser customers transfer ID --to CUSTOMER",
        [
            Column("AT", of: "transferredAt"), Column("FROM", of: "from", none: "nobody"),
            Column("TO", of: "to", none: "nobody"), Column("TRANSACTIONS", of: "transactions"),
            Column("ENVIRONMENT", of: "environment"), Column("REASON", of: "reason"), Column("CHANGE", of: "change"),
        ]
    )
}
