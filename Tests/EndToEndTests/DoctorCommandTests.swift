import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct DoctorCommandTests {
    /// A first installation whose app store is a running simulator.
    final class Shop {
        let folder: TemporaryFolder
        private(set) var simulator: RunningSimulator?
        let url: String
        let issuerID: String
        let keyID: String

        init() throws {
            self.folder = try TemporaryFolder()
            _ = try Binary.run(["init", "shop", "--bundle-id", SamplePayloads.bundleID], in: self.folder)
            let simulator = try RunningSimulator(
                [
                    "--catalog", "shop/catalog.yaml", "--bundle-id", SamplePayloads.bundleID, "--app-apple-id",
                    "1234567890", "--root", "shop/simulator/root.der", "--profile", "production",
                ],
                in: self.folder
            )
            let ready = try JSONValue(json: Array(simulator.readyLine.utf8))
            func text(_ name: String) throws -> String {
                guard case .string(let text)? = ready[name] else { throw CocoaError(.coderValueNotFound) }
                return text
            }
            self.simulator = simulator
            self.url = try text("url")
            self.issuerID = try text("issuerId")
            self.keyID = try text("keyId")
            _ = try self.folder.write(
                "shop/key.p8",
                Array(try Data(contentsOf: URL(fileURLWithPath: try text("privateKeyPath"))))
            )
            try self.configure()
            try self.allow(0o600)
        }

        /// Writes the key into the configuration.
        func configure(keyID: String? = nil) throws {
            let path = self.folder.path + "/shop/purser.yaml"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            // The store is said last, by the first installation and below.
            let first = text.components(separatedBy: "    environments:")[0]
                .components(separatedBy: "    appStore:")[0]
            let added = """
                    environments: [Production]
                    appStore:
                      issuerId: \(self.issuerID)
                      keyId: \(keyID ?? self.keyID)
                      privateKey: key.p8
                      production: \(self.url)

                """
            _ = try self.folder.write("shop/purser.yaml", Array((first + added).utf8))
        }

        /// Sets who may read the key.
        func allow(_ mode: Int) throws {
            try FileManager.default.setAttributes(
                [.posixPermissions: mode],
                ofItemAtPath: self.folder.path + "/shop/key.p8"
            )
        }

        /// Ends the store.
        func close() { self.simulator = nil }

        func doctor(_ arguments: String...) throws -> Binary.Run {
            try Binary.run(["doctor", "--config", "shop/purser.yaml"] + arguments, in: self.folder)
        }

        /// Controls the store.
        func control(_ path: String, _ json: String) async throws {
            var request = HTTPClientRequest(url: self.url + "/_sim/v1/" + path)
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: json))
            let client = HTTPClient(eventLoopGroupProvider: .singleton)
            let status: UInt
            do {
                status = try await client.execute(request, timeout: .seconds(TestTimeout.seconds)).status.code
                try await client.shutdown()
            } catch {
                try? await client.shutdown()
                throw error
            }
            #expect(status == 200)
        }
    }

    static func codes(_ run: Binary.Run) throws -> [String] {
        try run.lines.map { line in
            guard case .string(let code)? = try JSONValue(json: Array(line.utf8))["code"] else { return line }
            return code
        }
    }

    @Test("With a running store and a running server all is well, and the test notification has arrived")
    func well() async throws {
        let shop = try Shop()
        let server = try RunningServer(in: shop.folder)
        let notifications = server.calls.url + "/apple/shop/notifications"
        try await shop.control("actions", #"{"action":"setNotificationURL","url":"\#(notifications)"}"#)
        try await shop.control("clock", #"{"rate":1}"#)
        // It looks twice for the notification, which may take longer.
        var run = try shop.doctor("--json")
        let end = ContinuousClock.now + TestTimeout.duration
        while try Self.codes(run).last == "notification_unconfirmed", ContinuousClock.now < end {
            run = try shop.doctor("--json")
        }
        #expect(run.status == 0, "\(run.output) \(run.complaints)")
        #expect(
            try Self.codes(run) == [
                "configuration", "roots", "key", "clock", "access", "public_address_missing", "notification",
            ]
        )
        let words = try shop.doctor("--offline")
        #expect(words.status == 0 && words.lines.first == "ok       The configuration is valid. (configuration)")
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("A wrong key id, no URL, an open key file and an unreachable store give different results")
    func troubles() throws {
        let shop = try Shop()
        let missing = try shop.doctor("--json")
        #expect(missing.status == 1)
        #expect(try Self.codes(missing).last == "notification_address_missing")
        try shop.configure(keyID: "ABCDEFGHIJ")
        let wrong = try shop.doctor("--json")
        #expect(wrong.status == 1)
        #expect(try Self.codes(wrong).contains("token_refused"))
        #expect(!wrong.output.contains("PRIVATE KEY") && !wrong.output.contains("Bearer"))
        try shop.configure()
        try shop.allow(0o644)
        let open = try shop.doctor("--json")
        #expect(open.status == 78 && open.output.contains("chmod 600"))
        try shop.allow(0o600)
        shop.close()
        let gone = try shop.doctor("--json")
        #expect(gone.status == 69, "\(gone.output)")
        #expect(try Self.codes(gone).contains("apple_unreachable"))
        #expect(try shop.doctor("--app", "shpo").status == 64)
        #expect(try shop.doctor("--app", "shpo").complaints.contains("Did you mean \"shop\"?"))
    }
}
