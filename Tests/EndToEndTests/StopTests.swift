import AppStore
import Crypto
import Foundation
import NIOCore
import PurserTesting
import Synchronization
import Testing

/// Tests that the server ends within ten seconds of SIGTERM during any wait.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct StopTests {
    /// The time limit in `docs/operating/running.md`.
    private static let promise = Duration.seconds(10)
    /// `F_SETPIPE_SZ` of Linux, which Swift does not see.
    private static let setPipeSize: Int32 = 1031

    /// The notifications that were answered with 200.
    private final class Acknowledged: Sendable {
        private let compacts = Mutex<[[UInt8]]>([])

        var all: [[UInt8]] { self.compacts.withLock { $0 } }

        func add(_ compact: [UInt8]) { self.compacts.withLock { $0.append(compact) } }
    }

    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    /// Configures a store that does not answer properly.
    private func ask(_ store: UnhelpfulStore) throws {
        let key = try self.shop.folder.write("shop/AuthKey.p8", Array(P256.Signing.PrivateKey().pemRepresentation.utf8))
        let isClosed = unsafe chmod(key, 0o600)
        #expect(isClosed == 0)
        try self.shop.configure { $0 + store.configuration }
    }

    /// Stops a server, and says how it ended and after what time.
    private static func stop(_ server: RunningServer) -> (status: Int32, took: Duration) {
        let clock = ContinuousClock()
        let began = clock.now
        let status = server.end(SIGTERM)
        return (status, began.duration(to: clock.now))
    }

    private static func expectEnd(_ server: RunningServer, _ comment: Comment) {
        let end = Self.stop(server)
        #expect(end.status == 0, comment)
        #expect(end.took < Self.promise, comment)
    }

    @Test(
        "However the App Store fails while its history is read and an import runs",
        arguments: UnhelpfulStore.Behavior.allCases
    )
    func store(behavior: UnhelpfulStore.Behavior) async throws {
        let store = try await UnhelpfulStore(behavior)
        try self.ask(store)
        let server = try RunningServer(in: self.shop.folder)
        let file = (1...50).map { "20000000000\(1000 + $0),anna" }
        let taken = try await server.calls.send(
            "/v1/imports",
            body: Array((["transactionId,owner"] + file).map { $0 + "\n" }.joined().utf8),
            headers: [("content-type", "text/csv")]
        )
        #expect(taken.status == 202, "\(taken.text)")
        await store.wasCalled()
        Self.expectEnd(server, "\(behavior)")
    }

    @Test(
        "With stalled clients, an open event feed, a webhook that hangs and writers at work, and what it acknowledged is there"
    )
    func clients() async throws {
        try self.shop.allowReceiversHere()
        let server = try RunningServer(in: self.shop.folder)
        let receiver = try await CallReceiver(answering: 0)
        #expect(try self.shop.run(["webhooks", "create", receiver.url + "/in"]).status == 0)
        let port = try #require(server.calls.url.split(separator: ":").last.flatMap { Int($0) })
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let key = "Host: purser\r\nAuthorization: Bearer \(server.calls.key)\r\n"
        let large = "GET /openapi.json HTTP/1.1\r\n\(key)\r\n"
        var stalled: [StallingClient] = []
        for text in [
            "", "POST /v1/purchases HTTP/1.1\r\n\(key)",
            "POST /v1/purchases HTTP/1.1\r\n\(key)Content-Length: 100\r\n\r\n{",
            "GET /v1/events/feed HTTP/1.1\r\n\(key)\r\n",
            String(repeating: large, count: 200),
        ] {
            stalled.append(try await StallingClient(to: address, sending: text))
        }
        let socket = self.shop.folder.path + "/shop/data/purser.db.sock"
        stalled.append(
            try await StallingClient(
                to: try SocketAddress(unixDomainSocketPath: socket),
                sending: "POST /operations/backup HTTP/1.1\r\nHost: purser\r\nContent-Length: 100\r\n\r\n{"
            )
        )
        let acknowledged = Acknowledged()
        let (progress, made) = AsyncStream<Void>.makeStream()
        let notifications = try (0..<400).map { try self.notification($0) }
        #expect(try await server.calls.notify(notifications[0]).status == 200)
        _ = await receiver.calls { !$0.isEmpty }
        await withTaskGroup(of: Void.self) { writers in
            for writer in 1...4 {
                writers.addTask { [calls = server.calls] in
                    for number in stride(from: writer, to: notifications.count, by: 4) {
                        let answer = try? await calls.notify(notifications[number])
                        guard answer?.status == 200 else { return }
                        acknowledged.add(notifications[number])
                        made.yield()
                    }
                }
            }
            // The writers are in the middle of it.
            var seen = 0
            for await _ in progress {
                seen += 1
                if seen == 20 { break }
            }
            Self.expectEnd(server, "stalled clients")
        }
        withExtendedLifetime(stalled) {}
        let again = try RunningServer(in: self.shop.folder)
        for compact in acknowledged.all {
            #expect(try await again.calls.notify(compact) == (200, #"{"outcome":"duplicate"}"#))
        }
        Self.expectEnd(again, "a webhook that hangs")
    }

    @Test("Even when every thread blocks on a log that is not read")
    func log() async throws {
        let log = Pipe()
        // So small that a few lines fill it.
        #expect(fcntl(log.fileHandleForWriting.fileDescriptor, Self.setPipeSize, 4096) >= 0)
        let server = try RunningServer(in: self.shop.folder, complaints: log)
        let port = try #require(server.calls.url.split(separator: ":").last.flatMap { Int($0) })
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        // Each forgery is a line of the log.
        let body = #"{"signedPayload":"a.b.c"}"#
        let forgery =
            "POST /apple/shop/notifications HTTP/1.1\r\nHost: purser\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        var stalled: [StallingClient] = []
        for _ in 0..<16 {
            stalled.append(try await StallingClient(to: address, sending: String(repeating: forgery, count: 50)))
        }
        while let line = try log.fileHandleForReading.line(), !line.contains("was not acknowledged") {}
        Self.expectEnd(server, "a log that is not read")
        withExtendedLifetime((stalled, log)) {}
    }

    private func notification(_ number: Int) throws -> [UInt8] {
        try self.shop.authority.sign(
            SamplePayloads.notification(
                type: .oneTimeCharge,
                subtype: nil,
                uuid: "uuid-\(number)",
                transaction: try self.shop.authority.sign(SamplePayloads.consumable(id: "9\(10_000 + number)")),
                status: nil
            )
        ).bytes
    }
}
