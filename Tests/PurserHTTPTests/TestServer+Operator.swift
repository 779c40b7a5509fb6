import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import PurserHTTP
import PurserService
import Testing

extension TestServer {
    /// Sends a request about the app as a command sends it, through the operators' socket.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: What follows the app's name in the path.
    ///   - idempotency: The request's `Idempotency-Key`.
    ///   - json: The body.
    /// - Returns: The exchange.
    /// - Throws: What kept the request from being answered.
    func operate(
        _ method: HTTPRequest.Method,
        _ path: String,
        idempotency: String? = nil,
        _ json: String = ""
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        if let name = HTTPField.Name("Idempotency-Key") { headers[name] = idempotency }
        let sent = headers
        let application = Application(
            router: self.router(for: .current),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let response = try await application.test(.router) { client in
            try await Client(client: client).send(
                method,
                "/v1/apps/\(self.app.name)/\(path)",
                key: nil,
                headers: sent,
                body: Array(json.utf8)
            )
        }
        // The description has the shorter form of the address.
        for flaw in APIContract.flaws(method, "/v1/\(path)", response) { Issue.record("\(flaw)") }
        return response
    }
}
