import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import PurserHTTP
import PurserService

/// What every command takes that changes one thing in the store or the ledger, or shows it, and the way it does.
struct StoreOptions: ParsableArguments {
    /// How long an answer may take for which the server asks Apple, in each environment and again for what Apple signs.
    static let patience = TimeAmount.minutes(2)

    @OptionGroup var change: ChangeOptions

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    /// Does work with the API of the app.
    func with(_ work: (APIClient) async throws -> Void) async throws { try await self.change.with(work) }

    /// Returns the members of a body with `reason` among them, if there is one.
    func with(_ members: [JSONMember]) -> [JSONMember] {
        members + (self.change.reason.map { [JSONMember(key: "reason", value: .string($0))] } ?? [])
    }

    /// Shows what would be done and asks, unless `--yes` is there; a program reads only what came of it.
    func confirm(_ question: String, _ preview: () async throws -> JSONValue) async throws {
        guard !self.change.yes else { return }
        ObjectText.write(try await preview(), isJSON: false, to: self.json ? .error : .output)
        try Confirmation.ask(question)
    }
}

/// The options of commands that send requests about one app and ask nothing: those that only read, and notes.
struct RequestOptions: ParsableArguments {
    @OptionGroup var customers: CustomerOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    /// Does work with the API of the app.
    func with(_ work: (APIClient) async throws -> Void) async throws { try await self.customers.with(work) }
}

/// What every command takes that changes something in the ledger, through the server or without one.
struct ChangeOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; needed where several are configured.", valueName: "name"))
    var app: String?

    @Flag(help: "Do it without asking.")
    var yes = false

    @Option(help: "Why, for the audit log.")
    var reason: String?

    @OptionGroup var clock: ClockOption

    /// Does work with the API of the app.
    func with(_ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app)
        try await APIConnection.with(configuration, app: app.name, clock: self.clock.address, work)
    }
}

/// The environment of Apple's that a command is about.
struct AppleEnvironmentOption: ParsableArguments {
    @Option(help: "Production or Sandbox.")
    var environment = "Production"

    /// The environment; Apple has no servers for any other.
    func storeEnvironment() throws -> StoreEnvironment {
        guard let known = StoreEnvironment.named(self.environment), known == .production || known == .sandbox else {
            throw ValidationError("--environment \(self.environment): write Production or Sandbox.")
        }
        return known
    }
}
