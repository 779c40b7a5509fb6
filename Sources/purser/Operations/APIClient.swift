import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Notation
import PurserHTTP
import PurserService

/// A client of the HTTP API at an operators' socket: the running server's, or the one of this process.
///
/// The server identifies the operator by the credentials of the peer process, so no key is needed.
struct APIClient: EventSource {
    /// The methods of requests.
    enum Method: String {
        /// Reads a resource.
        case get = "GET"
        /// Creates a resource or performs an action.
        case post = "POST"
        /// Replaces a resource.
        case put = "PUT"
        /// Updates parts of a resource.
        case patch = "PATCH"
        /// Deletes a resource.
        case delete = "DELETE"
    }

    /// The timeout of a response: the timeout of a test event, and some more.
    static let patience = TimeAmount.seconds(30)
    /// The timeout of a request with a file, which the server reads completely.
    private static let filePatience = TimeAmount.minutes(10)
    /// The maximum time without a message in a long operation: reading one table is one step.
    static let longPatience = TimeAmount.hours(24)
    /// The maximum size of a response in bytes, except for files and streams.
    private static let maximumAnswer = 64 * 1024 * 1024
    /// The maximum length of a stream's line in bytes.
    private static let maximumLine = 1024 * 1024

    private let socket: OperatorSocket
    private let client: HTTPClient
    /// The app of the requests; `nil` for the whole server.
    private let app: String?

    /// Creates a client of the server that listens at a socket.
    init(socket: OperatorSocket, client: HTTPClient, app: String? = nil) {
        self.socket = socket
        self.client = client
        self.app = app
    }

    /// Returns a client for requests about an app, or with `nil` about the whole server.
    func about(_ app: String?) -> Self { Self(socket: self.socket, client: self.client, app: app) }

    // MARK: Requests

    /// Reads a resource; `path` is the part after `/v1/`, or after the app's name.
    func get(
        _ path: String,
        _ parameters: [(String, String?)] = [],
        patience: TimeAmount = Self.patience
    ) async throws -> JSONValue {
        try await self.send(.get, path, parameters, nil, patience: patience)
    }

    /// Sends a request that changes the server's state, and returns the body of the response; `null` if there is none.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The part after `/v1/`, or after the app's name.
    ///   - parameters: The query; those without a value are left out.
    ///   - members: The members of the body; `nil` for none.
    ///   - idempotencyKey: The idempotency key of the request.
    ///   - contentType: The media type of the body.
    ///   - patience: The timeout of the response.
    /// - Returns: The body of the response.
    /// - Throws: `OperationFailure` with the server's code and message.
    func send(
        _ method: Method,
        _ path: String,
        _ parameters: [(String, String?)] = [],
        _ members: [JSONMember]?,
        idempotencyKey: String? = nil,
        contentType: String = "application/json",
        patience: TimeAmount = Self.patience
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: self.url(path, parameters))
        request.method = HTTPMethod(rawValue: method.rawValue)
        if members != nil { request.headers.add(name: "Content-Type", value: contentType) }
        if let members { request.body = .bytes(JSONValue.object(members).json()) }
        if let idempotencyKey { request.headers.add(name: "Idempotency-Key", value: idempotencyKey) }
        return try await self.answer(to: request, patience, options: parameters.map(\.0))
    }

    /// Submits a file.
    func send(_ file: [UInt8], to path: String, _ parameters: [(String, String?)]) async throws -> JSONValue {
        var request = HTTPClientRequest(url: self.url(path, parameters))
        request.method = .POST
        request.body = .bytes(file)
        return try await self.answer(to: request, Self.filePatience)
    }

    /// Submits a file of any size, in parts.
    func send(
        _ parts: some AsyncSequence<ByteBuffer, any Error> & Sendable,
        to path: String,
        _ parameters: [(String, String?)],
        contentType: String
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: self.url(path, parameters))
        request.method = .POST
        request.headers.add(name: "Content-Type", value: contentType)
        request.body = .stream(parts, length: .unknown)
        return try await self.answer(to: request, Self.longPatience)
    }

    /// Writes a file to a path as it arrives, or to standard output without a path.
    ///
    /// The file appears when it is complete, and no file is overwritten.
    func download(_ path: String, _ parameters: [(String, String?)] = [], to output: String?) async throws {
        let file = try output.map { try NewFile(path: $0) }
        let request = HTTPClientRequest(url: self.url(path, parameters))
        let response = try await self.client.execute(request, timeout: Self.filePatience)
        guard response.status == .ok else {
            let body = try await response.body.collect(upTo: Self.maximumAnswer)
            throw Self.failure(Array(body.readableBytesView), options: parameters.map(\.0))
        }
        for try await part in response.body { try Self.write(Array(part.readableBytesView), to: file) }
        try file?.finish()
    }

    /// Runs a long operation, and passes its messages on, including a failure.
    func run(
        _ path: String,
        _ members: [JSONMember],
        report: Operations.Report
    ) async {
        do {
            var request = HTTPClientRequest(url: self.url(path, []))
            request.method = .POST
            request.body = .bytes(JSONValue.object(members).json())
            let response = try await self.client.execute(request, timeout: Self.longPatience)
            guard response.status == .ok else {
                let body = try await response.body.collect(upTo: Self.maximumAnswer)
                return report(.failure(Self.failure(Array(body.readableBytesView))))
            }
            var rest: [UInt8] = []
            var isComplete = false
            for try await part in response.body {
                rest += part.readableBytesView
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    if let event = OperationEvent(json: Array(rest[..<end])) {
                        isComplete = isComplete || event.isLast
                        report(event)
                    }
                    rest.removeSubrange(...end)
                }
                guard rest.count < Self.maximumLine else { break }
            }
            if !isComplete { report(.failure(Self.interrupted)) }
        } catch {
            report(.failure(Self.interrupted))
        }
    }

    /// Returns a page of events.
    func page(_ parameters: [(String, String?)]) async throws -> JSONValue {
        try await self.get("events", parameters)
    }

    private func answer(
        to request: HTTPClientRequest,
        _ patience: TimeAmount,
        options: [String] = []
    ) async throws -> JSONValue {
        let response = try await self.client.execute(request, timeout: patience)
        let body = Array(try await response.body.collect(upTo: Self.maximumAnswer).readableBytesView)
        guard (200..<300).contains(response.status.code) else { throw Self.failure(body, options: options) }
        return body.isEmpty ? .null : try JSONValue(json: body)
    }

    private static func write(_ bytes: [UInt8], to file: NewFile?) throws {
        if let file { return try file.write(bytes) }
        do {
            try StandardStream.output.write(whole: bytes)
        } catch {
            throw ExitStatus.cannotCreate.error
        }
    }

    // MARK: Paths

    private func url(_ path: String, _ parameters: [(String, String?)]) -> String {
        let query = parameters.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        return "http+unix://\(Self.escaped(self.socket.address))/v1/"
            + (self.app.map { "apps/\(Self.escaped($0))/" } ?? "") + path
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// Returns text escaped for a path or a query.
    static func escaped(_ text: String) -> String { PercentEncoding.address.encoded(text) }

    // MARK: Errors

    /// Returns the server's message for an error; if it concerns one of these options, with the option's name.
    static func failure(_ body: [UInt8], options: [String] = []) -> OperationFailure {
        guard let problem = try? JSONValue(json: body), let code = problem["code"]?.text,
            let detail = problem["detail"]?.text
        else { return Self.interrupted }
        // A message such as "This must be one of …" needs the name of the field.
        let isOfField =
            code.hasPrefix("field_") || ["cursor_invalid", "environment_invalid", "parameter_unknown"].contains(code)
        let field = isOfField ? problem["field"]?.text : nil
        let name = field.map { options.contains($0) ? "--\($0)" : $0 }
        return OperationFailure(
            code: code,
            detail: name.map { "\($0): \(detail)" } ?? detail,
            sentence: problem["sentence"]?.text
        )
    }

    /// The failure of a server that closed the connection.
    static let interrupted = OperationFailure(
        code: "server_broke_off",
        detail: "The server closed the connection. Check its log, then try again."
    )
}
