import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import PurserHTTP
import PurserService

/// The running server, asked about one app: what commands use whose work nobody but the server does.
struct AppServer: EventSource {
    /// How long an attempt to tell an endpoint may take, and some more.
    static let patience = TimeAmount.seconds(30)

    private let server: OperatorClient
    private let app: String

    /// Does work with the running server, about the app that was chosen, and says what was refused.
    static func with(
        _ option: ConfigurationOption,
        app name: String?,
        _ work: (Self) async throws -> Void
    ) async throws {
        let configuration = try option.load()
        let app = try configuration.chosenApp(name).name.rawValue
        try await OperatorAccess.withServer(
            configuration,
            absence: "The server is not running, and nobody else can answer. Start it: purser serve"
        ) { server in
            try await work(Self(server: server, app: app))
        }
    }

    /// Asks for something below `/operator/v1/`.
    func get(_ path: String, _ parameters: [(String, String?)] = []) async throws -> JSONValue {
        try await self.send(.GET, path, parameters, nil)
    }

    /// Does something below `/operator/v1/`.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ parameters: [(String, String?)] = [],
        _ members: [JSONMember]?,
        patience: TimeAmount = Self.patience
    ) async throws -> JSONValue {
        let body = members.map { JSONValue.object($0).json() }
        return try await self.send(method, path, parameters, bytes: body, patience: patience)
    }

    /// Does something with a file below `/operator/v1/`.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ parameters: [(String, String?)],
        bytes: [UInt8]?,
        patience: TimeAmount
    ) async throws -> JSONValue {
        var target = "/operator/v1/\(path)?app=\(OperatorClient.escapedKey(self.app))"
        for case (let name, let value?) in parameters { target += "&\(name)=\(OperatorClient.escapedKey(value))" }
        var request = HTTPClientRequest(url: self.server.url(target))
        request.method = method
        if let bytes { request.body = .bytes(bytes) }
        let response = try await self.server.client.execute(request, timeout: patience)
        let body = Array(try await response.body.collect(upTo: OperatorClient.maximumAnswer).readableBytesView)
        guard (200..<300).contains(response.status.code) else {
            throw OperatorClient.failure(body, options: parameters.map(\.0))
        }
        return body.isEmpty ? .null : try JSONValue(json: body)
    }

    /// A page of events.
    func page(_ parameters: [(String, String?)]) async throws -> JSONValue {
        try await self.get("events", parameters)
    }
}
