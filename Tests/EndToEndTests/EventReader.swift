import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PurserTesting

/// A connection that reads `GET /v1/events/feed`.
struct EventReader {
    /// The received text of the connection, split into events.
    struct Heard {
        /// The blocks that came whole.
        var blocks: [String] = []
        /// The text after the last complete block.
        var rest = ""

        /// The cursors of the events, oldest first.
        var cursors: [String] { self.blocks.compactMap { Self.field("id", of: $0) } }
        /// The events as they were sent, oldest first.
        var events: [String] { self.blocks.compactMap { Self.field("data", of: $0) } }

        mutating func take(_ text: String) {
            self.rest += text
            while let end = self.rest.range(of: "\n\n") {
                self.blocks.append(String(self.rest[..<end.lowerBound]))
                self.rest.removeSubrange(..<end.upperBound)
            }
        }

        private static func field(_ name: String, of block: String) -> String? {
            block.split(separator: "\n").first { $0.hasPrefix("\(name): ") }.map {
                String($0.dropFirst(name.count + 2))
            }
        }
    }

    /// Reads to the end of the feed; `during` is called once when it is open, and after each piece that came.
    ///
    /// - Throws: What the connection broke with, if it did not end well.
    static func read(
        _ calls: ServerCalls,
        after cursor: String? = nil,
        until isEnough: (Heard) -> Bool = { _ in false },
        during: (Heard) async throws -> Void = { _ in }
    ) async throws -> Heard {
        var request = HTTPClientRequest(url: calls.url + "/v1/events/feed")
        request.headers.add(name: "authorization", value: "Bearer \(calls.key)")
        if let cursor { request.headers.add(name: "last-event-id", value: cursor) }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        var heard = Heard()
        do {
            let response = try await client.execute(request, timeout: .seconds(TestTimeout.seconds))
            for try await piece in response.body {
                heard.take(String(buffer: piece))
                try await during(heard)
                if isEnough(heard) { break }
            }
            try await client.shutdown()
        } catch {
            try? await client.shutdown()
            throw error
        }
        return heard
    }
}
