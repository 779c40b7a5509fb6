import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The shop's operations on endpoints, over the server's HTTP API.
struct EndpointClient {
    /// The server gave an unexpected answer.
    struct Refusal: Error, CustomStringConvertible {
        /// The request and its answer.
        let sentence: String
        /// The sentence.
        var description: String { self.sentence }
    }

    /// The timeout of a request.
    private static let patience = TimeAmount.seconds(10)

    let client: HTTPClient

    /// Creates an endpoint, and returns its id and its secret, if it has one.
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

    /// Retries all waiting event streams now.
    func retry(_ id: String, app: String, at server: String) async throws {
        _ = try await self.send(.POST, "/\(id)/retry", .object([]), app: app, at: server)
    }

    /// Pauses or resumes an endpoint, also one that answered 410.
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

    /// Requests a replay of all events for an endpoint.
    func replay(_ id: String, app: String, at server: String) async throws {
        let all = JSONValue.object([JSONMember(key: "from", value: .string("2020-01-01T00:00:00Z"))])
        _ = try await self.send(.POST, "/\(id)/replay", all, app: app, at: server)
    }

    /// Returns how many event streams of an endpoint have events to send, and whether a replay is under way.
    func waiting(_ id: String, app: String, at server: String) async throws -> (streams: Int, isReplaying: Bool) {
        let known = try await self.send(.GET, "/\(id)", nil, app: app, at: server)
        guard case .number(let text)? = known["health"]?["waitingStreams"], let streams = Int(text) else {
            throw Refusal(sentence: "an endpoint does not report its pending events")
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
