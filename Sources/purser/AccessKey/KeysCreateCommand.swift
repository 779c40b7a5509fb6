import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// `purser keys create`: makes a key and shows it once.
struct KeysCreateCommand: AsyncParsableCommand {
    /// What a key is for.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        /// A shop's backend.
        case secret
        /// An app in the field.
        case publishable
        /// A person or tool of the shop.
        case `operator`
    }

    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Makes a key and shows it once.",
        discussion: """
            Example:
              purser keys create secret --app shop --scope read --scope write --name backend
              purser keys create publishable --app shop --name "iPhone app"
              purser keys create operator --role support --name ada

            What is kept is a digest: whoever loses the key makes another and revokes this one. Without --app a secret or
            operator key is one of all apps, which are then named in the address: /v1/apps/{app}/...

            Exit status: 0 made, 64 wrong usage, 65 the database is of an older version, 69 it cannot be opened,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "secret, publishable or operator.")
    var kind: Kind

    @Option(help: "What the key is called.")
    var name: String

    @Option(help: "The app that it belongs to.")
    var app: String?

    @Option(help: "What a secret key is for: read, write, admin. Give it several times for several.")
    var scope: [String] = []

    @Option(help: "What an operator's key may do: viewer, support, finance, admin.")
    var role: String?

    @Option(help: "Why, for the audit log.")
    var reason: String?

    @OptionGroup var clock: ClockOption

    @Flag(help: "One JSON object, with the key in it.")
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
            if self.role != nil { throw ValidationError("--role is for operators; a secret key has --scope.") }
            if self.scope.isEmpty { throw ValidationError("Say what the key is for: --scope read --scope write") }
        case .publishable:
            if self.role != nil || !self.scope.isEmpty {
                throw ValidationError("A publishable key has neither --scope nor --role.")
            }
        case .operator:
            if !self.scope.isEmpty { throw ValidationError("--scope is for secret keys; an operator has a --role.") }
            if self.role == nil { throw ValidationError("Say what he may do: --role support") }
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
                line: "This is the only time the key is shown. Its id is \(made["id"].plain); to end it: "
                    + "purser keys revoke \(made["id"].plain)"
            )
        }
    }
}
