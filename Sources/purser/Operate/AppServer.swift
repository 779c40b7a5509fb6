import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import PurserHTTP
import PurserService

/// The running server, asked about one app or all: what commands use whose work nobody but the server does.
struct AppServer: EventSource {
    /// How long an attempt to tell an endpoint may take, and some more.
    static let patience = TimeAmount.seconds(30)
    /// How long a file may take on its way and in the server, which reads all of it.
    private static let filePatience = TimeAmount.minutes(10)

    private let server: OperatorClient
    private let app: String?

    /// Does work with the running server, about the app that was chosen, and says what was refused.
    static func with(
        _ option: ConfigurationOption,
        app name: String?,
        _ work: (Self) async throws -> Void
    ) async throws {
        let configuration = try option.load()
        try await Self.with(configuration, try configuration.chosenApp(name), work)
    }

    /// Does work with the running server, about the app that is named or about all, and says what was refused.
    static func withAnyApp(
        _ option: ConfigurationOption,
        app name: String?,
        _ work: (Self) async throws -> Void
    ) async throws {
        let configuration = try option.load()
        try await Self.with(configuration, try name.map { try configuration.knownApp($0) }, work)
    }

    private static func with(
        _ configuration: Configuration,
        _ app: Configuration.App?,
        _ work: (Self) async throws -> Void
    ) async throws {
        try await OperatorAccess.withServer(
            configuration,
            absence: "The server is not running, and nobody else can answer. Start it: purser serve"
        ) { server in
            try await work(Self(server: server, app: app?.name.rawValue))
        }
    }

    /// Asks for something below `/operator/v1/`.
    func get(
        _ path: String,
        _ parameters: [(String, String?)] = [],
        patience: TimeAmount = Self.patience
    ) async throws -> JSONValue {
        try await self.send(.GET, path, parameters, nil, patience: patience)
    }

    /// Does something below `/operator/v1/`.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ parameters: [(String, String?)] = [],
        _ members: [JSONMember]?,
        patience: TimeAmount = Self.patience
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: self.server.url(self.target(path, parameters)))
        request.method = method
        if let members { request.body = .bytes(JSONValue.object(members).json()) }
        let response = try await self.server.client.execute(request, timeout: patience)
        let body = Array(try await response.body.collect(upTo: OperatorClient.maximumAnswer).readableBytesView)
        guard (200..<300).contains(response.status.code) else {
            throw OperatorClient.failure(body, options: parameters.map(\.0))
        }
        return body.isEmpty ? .null : try JSONValue(json: body)
    }

    /// Submits a file below `/operator/v1/`, which the server takes its time to read.
    func send(_ file: [UInt8], to path: String, _ parameters: [(String, String?)]) async throws -> JSONValue {
        var request = HTTPClientRequest(url: self.server.url(self.target(path, parameters)))
        request.method = .POST
        request.body = .bytes(file)
        let response = try await self.server.client.execute(request, timeout: Self.filePatience)
        let body = Array(try await response.body.collect(upTo: OperatorClient.maximumAnswer).readableBytesView)
        guard (200..<300).contains(response.status.code) else { throw OperatorClient.failure(body) }
        return try JSONValue(json: body)
    }

    /// Writes a file below `/operator/v1/` to a path as it comes, or to standard output where there is none.
    ///
    /// A file is there when it is whole, and none is overwritten.
    func download(_ path: String, _ parameters: [(String, String?)] = [], to output: String?) async throws {
        let file = try output.map { try NewFile(path: $0) }
        let request = HTTPClientRequest(url: self.server.url(self.target(path, parameters)))
        let response = try await self.server.client.execute(request, timeout: Self.filePatience)
        guard response.status == .ok else {
            let body = try await response.body.collect(upTo: OperatorClient.maximumAnswer)
            throw OperatorClient.failure(Array(body.readableBytesView), options: parameters.map(\.0))
        }
        for try await part in response.body { try Self.write(Array(part.readableBytesView), to: file) }
        try file?.finish()
    }

    private static func write(_ bytes: [UInt8], to file: NewFile?) throws {
        if let file { return try file.write(bytes) }
        do {
            try StandardStream.output.write(whole: bytes)
        } catch {
            throw ExitStatus.cannotCreate.error
        }
    }

    private func target(_ path: String, _ parameters: [(String, String?)]) -> String {
        var pairs: [String] = []
        for case (let name, let value?) in [("app", self.app)] + parameters {
            pairs.append("\(name)=\(OperatorClient.escapedKey(value))")
        }
        return "/operator/v1/\(path)" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// A page of events.
    func page(_ parameters: [(String, String?)]) async throws -> JSONValue {
        try await self.get("events", parameters)
    }
}
