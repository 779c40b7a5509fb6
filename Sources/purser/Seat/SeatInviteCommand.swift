import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser seats invite`: reserves a seat for a person whom the app invites.
struct SeatInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Reserve a seat of a subscription for an invitation.",
        discussion: """
            Example:
              purser seats invite 2000000123456789 --reason "a member without the app"

            The id of the seat belongs into the invitation. The person who accepts it gets the seat: purser seats accept.

            Exit status: 0 reserved, 1 refused, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not
            confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The original transaction id of the subscription.")
    var subscription: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws { try self.options.validateReason() }

    func run() async throws {
        let environment = try self.place.storeEnvironment().rawValue
        try await self.options.with { api in
            try await SeatsCommand.reserve([], of: self.subscription, environment, self.options, api)
        }
    }
}

/// `purser seats accept`: gives the seat of an invitation to a customer.
struct SeatAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Give the seat of an invitation to the customer who accepts it.",
        discussion: """
            Example:
              purser seats accept 5a0f4d86-8f0b-4b44-b5a1-4f3f0c5a9d10 user-42 --reason "the link was broken"

            Exit status: 0 accepted, 1 refused or no such seat, 64 wrong usage, 69 the database cannot be opened, 75 try
            again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The seat, by its id.")
    var seat: String

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws { try self.options.validateReason() }

    func run() async throws {
        let environment = try self.place.storeEnvironment().rawValue
        let member = JSONMember(key: "customer", value: .string(try CustomerArgument.customer(self.customer).rawValue))
        let path = "seats/\(APIClient.escaped(self.seat))"
        try await self.options.with { api in
            try await self.options.confirm("Continue?") {
                // The preview of a release finds a seat by its id alone.
                let query = [("environment", Optional(environment)), ("dryRun", "true")]
                let found = try await api.send(.delete, path, query, nil)["seat"] ?? .null
                let shown = ["id", "invitedAt", "invitedBy", "acceptedAt"].compactMap { name in
                    found[name].map { JSONMember(key: name, value: $0) }
                }
                return .object([member] + shown)
            }
            let answer = try await api.send(
                .post,
                "\(path)/accept",
                [("environment", environment)],
                self.options.with([member])
            )
            try self.options.write(answer, shown: SeatsCommand.shown(answer))
        }
    }
}
