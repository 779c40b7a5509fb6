import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Notation
import PurserHTTP
import PurserService

extension OperatorClient {
    /// Makes a key, and returns it with its text.
    func createKey(
        kind: String,
        name: String,
        app: String?,
        scopes: [String],
        role: String?,
        reason: String?
    ) async throws -> KeyBody {
        var members = [
            JSONMember(key: "kind", value: .string(kind)), JSONMember(key: "name", value: .string(name)),
        ]
        if let app { members.append(JSONMember(key: "app", value: .string(app))) }
        if !scopes.isEmpty {
            members.append(JSONMember(key: "scopes", value: .array(scopes.map { .string($0) })))
        }
        if let role { members.append(JSONMember(key: "role", value: .string(role))) }
        if let reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
        return try await self.key("/operator/v1/keys", members)
    }

    /// Keys, newest first.
    func keys(app: String?, after cursor: String?, limit: Int) async throws -> [KeyBody] {
        struct Answer: Decodable { let keys: [KeyBody] }
        var path = "/operator/v1/keys?limit=\(limit)"
        if let app { path += "&app=\(Self.escapedKey(app))" }
        if let cursor { path += "&cursor=\(Self.escapedKey(cursor))" }
        return try JSONDecoder().decode(Answer.self, from: Data(try await self.get(path))).keys
    }

    /// Revokes a key.
    func revokeKey(_ id: String, reason: String?) async throws -> KeyBody {
        let members = reason.map { [JSONMember(key: "reason", value: .string($0))] } ?? []
        return try await self.key("/operator/v1/keys/\(Self.escapedKey(id))/revoke", members)
    }

    private func key(_ path: String, _ members: [JSONMember]) async throws -> KeyBody {
        var request = HTTPClientRequest(url: self.url(path))
        request.method = .POST
        request.body = .bytes(JSONValue.object(members).json())
        let response = try await self.client.execute(request, timeout: Self.patience)
        let body = Array(try await response.body.collect(upTo: Self.maximumAnswer).readableBytesView)
        guard response.status == .ok || response.status == .created else { throw Self.failure(body) }
        return try JSONDecoder().decode(KeyBody.self, from: Data(body))
    }

    /// Text as it stands in a path or query; dots would lead to another path than the one that is meant.
    static func escapedKey(_ text: String) -> String {
        PercentForm.address.encoded(text).replacing(".", with: "%2E")
    }
}
