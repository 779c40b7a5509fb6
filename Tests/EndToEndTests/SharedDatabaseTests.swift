import AppStore
import Foundation
import PurserTesting
import Testing

/// Two nodes of the real binary on one PostgreSQL database: what they agree on, and what becomes of it when one is
/// killed.
@Suite(.serialized, .onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct SharedDatabaseTests {
    private static let config = ["--config", "shop/purser.yaml"]

    private let folders: [TemporaryFolder]
    private let authority: SigningAuthority
    private let database: PostgreSQLServer
    private let name: String

    init() throws {
        let database = try PostgreSQLServer.shared.get()
        let name = try database.makeDatabase()
        let first = try InstalledShop()
        try first.useStorage(in: "postgres://postgres@127.0.0.1:\(database.port)/\(name)")
        try first.allowReceiversHere()
        self.authority = first.authority
        self.folders = [first.folder, try TemporaryFolder()]
        try FileManager.default.copyItem(atPath: first.folder.path + "/shop", toPath: self.folders[1].path + "/shop")
        self.database = database
        self.name = name
    }

    private func key(_ place: Int) -> String { self.folders[place].path + "/shop/data/purser.webhook-key" }

    /// Gives the second node the key of the first, as an installation of two nodes requires.
    private func giveKey() throws {
        try FileManager.default.copyItem(atPath: self.key(0), toPath: self.key(1))
    }

    /// Returns the holder of the leader role.
    private func holder() throws -> String {
        try self.database.psql("SELECT node FROM leader_role", database: self.name)
    }

    @Test("A second node signs with the key of the first or does not start, and a catalog counts on both")
    func agreed() async throws {
        let first = try RunningServer(in: self.folders[0])
        func refused() throws -> Binary.Run {
            try Binary.run(["serve", "--port", "0"] + Self.config, in: self.folders[1])
        }
        let without = try refused()
        #expect(without.status == 78 && without.complaints.contains("is missing that the other nodes use"))
        func add() throws -> Binary.Run {
            try Binary.run(["webhooks", "create", "http://127.0.0.1:9/in"] + Self.config, in: self.folders[1])
        }
        let keyless = try add()
        #expect(keyless.status == 69 && keyless.complaints.contains("webhook_key_missing"), "\(keyless.complaints)")
        #expect(!FileManager.default.fileExists(atPath: self.key(1)), "A command makes no key for itself.")
        try FileManager.default.createDirectory(
            atPath: self.folders[1].path + "/shop/data",
            withIntermediateDirectories: true
        )
        let other = Data(repeating: 7, count: 32).base64EncodedString() + "\n"
        _ = try self.folders[1].write("shop/data/purser.webhook-key", Array(other.utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: self.key(1))
        let wrong = try refused()
        #expect(
            wrong.status == 78 && wrong.complaints.contains("differs from the one that the other nodes use"),
            "\(wrong.complaints)"
        )
        #expect(try add().status == 78, "Nor does it sign with another key.")
        try FileManager.default.removeItem(atPath: self.key(1))
        try self.giveKey()
        let second = try RunningServer(in: self.folders[1])

        let keys = try await first.calls.send("/.well-known/jwks.json")
        #expect(keys.status == 200 && keys.text.contains(#""kid""#))
        #expect(try await second.calls.send("/.well-known/jwks.json") == keys)

        let small = "entitlements: { pro: }\nproducts: { pass: { kind: non-consumable, unlocks: pro } }\n"
        _ = try self.folders[0].write("small.yaml", Array(small.utf8))
        let applied = try Binary.run(["catalog", "apply", "small.yaml", "--yes"] + Self.config, in: self.folders[0])
        #expect(applied.status == 0, "\(applied.complaints)")
        #expect(
            try await TestTimeout.wait {
                let products = try await second.calls.send("/v1/products").text
                return products.contains(#""id":"pass""#) && !products.contains("gems.600")
            }
        )
        #expect(first.end(SIGTERM) == 0 && second.end(SIGTERM) == 0)
        // A node with the file from before does not bring it back.
        let third = try RunningServer(in: self.folders[1])
        #expect(try await third.calls.send("/v1/products").text.contains(#""id":"pass""#))
        #expect(third.end(SIGTERM) == 0)
    }

    @Test("A key that is gone is replaced only when that is said, and then counts for all")
    func lostKey() throws {
        let first = try RunningServer(in: self.folders[0])
        let added = try Binary.run(["webhooks", "create", "http://127.0.0.1:9/in"] + Self.config, in: self.folders[0])
        #expect(added.status == 0, "\(added.complaints)")
        #expect(first.end(SIGTERM) == 0)
        // As in a database that comes from elsewhere: no node has said which key it is, but the endpoint knows.
        try self.database.psql("UPDATE cluster SET signing_key = NULL", database: self.name)
        try FileManager.default.removeItem(atPath: self.key(0))
        let refused = try Binary.run(["serve", "--port", "0"] + Self.config, in: self.folders[0])
        #expect(refused.status == 78 && refused.complaints.contains("--new-signing-key"), "\(refused.complaints)")
        #expect(!FileManager.default.fileExists(atPath: self.key(0)), "None was made.")

        let replacing = try RunningServer(in: self.folders[0], options: ["--new-signing-key"])
        #expect(replacing.end(SIGTERM) == 0)
        let log = try Binary.run(["audit", "list"] + Self.config, in: self.folders[0])
        #expect(log.output.contains("webhook.key_replace"), "\(log.output)")
        let plain = try RunningServer(in: self.folders[0])
        #expect(plain.end(SIGTERM) == 0)
        let without = try Binary.run(["serve", "--port", "0"] + Self.config, in: self.folders[1])
        #expect(without.status == 78 && without.complaints.contains("is missing"), "\(without.complaints)")
    }

    @Test("When a node is killed the other takes its leader role and its event streams, and every event is delivered")
    func killed() async throws {
        let receiver = try await CallReceiver()
        let first = try RunningServer(in: self.folders[0])
        try self.giveKey()
        #expect(try await TestTimeout.wait { try !self.holder().isEmpty })
        let holder = try self.holder()
        let second = try RunningServer(in: self.folders[1])
        let added = try Binary.run(["webhooks", "create", receiver.url + "/in"] + Self.config, in: self.folders[0])
        #expect(added.status == 0, "\(added.complaints)")
        var sent = 0
        func buy(_ calls: ServerCalls) async throws {
            sent += 1
            let payload = SamplePayloads.consumable(id: "20000000000\(10_000 + sent)")
            let text = String(decoding: try self.authority.sign(payload).bytes, as: UTF8.self)
            let body = Array(#"{"customer":"anna \#(sent)","signedTransaction":"\#(text)"}"#.utf8)
            #expect(try await calls.send("/v1/purchases", body: body).status == 200)
        }
        for _ in 0..<10 {
            try await buy(first.calls)
            try await buy(second.calls)
        }
        #expect(first.end(SIGKILL) == SIGKILL)
        for _ in 0..<5 { try await buy(second.calls) }
        #expect(
            try await TestTimeout.wait { try ![holder, ""].contains(self.holder()) },
            "The other has the leader role."
        )
        let page = try JSONValue(json: Array(try await second.calls.send("/v1/events?limit=500").text.utf8))
        guard case .array(let events)? = page["events"] else { return #expect(Bool(false), "\(page)") }
        let ids = Set(events.compactMap { event in if case .string(let id)? = event["id"] { id } else { nil } })
        #expect(ids.count >= sent)
        // Ends with the suite's time if one of them never comes.
        let calls = await receiver.calls { calls in ids.isSubset(of: Set(calls.compactMap(\.id))) }
        #expect(calls.count >= ids.count)
        #expect(second.end(SIGTERM) == 0)
        #expect(try self.holder().isEmpty, "A node that stops releases the leader role.")
    }

    @Test("A worker answers for its health alone, and a web node has no leader role")
    func roles() async throws {
        let worker = try RunningServer(in: self.folders[0], options: ["--role", "worker"])
        #expect(try await worker.calls.send("/health/ready").status == 200)
        #expect(try await worker.calls.send("/metrics").text.contains("purser_clock_offset_seconds"))
        let notified = try await worker.calls.notify(self.authority.charge(0))
        #expect(notified.status == 404, "\(notified)")
        let products = try await worker.calls.send("/v1/products")
        #expect(products.status == 404, "\(products)")
        #expect(try await TestTimeout.wait { try !self.holder().isEmpty })
        #expect(worker.end(SIGTERM) == 0)
        try self.giveKey()
        let web = try RunningServer(in: self.folders[1], options: ["--role", "web"])
        #expect(try await web.calls.notify(self.authority.charge(0)).status == 200)
        #expect(try self.holder().isEmpty)
        #expect(web.end(SIGTERM) == 0)
    }

    @Test("Roles need a database that is shared, and a file of events one that is not")
    func misplaced() throws {
        let file = try Binary.run(["serve", "--events", "events.jsonl"] + Self.config, in: self.folders[0])
        #expect(file.status == 78 && file.complaints.contains("--events: a file belongs to one node"))
        let alone = try InstalledShop()
        let role = try alone.run(["serve", "--role", "web"])
        #expect(
            role.status == 78
                && role.complaints.contains("--role web: with an SQLite file, one process does all the work")
        )
        let unknown = try alone.run(["serve", "--role", "wep"])
        #expect(unknown.status == 64 && unknown.complaints.contains("web"))
    }
}
