import HTTPTypes
import Hummingbird
import Ledger
import Logging
import Metrics
import NIOCore
import Tracing

/// The outermost middleware, which turns every error into a problem document, including the framework's own.
///
/// An unexpected error is logged in full at `error`; the client only gets an id.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    /// The methods of each path, if known.
    let methods: APIMethods?

    /// Creates the middleware; with `methods` it distinguishes a wrong method from a wrong path.
    init(methods: APIMethods? = nil) {
        self.methods = methods
    }

    /// Passes the request on, and responds to errors.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try Self.response(problem, context)
        } catch let error as RepositoryError {
            return try Self.response(.storage(error), context)
        } catch let error as HTTPError {
            // The framework does not distinguish a wrong method from a wrong path (RFC 9110, section 15.5.6).
            if error.status == .notFound, context.routeTemplate == nil,
                let allowed = self.methods?.allowed(at: request.uri.path), !allowed.isEmpty
            {
                var response = try Self.response(.framework(.methodNotAllowed), context)
                response.headers[.allow] = allowed.joined(separator: ", ")
                return response
            }
            return try Self.response(.framework(error.status), context)
        } catch is NIOTooManyBytesError {
            return try Self.response(.framework(.contentTooLarge), context)
        } catch let error as any HTTPResponseError {
            return try Self.response(.framework(error.status), context)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            context.logger.error(
                "A request failed with an unexpected error.",
                metadata: ["error": "\(error)", "error.type": "\(type(of: error))"]
            )
            return try Self.response(.unknown, context)
        }
    }

    /// Returns the problem as a response, counted by its code, which is one of a fixed list.
    private static func response(_ problem: Problem, _ context: Context) throws -> Response {
        Counter(label: "purser_refusals_total", dimensions: [("code", problem.code)]).increment()
        if let around = InstrumentationContext.current,
            let span = InstrumentationSystem.tracer.activeSpan(identifiedBy: around)
        {
            span.updateAttributes { $0["error.type"] = problem.code }
        }
        return try problem.response(requestID: context.requestIdentifier)
    }
}

/// The methods of each path, for responses to a wrong method.
struct APIMethods: Sendable {
    private let entries: [(parts: [Substring], methods: [String])]

    /// Creates the methods of these operations; GET includes HEAD.
    init(_ operations: [APIOperation]) {
        var methods: [String: [String]] = [:]
        for operation in operations {
            for path in [operation.path, AppPaths.twin(of: operation.path)].compactMap(\.self) {
                methods[path, default: []].append(operation.method.rawValue.uppercased())
                if operation.method == .get { methods[path, default: []].append("HEAD") }
            }
        }
        self.entries = methods.sorted { $0.key < $1.key }.map { path, methods in
            (path.split(separator: "/"), methods.sorted())
        }
    }

    /// Returns the methods of a path; empty if there is no resource.
    func allowed(at path: String) -> [String] {
        let given = path.split(separator: "/")
        let found = self.entries.filter { entry in
            entry.parts.count == given.count
                && zip(entry.parts, given).allSatisfy { part, text in part == text || part.hasPrefix("{") }
        }
        return Set(found.flatMap(\.methods)).sorted()
    }
}
