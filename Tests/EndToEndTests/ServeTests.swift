import AppStore
import Foundation
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ServeTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    @Test("It says where it listens, answers, and ends with 0 when asked to", arguments: [SIGTERM, SIGINT])
    func lifeCycle(signal: Int32) async throws {
        let server = try RunningServer(in: self.shop.folder)
        #expect(server.readyLine.hasPrefix(#"{"ready":true,"url":"http://127.0.0.1:"#))
        #expect(server.readyLine.hasSuffix(#""trust":"simulator"}"#))
        #expect(try await server.calls.send("/health/ready").status == 200)
        #expect(server.end(signal) == 0)
    }

    @Test("Apple's notifications are recorded, known again, refused when forged, and put off when not ours")
    func notifications() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let compact = try self.notification("1")
        #expect(try await server.calls.notify(compact) == (200, #"{"outcome":"recorded"}"#))
        #expect(try await server.calls.notify(compact) == (200, #"{"outcome":"duplicate"}"#))
        let forged = try SigningAuthority(name: "Stranger").sign(SamplePayloads.notification(transaction: nil)).bytes
        #expect(try await server.calls.notify(forged).status == 400)
        var other = SamplePayloads.notification(transaction: nil)
        other.data?.bundleId = "com.example.other"
        #expect(try await server.calls.notify(self.shop.authority.sign(other).bytes).status == 503)
        #expect(try await server.calls.notify(compact, app: "nobody").status == 404)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("Evidence that was answered with 200 is there after a kill -9")
    func killed() async throws {
        var acknowledged: [[UInt8]] = []
        for round in 0..<3 {
            let server = try RunningServer(in: self.shop.folder)
            for compact in acknowledged {
                #expect(try await server.calls.notify(compact) == (200, #"{"outcome":"duplicate"}"#))
            }
            let calls = server.calls
            let fresh = try (0..<8).map { try self.notification("\(round)-\($0)") }
            try await withThrowingTaskGroup(of: Int.self) { tasks in
                for compact in fresh {
                    tasks.addTask { try await calls.notify(compact).status }
                }
                for try await status in tasks { #expect(status == 200) }
            }
            acknowledged += fresh
            _ = server.end(SIGKILL)
        }
    }

    @Test("A purchase that a shop submits gives the entitlement at once, and still after a restart")
    func purchase() async throws {
        let transaction = try self.shop.authority.sign(SamplePayloads.transaction()).bytes
        let text = String(decoding: transaction, as: UTF8.self)
        let body = Array(#"{"customer":"anna","signedTransaction":"\#(text)"}"#.utf8)
        let server = try RunningServer(in: self.shop.folder)
        let answer = try await server.calls.send("/v1/purchases", body: body)
        #expect(answer.status == 200)
        #expect(answer.text.contains(#""finish":"yes""#))
        #expect(server.end(SIGTERM) == 0)
        let again = try RunningServer(in: self.shop.folder)
        let entitlements = try await again.calls.send("/v1/customers/anna/entitlements")
        #expect(entitlements.text.contains(#""name":"pro""#))
        #expect(again.end(SIGTERM) == 0)
    }

    @Test("A second process on the same database ends with 69 and a plain sentence")
    func locked() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let second = try self.shop.run(["serve", "--port", "0"])
        #expect(second.status == 69)
        #expect(second.complaints.contains("Another process is using the database"))
        #expect(try await server.calls.send("/health/live").status == 200)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("A mistake in the configuration is 78 with file, line and the nearest key")
    func configuration() throws {
        let path = self.shop.folder.path + "/shop/purser.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        _ = try self.shop.folder.write("shop/wrong.yaml", Array(text.replacing("bundleId:", with: "bundelId:").utf8))
        let run = try Binary.run(["serve", "--config", "shop/wrong.yaml"], in: self.shop.folder)
        #expect(run.status == 78)
        #expect(run.complaints.contains("shop/wrong.yaml:"))
        #expect(run.complaints.contains(#"Did you mean "bundleId"?"#))

        let check = try self.shop.run(["serve", "--check"])
        #expect(check.status == 0)
        #expect(check.output.contains("server.address"))
        #expect(!check.output.contains("purser_sk_"))
    }

    @Test("A simulated clock is refused while Apple is trusted, and must answer")
    func clock() throws {
        let path = self.shop.folder.path + "/shop/purser.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let apple = text.replacing("trust: { simulator: simulator/root.der }", with: "trust: apple")
        #expect(apple != text)
        _ = try self.shop.folder.write("shop/apple.yaml", Array(apple.utf8))
        let nobody = "http://127.0.0.1:1/_sim/v1/clock"
        let refused = try Binary.run(["serve", "--config", "shop/apple.yaml", "--clock", nobody], in: self.shop.folder)
        #expect(refused.status == 78)
        let silent = try self.shop.run(["serve", "--clock", nobody])
        #expect(silent.status == 69)
    }

    @Test("A proxy that is not named is warned of at the start, at the first request through it, and by the doctor")
    func proxy() async throws {
        try self.shop.configure { $0.replacing("trust: { simulator: simulator/root.der }", with: "trust: apple") }
        let log = Pipe()
        let server = try RunningServer(in: self.shop.folder, complaints: log)
        for _ in 0..<2 {
            let answer = try await server.calls.send("/health/live", headers: [("X-Forwarded-For", "198.51.100.7")])
            #expect(answer.status == 200)
        }
        #expect(server.end(SIGTERM) == 0)
        let written = String(decoding: try log.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let warnings = written.split(separator: "\n").filter { $0.contains("code=proxies_missing") }
        #expect(warnings.count == 2, "\(written)")
        #expect(warnings.allSatisfy { $0.contains("server.trustedProxies") })
        #expect(warnings.count(where: { $0.contains("header=X-Forwarded-For") }) == 1)
        let doctor = try self.shop.run(["doctor", "--offline", "--json"])
        #expect(doctor.output.contains(#""proxies_missing""#))
        try self.shop.configure { text in
            text.replacing(/(?m)^  address:.*$/, with: { "\($0.0)\n  trustedProxies: [127.0.0.1]" })
        }
        #expect(try !self.shop.run(["doctor", "--offline", "--json"]).output.contains("proxies_missing"))
    }

    @Test("The simulator logs in the form in which the server does")
    func simulatorLog() throws {
        let log = Pipe()
        let simulator = try RunningSimulator([], in: self.shop.folder, complaints: log)
        let line = try #require(try log.fileHandleForReading.line())
        let form = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info simulator: \[HummingbirdCore\] Server started .*/
        #expect(line.wholeMatch(of: form) != nil, "\(line)")
        withExtendedLifetime(simulator) {}
    }

    private func notification(_ id: String) throws -> [UInt8] {
        let transaction = SamplePayloads.consumable(id: "9\(id)")
        return try self.shop.authority.sign(
            SamplePayloads.notification(
                type: .oneTimeCharge,
                subtype: nil,
                uuid: "uuid-\(id)",
                transaction: try self.shop.authority.sign(transaction),
                status: nil
            )
        ).bytes
    }
}
