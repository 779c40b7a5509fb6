import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser wallets`: shows customers' coins, gives some by hand, and corrects balances.
struct WalletsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallets",
        abstract: "Shows customers' coins, gives some by hand, and corrects balances.",
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

/// `purser wallets list`: how all wallets of a customer stand.
struct WalletListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists how a customer's wallets stand: one for each coin of the catalog.",
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
        none: "The catalog names no coins, so nobody has a wallet. Name one below coins: purser catalog show",
        [
            .init("COIN", of: "coin"), .init("AVAILABLE", of: "available", isNumber: true),
            .init("HELD", of: "held", isNumber: true), .init("DEBT", of: "debt", isNumber: true),
            .init("MOVEMENTS", of: "movements", isNumber: true),
        ]
    )
}

/// `purser wallets show`: how one wallet stands, and where its coins came from.
struct WalletShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows how a wallet stands, and its newest lots: where coins came from and what became of them.",
        discussion: """
            Example:
              purser wallets show user-42 gems

            Exit status: 0 shown, 64 wrong usage or no such coin, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    /// How many lots are shown with a wallet.
    private static let shownLots = 20

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, as the catalog names it.")
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

/// `purser wallets statement`: the movements of a wallet.
struct WalletStatementCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement",
        abstract: "Lists the movements of a wallet, newest first.",
        discussion: """
            Example:
              purser wallets statement user-42 gems --limit 20
              purser wallets statement user-42 gems --cursor 118

            Where there are more, the last line says `next`: the cursor of the next page.

            Exit status: 0 listed, 64 wrong usage or no such coin, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, as the catalog names it.")
    var coin: String

    @Option(help: ArgumentHelp("The most movements to list, up to 500.", valueName: "count"))
    var limit = 50

    @Option(help: ArgumentHelp("List what came before this movement.", valueName: "number"))
    var cursor: Int64?

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: RequestOptions

    func validate() throws {
        guard (1...WalletService.maximumPage).contains(self.limit) else {
            throw ValidationError("--limit \(self.limit): write a number from 1 to \(WalletService.maximumPage).")
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
        none: "This wallet has no movements yet. To give coins: purser wallets grant CUSTOMER COIN QUANTITY",
        [
            .init("MOVEMENT", of: "number", isNumber: true), .init("AT", of: "at"), .init("KIND", of: "kind"),
            .init("QUANTITY", of: "quantity", isNumber: true), .init("BALANCE", of: "balance", isNumber: true),
            .init("DEBT", of: "debt", isNumber: true), .init("CAUSE", of: "cause"), .init("BY", of: "by"),
            .init("PURCHASE", of: "purchase"), .init("REASON", of: "reason"),
        ]
    )
}

/// Where the API has the wallets of a customer, or one of them.
struct WalletAddress {
    /// The path below the app.
    let path: String
    /// The query.
    let query: [(String, String?)]
    /// Whose wallet, as people read it.
    let members: [JSONMember]

    /// The address of a customer's wallets, or of the wallet of one coin.
    init(of customer: String, _ coin: String? = nil, in place: AppleEnvironmentOption) throws {
        let customer = try CustomerArgument.customer(customer).rawValue
        let environment = try place.storeEnvironment().rawValue
        if let coin, coin.isEmpty { throw ValidationError("Name a coin as the catalog does.") }
        self.path =
            "customers/\(APIClient.escaped(customer))/wallets"
            + (coin.map { "/\(APIClient.escaped($0))" } ?? "")
        self.query = [("environment", environment)]
        let names = [("customer", customer), ("environment", environment)] + (coin.map { [("coin", $0)] } ?? [])
        self.members = names.map { JSONMember(key: $0.0, value: .string($0.1)) }
    }
}
