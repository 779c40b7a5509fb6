import AppStore

/// Where a command reads events: from the server on this machine, or from another through its API.
protocol EventSource: Sendable {
    /// A page of events, as `GET /v1/events` answers.
    func page(_ parameters: [(String, String?)]) async throws -> JSONValue
}
