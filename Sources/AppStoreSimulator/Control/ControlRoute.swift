import AppStore
import HTTPTypes
import Hummingbird

/// One route of the control interface with its documentation; the router and the OpenAPI document use the same list.
struct ControlRoute: Sendable {
    /// Whether a route belongs to one world or to the simulator.
    enum Scope: Sendable {
        case world
        case simulator
    }

    typealias Handler = @Sendable (Request, BasicRequestContext, HostedWorld) async throws -> Response

    let scope: Scope
    let method: HTTPRequest.Method
    /// The path below `/_sim/v1`, with parameters as `{name}`.
    let path: String
    /// A one-sentence summary.
    let summary: String
    /// The query parameters, each with its description.
    var query: [(name: String, meaning: String)] = []
    /// The name of the body's schema; `nil` without a body.
    var body: String?
    /// The media type of the response.
    var answer = "application/json"
    let handler: Handler

    /// The path in the router's syntax.
    var routerPath: String {
        self.path.split(separator: "/").map { part in
            part.first == "{" ? ":" + part.dropFirst().dropLast() : String(part)
        }.joined(separator: "/")
    }

    /// Refuses a request with an unknown parameter: a misspelled filter would return everything.
    func check(_ request: Request) throws(ControlError) {
        try Self.check(request, known: self.query.map(\.name))
    }

    /// Refuses a request with any other parameter.
    static func check(_ request: Request, known: [String]) throws(ControlError) {
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let name = String(pair.prefix { $0 != "=" })
            guard !known.contains(name) else { continue }
            throw ControlError(
                status: .badRequest,
                code: "unknown_parameter",
                message: "There is no parameter \(name.prefix(64)) here. \(Self.remedy(name, known: known))"
            )
        }
    }

    /// Returns the remedy for an unknown name.
    static func remedy(_ name: String, known: [String]) -> String {
        guard !known.isEmpty else { return "This route has no parameters." }
        return Spelling.meant(by: name, among: known).map { "Did you mean \($0)?" }
            ?? "It takes \(known.joined(separator: ", "))."
    }
}
