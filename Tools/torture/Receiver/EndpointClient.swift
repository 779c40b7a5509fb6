import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// What the shop's own people do about receivers, over the server's HTTP interface.
struct EndpointClient {
    /// The server said something that it should not have.
    struct Refusal: Error, CustomStringConvertible {
        /// What was asked and answered.
        let sentence: String
        /// The same.
        var description: String { self.sentence }
    }

    /// How long an answer may take.
    private static let patience = TimeAmount.seconds(10)

    let client: HTTPClient

    /// Makes an endpoint, and returns its id and the secret that it is told by, if there is one.
    func make(_ resident: ReceiverHost.Resident, at server: String) async throws -> (id: String, secret: String?) {
        let plan = resident.receiver.plan
        var members = [
            JSONMember(key: "url", value: .string(resident.url)), JSONMember(key: "name", value: .string(plan.name)),
        ]
        if plan.isRelay {
            members.append(JSONMember(key: "kind", value: .string("relay")))
        } else {
            members.append(JSONMember(key: "signature", value: .string(plan.signature)))
        }
        if plan.isFulfiller { members.append(JSONMember(key: "fulfiller", value: .bool(true))) }
        if !plan.events.isEmpty {
            members.append(JSONMember(key: "events", value: .array(plan.events.map { .string($0) })))
        }
        if let environment = plan.environment {
            members.append(JSONMember(key: "environments", value: .array([.string(environment)])))
        }
        let made = try await self.send(.POST, "", .object(members), app: plan.app, at: server)
        guard case .string(let id)? = made["id"] else { throw Refusal(sentence: "a new endpoint has no id") }
        if case .string(let secret)? = made["secret"] { return (id, secret) }
        guard plan.isRelay else { throw Refusal(sentence: "a new endpoint has no secret") }
        return (id, nil)
    }

    /// Lets everything be tried at once that does not arrive.
    func retry(_ id: String, app: String, at server: String) async throws {
        _ = try await self.send(.POST, "/\(id)/retry", .object([]), app: app, at: server)
    }

    /// Pauses an endpoint, or lets it be told again, also after it said that it is gone.
    func setPaused(_ isPaused: Bool, _ id: String, app: String, at server: String) async throws {
        let change = JSONValue.object([JSONMember(key: "paused", value: .bool(isPaused))])
        _ = try await self.send(.PATCH, "/\(id)", change, app: app, at: server)
    }

    /// Gives an endpoint a new secret beside the old one, and returns it.
    func rotate(_ id: String, app: String, at server: String) async throws -> String {
        let rotated = try await self.send(.POST, "/\(id)/rotate", .object([]), app: app, at: server)
        guard case .string(let secret)? = rotated["secret"] else {
            throw Refusal(sentence: "a new secret is not shown")
        }
        return secret
    }

    /// Lets an endpoint be told everything once more.
    func replay(_ id: String, app: String, at server: String) async throws {
        let all = JSONValue.object([JSONMember(key: "from", value: .string("2020-01-01T00:00:00Z"))])
        _ = try await self.send(.POST, "/\(id)/replay", all, app: app, at: server)
    }

    /// Returns how many event streams have something to publish to an endpoint, and whether something is still to be
    /// told once more.
    func waiting(_ id: String, app: String, at server: String) async throws -> (streams: Int, isReplaying: Bool) {
        let known = try await self.send(.GET, "/\(id)", nil, app: app, at: server)
        guard case .number(let text)? = known["health"]?["waitingStreams"], let streams = Int(text) else {
            throw Refusal(sentence: "an endpoint does not say what waits for it")
        }
        return (streams, known["replay"] != nil)
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue?,
        app: String,
        at server: String
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: "\(server)/v1/webhooks\(path)")
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(ConfigurationFolder.key)-\(app)")
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.json()))
        }
        let response = try await self.client.execute(request, timeout: Self.patience)
        let bytes = Array(try await response.body.collect(upTo: 1 << 20).readableBytesView)
        guard (200..<300).contains(response.status.code) else {
            let said = String(decoding: bytes, as: UTF8.self)
            throw Refusal(sentence: "\(method) webhooks\(path) was answered \(response.status.code): \(said)")
        }
        return bytes.isEmpty ? .null : try JSONValue(json: bytes)
    }
}
