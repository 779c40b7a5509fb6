import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser wallets`: shows wallets, grants coins and corrects balances.
struct WalletsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallets",
        abstract: "Show customers' wallets, grant coins, and correct balances.",
        discussion: """
            Example:
              purser wallets list user-42
              purser wallets statement user-42 gems --limit 20
              purser wallets grant user-42 gems 50 --reason "an apology"
              purser wallets adjust user-42 gems --take 50 --reason "given twice"
            """,
        subcommands: [
            WalletListCommand.self, WalletShowCommand.self, WalletStatementCommand.self, WalletGrantCommand.self,
            WalletAdjustCommand.self,
        ]
    )
}

/// `purser wallets list`: lists a customer's wallets.
struct WalletListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List a customer's wallets, one for each coin of the catalog.",
        discussion: """
            Example:
              purser wallets list user-42

            Exit status: 0 listed, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's server,
            78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: RequestOptions

    func run() async throws {
        let address = try WalletAddress(of: self.customer, in: self.place)
        try await self.options.with { api in
            let wallets = try await api.get(address.path, address.query)["wallets"]?.elements ?? []
            Self.wallets.write(wallets, isJSON: self.options.json)
        }
    }

    private static let wallets = Listing(
        none: "The catalog has no coins, so there are no wallets. To see its section coins: purser catalog show",
        [
            .init("COIN", of: "coin"), .init("AVAILABLE", of: "available", isNumber: true),
            .init("HELD", of: "held", isNumber: true), .init("DEBT", of: "debt", isNumber: true),
            .init("MOVEMENTS", of: "movements", isNumber: true),
        ]
    )
}

/// `purser wallets show`: shows a wallet and its newest lots.
struct WalletShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a wallet and its newest lots.",
        discussion: """
            Example:
              purser wallets show user-42 gems

            Exit status: 0 shown, 64 wrong usage or no such coin, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    /// The number of lots shown with a wallet.
    private static let shownLots = 20

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, by its name in the catalog.")
    var coin: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: RequestOptions

    func run() async throws {
        let address = try WalletAddress(of: self.customer, self.coin, in: self.place)
        try await self.options.with { api in
            var members: [JSONMember] = []
            if case .object(let all) = try await api.get(address.path, address.query) { members = all }
            let limit = ("limit", Optional(String(Self.shownLots)))
            let lots = try await api.get("\(address.path)/lots", address.query + [limit])["lots"] ?? .array([])
            members.append(JSONMember(key: "lots", value: lots))
            ObjectText.write(.object(members), isJSON: self.options.json)
        }
    }
}

/// `purser wallets statement`: lists the movements of a wallet.
struct WalletStatementCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement",
        abstract: "List the movements of a wallet, newest first.",
        discussion: """
            Example:
              purser wallets statement user-42 gems --limit 20
              purser wallets statement user-42 gems --cursor 118

            If there are more, the last line contains `next`: the cursor of the next page.

            Exit status: 0 listed, 64 wrong usage or no such coin, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, by its name in the catalog.")
    var coin: String

    @Option(help: ArgumentHelp("The maximum number of movements, up to 500.", valueName: "count"))
    var limit = 50

    @Option(help: ArgumentHelp("Only movements before this one.", valueName: "number"))
    var cursor: Int64?

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: RequestOptions

    func validate() throws {
        guard (1...WalletService.maximumPage).contains(self.limit) else {
            throw ValidationError("--limit \(self.limit): use a number from 1 to \(WalletService.maximumPage).")
        }
    }

    func run() async throws {
        let address = try WalletAddress(of: self.customer, self.coin, in: self.place)
        let page = [("limit", Optional("\(self.limit)")), ("cursor", self.cursor.map { "\($0)" })]
        try await self.options.with { api in
            let answer = try await api.get("\(address.path)/movements", address.query + page)
            let movements = answer["movements"]?.elements ?? []
            Self.movements.write(movements, next: answer["next"]?.text, isJSON: self.options.json)
        }
    }

    private static let movements = Listing(
        none: "This wallet has no movements yet. To grant coins: purser wallets grant CUSTOMER COIN QUANTITY",
        [
            .init("MOVEMENT", of: "number", isNumber: true), .init("AT", of: "at"), .init("KIND", of: "kind"),
            .init("QUANTITY", of: "quantity", isNumber: true), .init("BALANCE", of: "balance", isNumber: true),
            .init("DEBT", of: "debt", isNumber: true), .init("CAUSE", of: "cause"), .init("BY", of: "by"),
            .init("PURCHASE", of: "purchase"), .init("REASON", of: "reason"),
        ]
    )
}

/// The path of a customer's wallets in the API, or of one of them.
struct WalletAddress {
    /// The path below the app.
    let path: String
    /// The query.
    let query: [(String, String?)]
    /// The members that identify the wallet, for people.
    let members: [JSONMember]

    /// Creates the address of a customer's wallets, or of the wallet of one coin.
    init(of customer: String, _ coin: String? = nil, in place: AppleEnvironmentOption) throws {
        let customer = try CustomerArgument.customer(customer).rawValue
        let environment = try place.storeEnvironment().rawValue
        if let coin, coin.isEmpty { throw ValidationError("Enter a coin of the catalog.") }
        self.path =
            "customers/\(APIClient.escaped(customer))/wallets"
            + (coin.map { "/\(APIClient.escaped($0))" } ?? "")
        self.query = [("environment", environment)]
        let names = [("customer", customer), ("environment", environment)] + (coin.map { [("coin", $0)] } ?? [])
        self.members = names.map { JSONMember(key: $0.0, value: .string($0.1)) }
    }
}
