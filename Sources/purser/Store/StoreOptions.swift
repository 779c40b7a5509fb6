import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import PurserHTTP
import PurserService

/// The options of commands that read or change one item in the store or the ledger.
struct StoreOptions: ParsableArguments {
    /// The maximum duration of a response for which the server asks Apple, in each environment and again for what Apple
    /// signed.
    static let patience = TimeAmount.minutes(2)

    @OptionGroup var change: ChangeOptions

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    /// Runs work with the API of the app.
    func with(_ work: (APIClient) async throws -> Void) async throws { try await self.change.with(work) }

    /// Returns the members of a body with `reason` among them, if there is one.
    func with(_ members: [JSONMember]) -> [JSONMember] {
        members + (self.change.reason.map { [JSONMember(key: "reason", value: .string($0))] } ?? [])
    }

    /// Shows a preview and asks for confirmation, unless `--yes` is set; programs read only the result.
    func confirm(_ question: String, _ preview: () async throws -> JSONValue) async throws {
        guard !self.change.yes else { return }
        ObjectText.write(try await preview(), isJSON: false, to: self.json ? .error : .output)
        try Confirmation.ask(question)
    }
}

/// The options of commands that send requests about one app without confirmation: those that only read, and notes.
struct RequestOptions: ParsableArguments {
    @OptionGroup var customers: CustomerOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    /// Runs work with the API of the app.
    func with(_ work: (APIClient) async throws -> Void) async throws { try await self.customers.with(work) }
}

/// The options of commands that change something in the ledger, through the server or without one.
struct ChangeOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; required if several are configured.", valueName: "name"))
    var app: String?

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @OptionGroup var clock: ClockOption

    /// Runs work with the API of the app.
    func with(_ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app)
        try await APIConnection.with(configuration, app: app.name, clock: self.clock.address, work)
    }
}

/// The environment at Apple that a command uses.
struct AppleEnvironmentOption: ParsableArguments {
    @Option(help: "Production or Sandbox.")
    var environment = "Production"

    /// Returns the environment; Apple has servers for these two only.
    func storeEnvironment() throws -> StoreEnvironment {
        guard let known = StoreEnvironment.named(self.environment), known == .production || known == .sandbox else {
            throw ValidationError("--environment \(self.environment): use Production or Sandbox.")
        }
        return known
    }
}
