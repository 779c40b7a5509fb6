import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PurserHTTP
import PurserService

extension OperatorClient {
    /// Hands in the file of an import, and returns the import once the file is complete.
    func startImport(
        of chunks: FileChunks,
        format: ImportFormat,
        tellsEvents: Bool,
        app: String
    ) async throws -> ImportBody {
        let path = Self.path(
            "",
            app: app,
            further: [("format", format.rawValue), ("events", tellsEvents ? "on" : "off")]
        )
        var request = HTTPClientRequest(url: self.url(path))
        request.method = .POST
        request.headers.add(name: "Content-Type", value: format.mediaType)
        request.body = .stream(chunks, length: .unknown)
        return try await self.importAnswer(to: request, patience: Self.longPatience)
    }

    /// One import.
    func importJob(_ id: String, app: String) async throws -> ImportBody {
        let bytes = try await self.get(Self.path("/\(Self.escapedKey(id))", app: app))
        return try JSONDecoder().decode(ImportBody.self, from: Data(bytes))
    }

    /// The newest imports.
    func importJobs(app: String) async throws -> [ImportBody] {
        struct Answer: Decodable { let imports: [ImportBody] }
        return try JSONDecoder().decode(Answer.self, from: Data(try await self.get(Self.path("", app: app)))).imports
    }

    /// Retries or cancels an import.
    func changeImport(_ id: String, _ verb: String, app: String) async throws -> ImportBody {
        var request = HTTPClientRequest(url: self.url(Self.path("/\(Self.escapedKey(id))/\(verb)", app: app)))
        request.method = .POST
        return try await self.importAnswer(to: request, patience: Self.longPatience)
    }

    /// Passes on the list of what an import could not bring, as it comes.
    func importFailures(
        _ id: String,
        format: ImportFormat,
        app: String,
        _ take: (ByteBuffer) -> Void
    ) async throws {
        let path = Self.path("/\(Self.escapedKey(id))/failures", app: app, further: [("format", format.rawValue)])
        let request = HTTPClientRequest(url: self.url(path))
        let response = try await self.client.execute(request, timeout: Self.longPatience)
        guard response.status == .ok else {
            throw Self.failure(Array(try await response.body.collect(upTo: Self.maximumAnswer).readableBytesView))
        }
        for try await part in response.body { take(part) }
    }

    private func importAnswer(to request: HTTPClientRequest, patience: TimeAmount) async throws -> ImportBody {
        let response = try await self.client.execute(request, timeout: patience)
        let body = Array(try await response.body.collect(upTo: Self.maximumAnswer).readableBytesView)
        guard response.status == .ok || response.status == .accepted else { throw Self.failure(body) }
        return try JSONDecoder().decode(ImportBody.self, from: Data(body))
    }

    private static func path(_ rest: String, app: String, further: [(name: String, value: String)] = []) -> String {
        let query = ([(name: "app", value: app)] + further).map { "\($0.name)=\(Self.escapedKey($0.value))" }
        return "/operator/v1/imports\(rest)?\(query.joined(separator: "&"))"
    }
}
