import AppStore
import HTTPTypes
import Hummingbird

/// Refuses unknown query parameters, because a misspelled filter would return unexpected data.
struct QueryMiddleware<Context: RequestContext>: RouterMiddleware {
    /// The query parameters of each route.
    let queries: APIQueries

    /// Passes the request on, unless its query has an unknown parameter.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let route = context.routeTemplate,
            let refusal = self.queries.refusal(request.uri.query, at: route, request.method)
        {
            throw refusal
        }
        return try await next(request, context)
    }
}

/// The query parameters of each route, as operations declare them.
struct APIQueries: Sendable {
    private let names: [String: [HTTPRequest.Method: [String]]]

    /// Creates the parameters of operations; they are the same with `app` in the path.
    init(_ operations: [APIOperation]) {
        var names: [String: [HTTPRequest.Method: [String]]] = [:]
        for operation in operations {
            guard let method = HTTPRequest.Method(operation.method.rawValue.uppercased()),
                let twin = AppPaths.twin(of: operation.path)
            else { continue }
            names[operation.path, default: [:]][method] = operation.queryNames
            names[twin, default: [:]][method] = operation.queryNames
        }
        self.names = names
    }

    /// Returns the error for the first unknown parameter of a route; `nil` if there is none.
    ///
    /// Only routes below `/v1/` are checked.
    func refusal(_ query: String?, at route: String, _ method: HTTPRequest.Method) -> Problem? {
        guard let query, route.hasPrefix(AppPaths.root) else { return nil }
        let known = self.names[route]?[method == .head ? .get : method] ?? []
        for pair in query.split(separator: "&") {
            let name = String(pair.prefix { $0 != "=" })
            guard !known.contains(name) else { continue }
            return RequestFields.unknown(name, "parameter", of: "address", known: known, code: "parameter_unknown")
        }
        return nil
    }
}

extension APIOperation {
    /// The names of its query parameters.
    fileprivate var queryNames: [String] {
        self.parameters.filter { $0.place == .query }.map(\.name)
    }
}
