import AppStore
import ArgumentParser
import Ledger
import Notation
import PurserService

/// `purser wallets grant`: grants coins.
struct WalletGrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Grant a customer coins.",
        discussion: """
            Example:
              purser wallets grant user-42 gems 50 --expires 2026-12-31T00:00:00Z --reason "an apology"

            The coin must be in the catalog. If the customer owes coins, these repay the debt first.

            Exit status: 0 granted, 3 granted with this key before, 64 wrong usage or no such coin, 69 the database
            cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, by its name in the catalog.")
    var coin: String

    @Argument(help: "The number of coins.")
    var quantity: Int64

    @Option(help: ArgumentHelp("When they expire; by default they do not expire. \(Moment.forms)", valueName: "moment"))
    var expires: Moment?

    @Option(help: ArgumentHelp("An idempotency key, so that the coins are granted once.", valueName: "key"))
    var key: String?

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard self.quantity > 0 else { throw ValidationError("Grant at least one coin.") }
        try WalletBooking.check(key: self.key)
    }

    func run() async throws {
        let booking = WalletBooking(kind: .grant, self.quantity, expiresAt: self.expires?.ahead, key: self.key)
        try await booking.run(try WalletAddress(of: self.customer, self.coin, in: self.place), self.options)
    }
}

/// `purser wallets adjust`: corrects a balance.
struct WalletAdjustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adjust",
        abstract: "Correct a balance: add or remove coins.",
        discussion: """
            Example:
              purser wallets adjust user-42 gems --take 50 --reason "given twice"
              purser wallets adjust user-42 gems --add 50 --reason "the debt is forgiven"

            Removed coins do not count as spent, so no purchase counts as consumed because of them. Added coins repay
            the customer's debt first.

            Exit status: 0 corrected, 1 there are fewer coins, 3 corrected with this key before, 64 wrong usage or no
            such coin, 69 the database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78
            the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, by its name in the catalog.")
    var coin: String

    @Option(help: ArgumentHelp("The number of coins to add.", valueName: "quantity"))
    var add: Int64?

    @Option(help: ArgumentHelp("The number of coins to remove.", valueName: "quantity"))
    var take: Int64?

    @Option(help: ArgumentHelp("An idempotency key, so that the correction is made once.", valueName: "key"))
    var key: String?

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard (self.add == nil) != (self.take == nil), let quantity = self.add ?? self.take, quantity > 0 else {
            throw ValidationError("Use either --add or --take, with at least one coin.")
        }
        try WalletBooking.check(key: self.key)
    }

    func run() async throws {
        let booking = WalletBooking(kind: .adjust, self.add ?? -(self.take ?? 0), expiresAt: nil, key: self.key)
        try await booking.run(try WalletAddress(of: self.customer, self.coin, in: self.place), self.options)
    }
}

/// A grant or a correction of coins by an operator.
private struct WalletBooking {
    /// The kind of movement; the last part of the route's path.
    enum Kind: String {
        case grant
        case adjust
    }

    private let kind: Kind
    private let quantity: Int64
    private let expiresAt: Instant?
    private let key: String?

    init(kind: Kind, _ quantity: Int64, expiresAt: Instant?, key: String?) {
        self.kind = kind
        self.quantity = quantity
        self.expiresAt = expiresAt
        self.key = key
    }

    /// Refuses a key that is invalid as an `Idempotency-Key`.
    static func check(key: String?) throws {
        guard let key else { return }
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValidationError("--key: use 1 to 255 visible characters of ASCII.")
        }
    }

    /// Shows the movement and the wallet, asks for confirmation, sends the request, and shows the wallet after it.
    func run(_ address: WalletAddress, _ options: StoreOptions) async throws {
        let reason = try options.requiredReason()
        try await options.with { api in
            try await options.confirm("Continue?") {
                // An unknown coin is refused here, before the confirmation.
                let wallet = try await api.get(address.path, address.query)
                let walletBalance = ["available", "debt"].map { JSONMember(key: $0, value: wallet[$0] ?? .null) }
                return .object(address.members + self.members + walletBalance)
            }
            var members = [
                JSONMember(key: "quantity", value: .number("\(self.quantity)")),
                JSONMember(key: "reason", value: .string(reason)),
            ]
            if let expiresAt = self.expiresAt {
                members.append(JSONMember(key: "expiresAt", value: .string(expiresAt.rfc3339)))
            }
            let answer = try await api.send(
                .post,
                "\(address.path)/\(self.kind.rawValue)",
                address.query,
                members,
                idempotencyKey: self.key ?? "hand_" + Hexadecimal.text(Ambient.live.randomBytes(12))
            )
            let movement = answer["movement"] ?? .null
            try options.write(
                answer,
                shown: [JSONMember(key: "movement", value: movement["number"] ?? .null)]
                    + ["quantity", "balance", "debt", "key"].map {
                        JSONMember(key: $0, value: movement[$0] ?? .null)
                    }
            )
        }
    }

    /// The movement for people.
    private var members: [JSONMember] {
        var members = [
            JSONMember(key: "quantity", value: .number("\(self.quantity)"))
        ]
        if let expiresAt = self.expiresAt {
            members.append(JSONMember(key: "expires", value: .string(expiresAt.rfc3339)))
        }
        if let key = self.key { members.append(JSONMember(key: "key", value: .string(key))) }
        return members
    }
}
