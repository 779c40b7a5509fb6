import AppStore
import HTTPTypes
import Hummingbird

/// One address of the control interface, with everything that its documentation says: the router and the OpenAPI
/// document are made from the same list.
struct ControlRoute: Sendable {
    /// Whether an address belongs to one world, or to all.
    enum Scope: Sendable {
        case world
        case simulator
    }

    typealias Handler = @Sendable (Request, BasicRequestContext, HostedWorld) async throws -> Response

    let scope: Scope
    let method: HTTPRequest.Method
    /// The path below `/_sim/v1`, with parameters as `{name}`.
    let path: String
    /// What it does, in a sentence.
    let summary: String
    /// The parameters in the query, each with what it means.
    var query: [(name: String, meaning: String)] = []
    /// The schema of the body, by name; none without a body.
    var body: String?
    /// The media type of the answer.
    var answer = "application/json"
    let handler: Handler

    /// The path as the router writes parameters.
    var routerPath: String {
        self.path.split(separator: "/").map { part in
            part.first == "{" ? ":" + part.dropFirst().dropLast() : String(part)
        }.joined(separator: "/")
    }

    /// Refuses a request with a parameter that this address does not know: a misspelled filter would show everything.
    func check(_ request: Request) throws(ControlError) {
        try Self.check(request, known: self.query.map(\.name))
    }

    /// Refuses a request with another parameter than these.
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

    /// What to write instead of a name that nobody knows.
    static func remedy(_ name: String, known: [String]) -> String {
        guard !known.isEmpty else { return "This address takes none." }
        return Spelling.meant(by: name, among: known).map { "Did you mean \($0)?" }
            ?? "It takes \(known.joined(separator: ", "))."
    }
}
