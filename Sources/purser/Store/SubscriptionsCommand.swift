import AppStore
import ArgumentParser
import Ledger
import NIOCore
import PurserService

/// `purser subscriptions`: extends renewal dates.
struct SubscriptionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions",
        abstract: "Extend renewal dates of subscriptions at Apple.",
        discussion: """
            Example:
              purser subscriptions extend 230000000000042 --days 7 --reason-code outage --reason "down on 21 November"
              purser subscriptions extend-all pro.monthly --days 3 --reason-code outage
              purser subscriptions extensions
            """,
        subcommands: [ExtendCommand.self, ExtendAllCommand.self, ExtensionsCommand.self]
    )
}

/// `purser subscriptions extend`: extends one renewal date.
struct ExtendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Extend the renewal date of one subscription; Apple notifies the customer by email.",
        discussion: """
            Example:
              purser subscriptions extend 230000000000042 --days 7 --reason-code outage

            Apple extends a subscription at most twice a year, and none that is free, expired or shared. This cannot be
            undone. The server records the request before it calls Apple, and sends it later if Apple cannot be reached
            now. Requests with the same --key are sent to Apple once, however often you run the command.

            Exit status: 0 extended or recorded, 1 Apple refuses, 64 wrong usage, 69 the server cannot be reached, 75
            try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The subscription's original transaction id.")
    var originalTransactionID: String

    @OptionGroup var terms: ExtensionOptions

    @Option(help: ArgumentHelp("An idempotency key, so that the request is sent once.", valueName: "key"))
    var key: String?

    @OptionGroup var store: StoreOptions

    func validate() throws { try self.terms.check() }

    func run() async throws {
        let id = try TransactionArgument.id(self.originalTransactionID)
        try await self.store.extend("subscriptions/\(id)/extend", self.terms.members, key: self.key)
    }
}

/// `purser subscriptions extend-all`: extends all renewal dates of a product.
struct ExtendAllCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend-all",
        abstract: "Extend the renewal dates of all active subscribers of a product; Apple notifies each by email.",
        discussion: """
            Example:
              purser subscriptions extend-all pro.monthly --days 3 --reason-code outage --storefront USA --storefront \
            CAN

            Apple needs hours or days; the server polls the progress, also after a restart: purser subscriptions
            extensions. This cannot be undone. The server records the request before it calls Apple, and sends it later
            if Apple cannot be reached now. Requests with the same --key are sent to Apple once, however often you run
            the command.

            Exit status: 0 requested or recorded, 1 Apple refuses, 64 wrong usage, 69 the server cannot be reached, 75
            try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The product.")
    var productID: String

    @OptionGroup var terms: ExtensionOptions

    @Option(help: ArgumentHelp("An idempotency key, so that the request is sent once.", valueName: "key"))
    var key: String?

    @Option(help: ArgumentHelp("Only in this storefront; may be repeated.", valueName: "alpha-3 code"))
    var storefront: [String] = []

    @OptionGroup var environment: AppleEnvironmentOption

    @OptionGroup var store: StoreOptions

    func validate() throws {
        try self.terms.check()
        _ = try self.environment.storeEnvironment()
    }

    func run() async throws {
        let members = [
            JSONMember(key: "product", value: .string(self.productID)),
            JSONMember(key: "environment", value: .string(try self.environment.storeEnvironment().rawValue)),
            JSONMember(key: "storefronts", value: .array(self.storefront.map { .string($0) })),
        ]
        try await self.store.extend("extensions", members + self.terms.members, key: self.key)
    }
}

/// `purser subscriptions extensions`: shows the progress of extensions.
struct ExtensionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extensions",
        abstract: "Show the progress of extensions, and the subscriptions that could not be extended.",
        discussion: """
            Example:
              purser subscriptions extensions

            Exit status: 0 no failures, 1 a subscription could not be extended, 64 wrong usage, 69 the server cannot be
            reached, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var environment: AppleEnvironmentOption

    @OptionGroup var store: StoreOptions

    func run() async throws {
        let environment = try self.environment.storeEnvironment().rawValue
        try await self.store.with { api in
            let parameters = [("environment", environment), ("refresh", "true"), ("reason", self.store.change.reason)]
            let answer = try await api.get("extensions", parameters, patience: APIClient.longPatience)
            let orders = answer["extensions"]?.elements ?? []
            Listing.extensions.write(orders, isJSON: self.store.json)
            let isComplete = orders.allSatisfy { order in
                order["state"]?.text != "refused" && (order["failed"]?.integer ?? 0) == 0
            }
            if !isComplete { throw ExitStatus.negative.error }
        }
    }
}

/// The duration and the reason of an extension.
struct ExtensionOptions: ParsableArguments {
    @Option(help: "The number of days, 1 to 90.")
    var days: Int

    @Option(
        help: "The reason code for Apple: \(ExtendReasonCode.names.map(\.name).joined(separator: ", "))."
    )
    var reasonCode = "undeclared"

    /// Refuses values that Apple would refuse: a wrong number of days or an unknown reason code.
    func check() throws {
        guard ExtensionDays(self.days) != nil else {
            throw ValidationError("--days \(self.days): Apple accepts 1 to 90 days.")
        }
        guard ExtendReasonCode(name: self.reasonCode) != nil else {
            throw ChoiceOption.mistake("--reason-code", self.reasonCode, known: ExtendReasonCode.names.map(\.name))
        }
    }

    /// The members of a request.
    var members: [JSONMember] {
        [
            JSONMember(key: "days", value: .number(String(self.days))),
            JSONMember(key: "reasonCode", value: .string(self.reasonCode)),
        ]
    }
}

extension StoreOptions {
    /// Requests an extension, and asks Apple for it immediately, so that the operator sees the result.
    ///
    /// The server keeps the request in any case; if Apple cannot be reached now, a server sends it later.
    fileprivate func extend(_ path: String, _ members: [JSONMember], key: String?) async throws {
        let members = self.with(members)
        try await self.with { api in
            try await self.confirm("Extend them? This cannot be undone.") {
                try await api.send(.post, path, [("dryRun", "true")], members)["about"] ?? .null
            }
            let kept = try await api.send(.post, path, [], members, idempotencyKey: key)
            let given = try? await api.get("extensions/\(kept["id"].plain)", patience: Self.patience)
            let order = given ?? kept
            ObjectText.write(order, isJSON: self.json)
            if order["refusal"] != nil { throw ExitStatus.negative.error }
        }
    }
}

extension Listing {
    /// The table of extensions.
    fileprivate static let extensions = Listing(
        none: "There are no extensions. To extend a renewal date: purser subscriptions extend ORIGINAL --days N",
        [
            Column("EXTENSION", of: "id"),
            Column("OF") { row, _ in (row["product"] ?? row["transaction"]).plain },
            Column("DAYS", of: "days", isNumber: true), Column("ORDERED", of: "orderedAt"),
            Column("STATE", of: "state"), Column("EXTENDED", of: "succeeded", isNumber: true),
            Column("FAILED", of: "failed", isNumber: true),
            Column("REFUSAL") { row, _ in
                let number = row["appleNumber"].plain
                return row["refusal"].plain + (number.isEmpty ? "" : " (\(number))")
            },
            Column("NOT EXTENDED", of: "failures"),
        ]
    )
}
