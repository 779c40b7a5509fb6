import AppStore
import ArgumentParser
import Ledger

/// `purser transactions`: changes and looks at single purchases at Apple.
struct TransactionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "Sets account tokens, finishes transactions, and looks at downloads at Apple.",
        discussion: """
            Example:
              purser transactions set-token 230000000000042 7e3fb20b-4cdb-47cc-936d-99d65f608138
              purser transactions finish 230000000000042
              purser transactions download 230000000000042
            """,
        subcommands: [SetTokenCommand.self, FinishCommand.self, DownloadCommand.self]
    )
}

/// `purser transactions set-token`: names the customer of a purchase at Apple.
struct SetTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-token",
        abstract: "Sets the account token of a purchase and of what renews from it.",
        discussion: """
            Example:
              purser transactions set-token 230000000000042 7e3fb20b-4cdb-47cc-936d-99d65f608138

            From then on everything that Apple signs about the purchase names the token.

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
            throw ValidationError("\(self.token) is no account token: write 8-4-4-4-12 hexadecimal digits.")
        }
        let id = try TransactionArgument.id(self.originalTransactionID)
        let member = JSONMember(key: "appAccountToken", value: .string(token.description))
        try await self.store.change(.put, "transactions/\(id)/token", [member])
    }
}

/// `purser transactions finish`: finishes a transaction for an app that never will.
struct FinishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Finishes a transaction, so that the customer's device does not report it again.",
        discussion: """
            Example:
              purser transactions finish 230000000000042

            Do it only for what was fulfilled: an app learns of an unfinished purchase again, and of a finished one not.

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

/// `purser transactions download`: what Apple signs about the download of the app.
struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Shows when, where and in which version the customer of a transaction got the app.",
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

/// A transaction as it is named on the command line.
enum TransactionArgument {
    /// The most digits of an id.
    private static let longest = 64

    /// Returns the id as it is; one that cannot be Apple's is wrong usage, before anybody is asked about it.
    static func id(_ text: String) throws -> String {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw ValidationError("\(text) is no transaction id of Apple's: write its digits, 1 to \(Self.longest).")
        }
        return text
    }
}

extension StoreOptions {
    /// Shows what would be changed at Apple and asks, then changes it.
    fileprivate func change(_ method: APIClient.Method, _ path: String, _ members: [JSONMember]) async throws {
        let members = self.with(members)
        try await self.with { api in
            try await self.confirm("Do it? It cannot be undone.") {
                try await api.send(method, path, [("dryRun", "true")], members)["about"] ?? .null
            }
            let done = try await api.send(method, path, [], members, patience: Self.patience)
            ObjectText.write(done, isJSON: self.json)
        }
    }
}
