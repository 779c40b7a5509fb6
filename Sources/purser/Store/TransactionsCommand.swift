import AppStore
import ArgumentParser
import Ledger

/// `purser transactions`: reads and changes single purchases at Apple.
struct TransactionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "Set account tokens, finish transactions, and read app downloads at Apple.",
        discussion: """
            Example:
              purser transactions set-token 230000000000042 7e3fb20b-4cdb-47cc-936d-99d65f608138
              purser transactions finish 230000000000042
              purser transactions download 230000000000042
            """,
        subcommands: [SetTokenCommand.self, FinishCommand.self, DownloadCommand.self]
    )
}

/// `purser transactions set-token`: sets the account token of a purchase at Apple.
struct SetTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-token",
        abstract: "Set the account token of a purchase and its renewals.",
        discussion: """
            Example:
              purser transactions set-token 230000000000042 7e3fb20b-4cdb-47cc-936d-99d65f608138

            From then on, everything that Apple signs about the purchase contains the token.

            Exit status: 0 set, 1 Apple refuses, 64 wrong usage, 69 Apple cannot be reached, 75 try again, 77 not
            confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The purchase's original transaction id.")
    var originalTransactionID: String

    @Argument(help: "The token, a UUID.")
    var token: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        guard let token = AccountToken(self.token) else {
            throw ValidationError("\(self.token) is not an account token: enter a UUID, 8-4-4-4-12 hexadecimal digits.")
        }
        let id = try TransactionArgument.id(self.originalTransactionID)
        let member = JSONMember(key: "appAccountToken", value: .string(token.description))
        try await self.store.change(.put, "transactions/\(id)/token", [member])
    }
}

/// `purser transactions finish`: finishes a transaction at Apple.
struct FinishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Finish a transaction, so that the customer's device does not report it again.",
        discussion: """
            Example:
              purser transactions finish 230000000000042

            Use it only for fulfilled purchases: StoreKit delivers an unfinished transaction to the app again, and a
            finished one not.

            Exit status: 0 finished, 1 Apple refuses, 64 wrong usage, 69 Apple cannot be reached, 75 try again,
            77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The transaction id.")
    var transactionID: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        let id = try TransactionArgument.id(self.transactionID)
        try await self.store.change(.post, "transactions/\(id)/finish", [])
    }
}

/// `purser transactions download`: shows what Apple signs about the download of the app.
struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Show when, where and in which version the customer of a transaction downloaded the app.",
        discussion: """
            Example:
              purser transactions download 230000000000042

            Exit status: 0 shown, 1 Apple refuses, 64 wrong usage, 69 Apple cannot be reached, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "Any transaction id of the customer.")
    var transactionID: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        let id = try TransactionArgument.id(self.transactionID)
        try await self.store.with { api in
            let parameters = [("reason", self.store.change.reason)]
            let answer = try await api.get("transactions/\(id)/app", parameters, patience: StoreOptions.patience)
            ObjectText.write(answer, isJSON: self.store.json)
        }
    }
}

/// A transaction id on the command line.
enum TransactionArgument {
    /// The maximum number of digits of an id.
    private static let longest = 64

    /// Returns the id; an invalid one is wrong usage, before any request is sent.
    static func id(_ text: String) throws -> String {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw ValidationError("\(text) is not a transaction id of Apple's: enter its digits, 1 to \(Self.longest).")
        }
        return text
    }
}

extension StoreOptions {
    /// Shows a preview of a change at Apple, asks for confirmation, and performs it.
    fileprivate func change(_ method: APIClient.Method, _ path: String, _ members: [JSONMember]) async throws {
        let members = self.with(members)
        try await self.with { api in
            try await self.confirm("Change it? This cannot be undone.") {
                try await api.send(method, path, [("dryRun", "true")], members)["about"] ?? .null
            }
            let done = try await api.send(method, path, [], members, patience: Self.patience)
            ObjectText.write(done, isJSON: self.json)
        }
    }
}
