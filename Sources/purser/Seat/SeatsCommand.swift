import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser seats`: shows and changes the seats of multiseat subscriptions.
struct SeatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seats",
        abstract: "Show the seats of multiseat subscriptions, invite members, and release seats.",
        discussion: """
            Example:
              purser seats list 2000000123456789
              purser seats invite 2000000123456789 --reason "a member without the app"
              purser seats accept 5a0f4d86-8f0b-4b44-b5a1-4f3f0c5a9d10 user-42 --reason "the link was broken"
              purser seats assign 2000000123456789 user-42 --reason "the link in the email was broken"
              purser seats release 5a0f4d86-8f0b-4b44-b5a1-4f3f0c5a9d10 --reason "left the team"
            """,
        subcommands: [
            SeatListCommand.self, SeatInviteCommand.self, SeatAcceptCommand.self, SeatAssignCommand.self,
            SeatReleaseCommand.self,
        ]
    )
}

/// `purser seats list`: lists the seats of a subscription.
struct SeatListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the seats of a subscription, and who would go if there are too many.",
        discussion: """
            Example:
              purser seats list 2000000123456789

            Exit status: 0 listed, 1 no such subscription, 64 wrong usage, 69 the database cannot be opened, 75 try
            again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The original transaction id of the subscription.")
    var subscription: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: RequestOptions

    func run() async throws {
        let environment = try self.place.storeEnvironment().rawValue
        try await self.options.with { api in
            let query = [("originalTransaction", Optional(self.subscription)), ("environment", environment)]
            let group = try await api.get("seats", query)
            if self.options.json { return ObjectText.write(group, isJSON: true) }
            var members: [JSONMember] = []
            for name in ["product", "purchaser", "count", "nextCount", "free", "surplus", "nextSurplus"] {
                if let value = group[name] { members.append(JSONMember(key: name, value: value)) }
            }
            ObjectText.write(.object(members), isJSON: false)
            Self.seats.write(group["seats"]?.elements ?? [], isJSON: false)
        }
    }

    private static let seats = Listing(
        none: "No member has a seat. To give a customer one: purser seats assign SUBSCRIPTION CUSTOMER",
        [
            .init("SEAT", of: "id"), .init("STATE", of: "state"), .init("CUSTOMER", of: "customer", none: "-"),
            .init("SINCE", of: "acceptedAt", none: "-"), .init("BY", of: "invitedBy"), .init("ENDED", of: "endedAt"),
            .init("REASON", of: "reason"),
        ]
    )
}

/// `purser seats assign`: gives a customer a seat.
struct SeatAssignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign",
        abstract: "Give a customer a seat of a subscription.",
        discussion: """
            Example:
              purser seats assign 2000000123456789 user-42 --reason "the link in the email was broken"

            A customer who has a seat of the subscription keeps it. Your app must be the one that invites the members;
            where Apple invites them, they have transactions of their own.

            Exit status: 0 assigned, 1 refused, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not
            confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The original transaction id of the subscription.")
    var subscription: String

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws { try self.options.validateReason() }

    func run() async throws {
        let environment = try self.place.storeEnvironment().rawValue
        let customer = try CustomerArgument.customer(self.customer).rawValue
        try await self.options.with { api in
            try await SeatsCommand.reserve(
                [JSONMember(key: "customer", value: .string(customer))],
                of: self.subscription,
                environment,
                self.options,
                api
            )
        }
    }
}

/// `purser seats release`: ends a seat or an invitation.
struct SeatReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Release a seat, so that another member can have it.",
        discussion: """
            Example:
              purser seats release 5a0f4d86-8f0b-4b44-b5a1-4f3f0c5a9d10 --reason "left the team"

            The preview names the entitlements that the member loses.

            Exit status: 0 released, 1 no such seat, 64 wrong usage, 69 the database cannot be opened, 75 try again,
            77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The seat, by its id.")
    var seat: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws { try self.options.validateReason() }

    func run() async throws {
        let environment = try self.place.storeEnvironment().rawValue
        let path = "seats/\(APIClient.escaped(self.seat))"
        try await self.options.with { api in
            let query = [("environment", Optional(environment)), ("reason", self.options.change.reason)]
            try await self.options.confirm("Continue?") {
                let preview = try await api.send(.delete, path, query + [("dryRun", "true")], nil)
                return .object(SeatsCommand.shown(preview))
            }
            let answer = try await api.send(.delete, path, query, nil)
            try self.options.write(answer, shown: SeatsCommand.shown(answer))
        }
    }
}

extension SeatsCommand {
    /// Reserves a seat of a subscription, after a look at the subscription; `members` name its customer, if it has one.
    static func reserve(
        _ members: [JSONMember],
        of subscription: String,
        _ environment: String,
        _ options: StoreOptions,
        _ api: APIClient
    ) async throws {
        try await options.confirm("Continue?") {
            let query = [("originalTransaction", Optional(subscription)), ("environment", environment)]
            let group = try await api.get("seats", query)
            let shown = ["product", "purchaser", "count", "free"]
            return .object(members + shown.map { JSONMember(key: $0, value: group[$0] ?? .null) })
        }
        let body = [JSONMember(key: "originalTransaction", value: .string(subscription))] + members
        let answer = try await api.send(.post, "seats", [("environment", environment)], options.with(body))
        try options.write(answer, shown: Self.shown(answer))
    }

    /// Returns what people see of a change.
    static func shown(_ answer: JSONValue) -> [JSONMember] {
        let seat = answer["seat"] ?? .null
        let members = ["id", "state", "customer"].map { JSONMember(key: $0, value: seat[$0] ?? .null) }
        return members
            + ["free", "lost", "pending"].compactMap { name in
                answer[name].map { JSONMember(key: name, value: $0) }
            }
    }
}

extension StoreOptions {
    /// Throws if there is no reason for the audit log.
    func validateReason() throws {
        if self.change.reason?.isEmpty ?? true { throw ValidationError("--reason: state the reason") }
    }
}
