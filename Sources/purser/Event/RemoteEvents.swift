import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PurserService

/// The events of a server on another machine, read with a key of its API.
struct RemoteEvents: EventSource {
    private static let patience = TimeAmount.seconds(30)
    private static let maximumAnswer = 16 * 1024 * 1024

    private let server: String
    private let key: String

    /// Creates the events of a server; the key is the first line of a file.
    init(server: String, keyFile: String) throws {
        guard let text = try? String(contentsOfFile: keyFile, encoding: .utf8) else {
            StandardStream.error.write(
                line: "--key-file \(keyFile): cannot be read. Use the path of a file with a key."
            )
            throw ExitStatus.unavailable.error
        }
        guard let line = text.split(whereSeparator: \.isNewline).first else {
            StandardStream.error.write(
                line: "--key-file \(keyFile): there is no key in it. To create one: purser keys create"
            )
            throw ExitStatus.wrongUsage.error
        }
        self.key = String(line).trimmingCharacters(in: .whitespaces)
        self.server = server.hasSuffix("/") ? String(server.dropLast()) : server
    }

    func page(_ parameters: [(String, String?)]) async throws -> JSONValue {
        let query = parameters.compactMap { name, value in
            value.map { "\(name)=\(APIClient.escaped($0))" }
        }
        var request = HTTPClientRequest(url: "\(self.server)/v1/events?\(query.joined(separator: "&"))")
        request.headers.add(name: "authorization", value: "Bearer \(self.key)")
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: AppStoreTransport.configuration)
        do {
            let response = try await client.execute(request, timeout: Self.patience)
            let body = Array(try await response.body.collect(upTo: Self.maximumAnswer).readableBytesView)
            try await client.shutdown()
            guard response.status == .ok else {
                let failure = APIClient.failure(body)
                StandardStream.error.write(line: "\(self.server): \(failure.detail) (\(failure.code))")
                throw ExitStatus(code: failure.code).error
            }
            return try JSONValue(json: body)
        } catch let exit as ExitCode {
            throw exit
        } catch {
            try? await client.shutdown()
            StandardStream.error.write(line: "\(self.server) cannot be reached. Check the address, then try again.")
            throw ExitStatus.unavailable.error
        }
    }
}
