import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// `purser keys create`: creates a key and shows it once.
struct KeysCreateCommand: AsyncParsableCommand {
    /// The kinds of keys.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        /// A key for a shop's backend.
        case secret
        /// A key for an installed app.
        case publishable
        /// A key for a person or an internal tool.
        case `operator`
    }

    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a key and show it once.",
        discussion: """
            Example:
              purser keys create secret --app shop --scope read --scope write --name backend
              purser keys create publishable --app shop --name "iPhone app"
              purser keys create operator --role support --name ada

            The server stores only a digest: if you lose the key, create another and revoke this one. Without --app, a
            secret or operator key is for all apps, and requests name the app in the path: /v1/apps/{app}/...

            Exit status: 0 created, 64 wrong usage, 65 the database is of an older version, 69 it cannot be opened,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "secret, publishable or operator.")
    var kind: Kind

    @Option(help: "A name for people.")
    var name: String

    @Option(help: "The app of the key.")
    var app: String?

    @Option(help: "The scopes of a secret key: read, write, admin. May be repeated.")
    var scope: [String] = []

    @Option(help: "The role of an operator's key: viewer, support, finance, admin.")
    var role: String?

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @OptionGroup var clock: ClockOption

    @Flag(help: "Print one JSON object, including the key.")
    var json = false

    func validate() throws {
        for word in self.scope where AccessScope(rawValue: word) == nil {
            throw ChoiceOption.mistake("--scope", word, known: AccessScope.allCases.map(\.rawValue))
        }
        if let role, OperatorRole(rawValue: role) == nil {
            throw ChoiceOption.mistake("--role", role, known: OperatorRole.allCases.map(\.rawValue))
        }
        switch self.kind {
        case .secret:
            if self.role != nil { throw ValidationError("--role is for operators' keys; a secret key has --scope.") }
            if self.scope.isEmpty { throw ValidationError("State the scopes of the key: --scope read --scope write") }
        case .publishable:
            if self.role != nil || !self.scope.isEmpty {
                throw ValidationError("A publishable key has neither --scope nor --role.")
            }
        case .operator:
            if !self.scope.isEmpty {
                throw ValidationError("--scope is for secret keys; an operator's key has a --role.")
            }
            if self.role == nil { throw ValidationError("State the role of the key: --role support") }
        }
    }

    func run() async throws {
        let configuration = try self.configuration.load()
        let app =
            self.app == nil && self.kind != .publishable
            ? nil : try configuration.chosenApp(self.app).name.rawValue
        var members = [
            JSONMember(key: "kind", value: .string(self.kind.rawValue)),
            JSONMember(key: "name", value: .string(self.name)),
        ]
        if let app { members.append(JSONMember(key: "app", value: .string(app))) }
        if !self.scope.isEmpty {
            members.append(JSONMember(key: "scopes", value: .array(self.scope.map { .string($0) })))
        }
        if let role { members.append(JSONMember(key: "role", value: .string(role))) }
        if let reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
        try await APIConnection.with(configuration, clock: self.clock.address) { api in
            let made = try await api.send(.post, "keys", [], members)
            if self.json { return StandardStream.output.write(json: made) }
            StandardStream.output.write(line: made["key"].plain)
            StandardStream.error.write(
                line:
                    "The key is not shown again. Its id is \(made["id"].plain); to revoke it: purser keys revoke "
                    + "\(made["id"].plain)"
            )
        }
    }
}
