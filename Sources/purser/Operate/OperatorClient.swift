import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Notation
import PurserHTTP
import PurserService

/// Gives commands to the running server through its socket.
struct OperatorClient: Sendable {
    /// How long a short answer may take.
    static let patience = TimeAmount.seconds(10)
    /// How long the server may be silent within a long piece of work: looking through one table of it is one step.
    static let longPatience = TimeAmount.hours(24)
    /// The longest short answer in bytes.
    static let maximumAnswer = 4 * 1024 * 1024
    /// The longest line of a long answer in bytes.
    private static let maximumLine = 1024 * 1024

    /// Where the server listens.
    let socket: OperatorSocket
    /// Speaks HTTP.
    let client: HTTPClient

    /// What the server says of itself.
    struct Status: Decodable, Sendable {
        /// The path of its database.
        let database: String
        /// The number of the newest migration.
        let schema: String
    }

    /// Asks the server what it is.
    func status() async throws -> Status {
        try JSONDecoder().decode(Status.self, from: Data(try await self.get("/operator/v1/status")))
    }

    /// Entries of the audit log.
    func auditEntries(after cursor: Int64, limit: Int) async throws -> [AuditEntryBody] {
        struct Answer: Decodable { let entries: [AuditEntryBody] }
        let bytes = try await self.get("/operator/v1/audit?cursor=\(cursor)&limit=\(limit)")
        return try JSONDecoder().decode(Answer.self, from: Data(bytes)).entries
    }

    /// Lets the server do a long piece of work, and passes on what it says.
    func run(_ path: String, _ members: [JSONMember], report: Operations.Report) async {
        do {
            var request = HTTPClientRequest(url: self.url(path))
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
            if !isComplete { report(.failure(Self.brokenOff)) }
        } catch {
            report(.failure(Self.brokenOff))
        }
    }

    /// Lets the server do a task, and passes on what it says.
    func run<Task: OperatorTask>(
        _ task: Task,
        isPreview: Bool? = nil,
        reason: String? = nil,
        report: Operations.Report
    ) async {
        var members = task.fields.map { JSONMember(key: $0.name, value: .string($0.value)) }
        if let isPreview { members.append(JSONMember(key: "preview", value: .bool(isPreview))) }
        if let reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
        await self.run(Task.route, members, report: report)
    }

    /// A short answer.
    func get(_ path: String) async throws -> [UInt8] {
        let response = try await self.client.execute(HTTPClientRequest(url: self.url(path)), timeout: Self.patience)
        let body = Array(try await response.body.collect(upTo: Self.maximumAnswer).readableBytesView)
        guard response.status == .ok else { throw Self.failure(body) }
        return body
    }

    /// The address of a path at the socket.
    func url(_ path: String) -> String {
        "http+unix://\(PercentForm.address.encoded(self.socket.address))\(path)"
    }

    /// The server's own words for a refusal; where it is about one of these options, under the option's name.
    static func failure(_ body: [UInt8], options: [String] = []) -> OperationFailure {
        guard let problem = try? JSONValue(json: body), let code = problem["code"]?.text,
            let detail = problem["detail"]?.text
        else { return Self.brokenOff }
        // A sentence such as "This must be one of …" says nothing without what it is about.
        let isOfField =
            code.hasPrefix("field_") || ["cursor_invalid", "environment_invalid", "parameter_unknown"].contains(code)
        let field = isOfField ? problem["field"]?.text : nil
        let name = field.map { options.contains($0) ? "--\($0)" : $0 }
        return OperationFailure(code: code, detail: name.map { "\($0): \(detail)" } ?? detail)
    }

    /// The server went away.
    static let brokenOff = OperationFailure(
        code: "server_broke_off",
        detail: "The server broke off; look at its log, then try again."
    )
}
