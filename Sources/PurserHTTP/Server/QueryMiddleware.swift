import AppStore
import HTTPTypes
import Hummingbird

/// Refuses a name in the query that the address does not know: a misspelled filter would show what nobody asked for.
struct QueryMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Which names each address knows.
    let queries: APIQueries

    /// Passes the request on, unless its query has a name that means nothing.
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

/// Which names each address knows in its query, as the routes themselves declare them.
struct APIQueries: Sendable {
    private let names: [String: [HTTPRequest.Method: [String]]]

    /// The names that operations declare; with `app` in the path they are the same.
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

    /// The refusal of the first name in a query that a route does not know; `nil` where there is none.
    ///
    /// What is not below `/v1/` is not judged.
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
    /// The names that it takes in the query.
    fileprivate var queryNames: [String] {
        self.parameters.filter { $0.place == .query }.map(\.name)
    }
}
