import AppStore
import ArgumentParser
import Ledger

/// `purser customers transfer`: gives a purchase to a customer.
struct CustomerTransferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Gives a purchase, or a chain from a purchase on, to a customer.",
        discussion: """
            Example:
              purser customers transfer 230000000000042 --to anna --reason "bought under her brother's login"

            Shows what would be transferred and everybody's entitlements before and after, then asks. It can be undone: purser customers undo

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

    @Flag(help: "Let Apple name the customer in everything that it signs about the chain from now on.")
    var setAccountToken = false

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        guard let environment = StoreEnvironment.named(self.environment) else {
            throw ValidationError("--environment \(self.environment): write Production or Sandbox.")
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
            question: "Transfer it? It can be undone.",
            text: CustomerText.init(ownership:)
        )
    }
}

/// `purser customers merge`: makes two customers one.
struct CustomerMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Makes two customers one, because they are the same person.",
        discussion: """
            Example:
              purser customers merge anonymous:4f1a --into anna

            All purchases, tokens and Apple accounts of the first are the second's from then on. It can be undone.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer who becomes the other one.")
    var customer: String

    @Option(help: ArgumentHelp("The customer who stays.", valueName: "customer"))
    var into: String

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        let target = try CustomerArgument.customer(self.into)
        try await self.options.run(
            .post,
            try CustomerArgument.path(self.customer, "merge"),
            [],
            [JSONMember(key: "into", value: .string(target.rawValue))] + self.options.reasonMember,
            question: "Merge them? It can be undone.",
            text: CustomerText.init(ownership:)
        )
    }
}

/// `purser customers undo`: undoes a transfer or a merge.
struct CustomerUndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undoes a transfer or a merge, by the id that it printed.",
        discussion: """
            Example:
              purser customers undo 5f0c8a1be2d349775f0c8a1be2d34977

            The rules of ownership decide again as if it had never been done. An erasure cannot be undone.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The id of the action; purser customers transfers lists them.")
    var change: String

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        guard !self.change.isEmpty else { throw ValidationError("Name an action: purser customers transfers CUSTOMER") }
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

/// `purser customers transfers`: what passed from and to a customer.
struct CustomerTransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers",
        abstract: "Lists what passed from and to a customer, newest first.",
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
    /// What an action on ownership did, or would do: a row for each transfer and for each customer whose entitlements
    /// are concerned.
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
    /// What passed from and to a customer.
    fileprivate static let transfers = Listing(
        none: "Nothing passed from or to this customer. To give a purchase: purser customers transfer ID --to CUSTOMER",
        [
            Column("AT", of: "transferredAt"), Column("FROM", of: "from", none: "nobody"),
            Column("TO", of: "to", none: "nobody"), Column("TRANSACTIONS", of: "transactions"),
            Column("ENVIRONMENT", of: "environment"), Column("REASON", of: "reason"), Column("CHANGE", of: "change"),
        ]
    )
}
