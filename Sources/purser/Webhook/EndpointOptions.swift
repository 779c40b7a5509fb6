import AppStore
import ArgumentParser
import PurserService

/// The arguments of commands about one endpoint.
struct EndpointOptions: ParsableArguments {
    @OptionGroup var server: AppOptions

    @Argument(help: "The endpoint's id: purser webhooks list")
    var id: String

    /// Returns the path of the endpoint, or of an action on it.
    func path(_ action: String? = nil) -> String {
        "webhooks/\(APIClient.escaped(self.id))\(action.map { "/\($0)" } ?? "")"
    }

    /// Performs an action on the endpoint and returns the response.
    func post(
        _ action: String,
        _ members: [JSONMember] = [],
        _ work: (JSONValue) async throws -> Void
    ) async throws {
        try await self.server.with { api in
            try await work(try await api.send(.post, self.path(action), [], members))
        }
    }

    /// Pauses or resumes the endpoint, and prints its state.
    func change(paused: Bool, _ reason: ReasonOption, isJSON: Bool) async throws {
        try await self.server.with { api in
            let members = reason.with([JSONMember(key: "paused", value: .bool(paused))])
            let webhook = try await api.send(.patch, self.path(), [], members)
            StandardStream.output.write(webhook, isJSON: isJSON, "\(self.id) is \(webhook["state"].plain).")
            try NoChange.end(webhook)
        }
    }
}

/// The reason of an action, for the audit log.
struct ReasonOption: ParsableArguments {
    @Option(help: "The reason, for the audit log.")
    var reason: String?

    /// Returns the members of a request with the reason, if there is one.
    func with(_ members: [JSONMember] = []) -> [JSONMember] {
        members + (self.reason.map { [JSONMember(key: "reason", value: .string($0))] } ?? [])
    }
}
