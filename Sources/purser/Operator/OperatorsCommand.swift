import AppStore
import ArgumentParser
import Foundation
import Ledger
import Logging
import PurserHTTP
import PurserService

/// `purser operators`: manages the people who sign in to the dashboard.
struct OperatorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operators",
        abstract: "Invite, list and remove the operators of the dashboard.",
        discussion: """
            Example:
              purser operators invite ada --role admin
              purser operators list
              purser operators end-sessions ada --reason "the laptop was stolen"
            """,
        subcommands: [
            OperatorsInviteCommand.self, OperatorsListCommand.self, OperatorsRoleCommand.self,
            OperatorsEndSessionsCommand.self, OperatorsRemoveCommand.self,
        ]
    )
}

/// `purser operators list`: lists operators.
struct OperatorsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List operators by name: role, state, second factor.",
        discussion: """
            Example:
              purser operators list
              purser operators list --json

            The state is active with a password, invited with a link that can be used, otherwise expired.

            Exit status: 0 listed, 64 wrong usage, 65 the database is of an older version, 69 it cannot be opened,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "The maximum number of operators, 1 to 200.")
    var limit = 100

    @Option(help: "Only operators after the one with this name.")
    var cursor: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        guard (1...200).contains(self.limit) else { throw ValidationError("--limit must be between 1 and 200.") }
    }

    func run() async throws {
        let configuration = try self.configuration.load()
        try await APIConnection.with(configuration) { api in
            let page = try await api.get("operators", [("limit", "\(self.limit)"), ("cursor", self.cursor)])
            Listing.operators.write(page["operators"]?.elements ?? [], next: page["next"]?.text, isJSON: self.json)
        }
    }
}

/// `purser operators role`: changes the role of an operator.
struct OperatorsRoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Change the role of an operator.",
        discussion: """
            Example:
              purser operators role ada support

            The operator's next request has the role.

            Exit status: 0 changed, 1 there is no such operator, 64 wrong usage, 65 the database is of an older
            version, 69 it cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var target: OperatorOption

    @Argument(help: "The role: viewer, support, finance, admin.")
    var role: String

    func validate() throws { try OperatorOption.check(role: self.role) }

    func run() async throws {
        try await self.target.run { api, path in
            var members = [JSONMember(key: "role", value: .string(self.role))]
            if let reason = self.target.reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
            let account = try await api.send(.patch, path, [], members)
            return (account, "\(account["name"].plain) has the role \(account["role"].plain).")
        }
    }
}

/// `purser operators end-sessions`: ends all sessions of an operator.
struct OperatorsEndSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-sessions",
        abstract: "End all sessions of an operator.",
        discussion: """
            Example:
              purser operators end-sessions ada --reason "the laptop was stolen"

            The operator has to sign in again in every browser.

            Exit status: 0 ended, 1 there is no such operator, 64 wrong usage, 65 the database is of an older version,
            69 it cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var target: OperatorOption

    func run() async throws {
        try await self.target.run { api, path in
            let answer = try await api.send(.delete, "\(path)/sessions", [("reason", self.target.reason)], nil)
            return (answer, "Ended sessions of \(self.target.name): \(answer["ended"].plain).")
        }
    }
}

/// `purser operators remove`: removes an operator.
struct OperatorsRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an operator and end their sessions.",
        discussion: """
            Example:
              purser operators remove ada --reason "left the company"

            The audit log keeps the name. To let the person in again, invite them.

            Exit status: 0 removed, 1 there is no such operator, 64 wrong usage, 65 the database is of an older version,
            69 it cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var target: OperatorOption

    func run() async throws {
        try await self.target.run { api, path in
            let account = try await api.send(.delete, path, [("reason", self.target.reason)], nil)
            return (account, "\(account["name"].plain) is removed.")
        }
    }
}

/// The options of commands about one operator.
struct OperatorOption: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The operator's name.")
    var name: String

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    /// Sends a request about the operator, and prints its result.
    func run(_ work: (APIClient, _ path: String) async throws -> (JSONValue, line: String)) async throws {
        let configuration = try self.configuration.load()
        try await APIConnection.with(configuration) { api in
            let (answer, line) = try await work(api, "operators/\(APIClient.escaped(self.name.lowercased()))")
            StandardStream.output.write(answer, isJSON: self.json, line)
        }
    }

    /// Throws an error unless a text is a role.
    static func check(role: String) throws {
        guard OperatorRole(rawValue: role) == nil else { return }
        throw ChoiceOption.mistake("role", role, known: OperatorRole.allCases.map(\.rawValue))
    }
}

extension Listing {
    /// The table of operators.
    static let operators = Listing(
        none: "There are no operators. To invite one: purser operators invite NAME --role admin",
        [
            Column("NAME", of: "name"), Column("ROLE", of: "role"), Column("STATE", of: "state"),
            Column("SECOND FACTOR") { row, _ in row["hasSecondFactor"] == .bool(true) ? "yes" : "no" },
            Column("CREATED", of: "createdAt"), Column("BY", of: "createdBy"),
        ]
    )
}
