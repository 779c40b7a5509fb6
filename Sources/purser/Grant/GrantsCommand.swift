import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser grants`: grants, lists and revokes entitlements.
struct GrantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants",
        abstract: "Grant entitlements, list grants, and revoke them.",
        discussion: """
            Example:
              purser grants create user-42 pro --until 2026-12-31T00:00:00Z --reason "an apology"
              purser grants list user-42
              purser grants revoke user-42 grant_5f0c2a9d1e7b3c4d --reason "a mistake"
            """,
        subcommands: [GrantCreateCommand.self, GrantListCommand.self, GrantRevokeCommand.self]
    )

    /// Returns the path of a customer's grants.
    static func path(of customer: String) throws -> String {
        "customers/\(APIClient.escaped(try CustomerArgument.customer(customer).rawValue))/grants"
    }
}

/// `purser grants create`: grants a customer an entitlement.
struct GrantCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Grant a customer an entitlement.",
        discussion: """
            Example:
              purser grants create user-42 pro --until 90d --reason "an apology"

            The entitlement must be in the catalog. The customer gets it in addition to purchases, without a
            transaction.

            Exit status: 0 granted, 64 wrong usage or no such entitlement, 69 the database cannot be opened, 75 try
            again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The entitlement, by its name in the catalog.")
    var entitlement: String

    @Option(help: ArgumentHelp("When it begins; now by default. \(Moment.forms)", valueName: "moment"))
    var from: Moment?

    @Option(help: ArgumentHelp("When it ends; by default it does not end. \(Moment.forms)", valueName: "moment"))
    var until: Moment?

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let path = try GrantsCommand.path(of: self.customer)
        let texts = [
            ("entitlement", self.entitlement), ("reason", try self.options.requiredReason()),
            ("from", self.from?.ahead.rfc3339), ("until", self.until?.ahead.rfc3339),
        ]
        let members = texts.compactMap { name, text in text.map { JSONMember(key: name, value: .string($0)) } }
        try await self.options.with { api in
            try await self.options.confirm("Grant it?") {
                let grant = try await api.send(.post, path, [("dryRun", "true")], members)
                let shown = ["customer", "entitlement", "from", "until"].compactMap { name in
                    grant[name].map { JSONMember(key: name, value: $0) }
                }
                return .object(shown)
            }
            try self.options.write(try await api.send(.post, path, [], members))
        }
    }
}

/// `purser grants list`: lists a customer's grants.
struct GrantListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List a customer's grants, including ended and revoked ones.",
        discussion: """
            Example:
              purser grants list user-42

            Exit status: 0 listed, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's server,
            78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var options: RequestOptions

    func run() async throws {
        let path = try GrantsCommand.path(of: self.customer)
        try await self.options.with { api in
            Self.grants.write(try await api.get(path)["grants"]?.elements ?? [], isJSON: self.options.json)
        }
    }

    private static let grants = Listing(
        none:
            "This customer has no grants. To grant an entitlement: purser grants create CUSTOMER ENTITLEMENT",
        [
            .init("GRANT", of: "id"), .init("ENTITLEMENT", of: "entitlement"), .init("STATE", of: "state"),
            .init("FROM", of: "from"), .init("UNTIL", of: "until", none: "no end"),
            .init("BY", of: "grantedBy"), .init("REASON", of: "reason"), .init("REVOKED", of: "revokedAt"),
            .init("BY", of: "revokedBy"), .init("REASON", of: "revokedReason"),
        ]
    )
}

/// `purser grants revoke`: revokes a grant.
struct GrantRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a grant.",
        discussion: """
            Example:
              purser grants revoke user-42 grant_5f0c2a9d1e7b3c4d --reason "a mistake"

            Exit status: 0 revoked, 1 the customer has no such grant, 3 it was revoked before, 64 wrong usage, 69 the
            database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is
            wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The grant's id, from `purser grants list`.")
    var grant: String

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard !self.grant.isEmpty else { throw ValidationError("Name a grant: purser grants list CUSTOMER") }
    }

    func run() async throws {
        let path = "\(try GrantsCommand.path(of: self.customer))/\(APIClient.escaped(self.grant))"
        let query = [("reason", Optional(try self.options.requiredReason()))]
        try await self.options.with { api in
            try await self.options.confirm("Revoke it?") {
                try await api.send(.delete, path, query + [("dryRun", "true")], nil)
            }
            try self.options.write(try await api.send(.delete, path, query, nil))
        }
    }
}
