import AppStore
import ArgumentParser
import PurserService

/// What every command takes that is about one endpoint, and the way it asks for it.
struct EndpointOptions: ParsableArguments {
    @OptionGroup var server: AppOptions

    @Argument(help: "The endpoint's id: purser webhooks list")
    var id: String

    /// The path of the endpoint, or of something that is done with it.
    func path(_ action: String? = nil) -> String {
        "webhooks/\(APIClient.escaped(self.id))\(action.map { "/\($0)" } ?? "")"
    }

    /// Does something with the endpoint, and hands on the answer.
    func post(
        _ action: String,
        _ members: [JSONMember] = [],
        _ work: (JSONValue) async throws -> Void
    ) async throws {
        try await self.server.with { api in
            try await work(try await api.send(.post, self.path(action), [], members))
        }
    }

    /// Pauses the endpoint or resumes it, and says how it is then.
    func change(paused: Bool, _ reason: ReasonOption, isJSON: Bool) async throws {
        try await self.server.with { api in
            let members = reason.with([JSONMember(key: "paused", value: .bool(paused))])
            let webhook = try await api.send(.patch, self.path(), [], members)
            StandardStream.output.write(webhook, isJSON: isJSON, "\(self.id) is \(webhook["state"].plain).")
            try NoChange.end(webhook)
        }
    }
}

/// Why something is done, for whoever reads the audit log.
struct ReasonOption: ParsableArguments {
    @Option(help: "Why, for the audit log.")
    var reason: String?

    /// The members of a request and the reason, if there is one.
    func with(_ members: [JSONMember] = []) -> [JSONMember] {
        members + (self.reason.map { [JSONMember(key: "reason", value: .string($0))] } ?? [])
    }
}
