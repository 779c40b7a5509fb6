import AppStore
import Foundation
import Testing

/// Old servers' libraries ask the running server what they asked Apple.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct ReceiptJudgeTests {
    let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore()
    }

    @Test(
        "Libraries that ask Apple about receipts ask Purser, with nothing changed but the address",
        .enabled(
            if: JudgeInstallation.has(JudgeInstallation.receipts),
            "inapppy and itunes-iap are not in .build/judge-receipts: run scripts/setup --tests"
        )
    )
    func judged() async throws {
        let shop = self.shop
        let answer = try await shop.world.send("/_sim/v1/shared-secret").text
        let secret = try Self.text("sharedSecret", in: answer)
        try shop.folder.change("shop/purser.yaml") { text in
            text.replacing("    secretKey:", with: "    sharedSecret: \(secret)\n    secretKey:")
        }
        _ = try await shop.buy("pro.monthly")
        _ = try await shop.world.send("/_sim/v1/clock/advance", body: Array(#"{"by":"P40D"}"#.utf8))
        let server = try RunningServer(in: shop.folder, options: shop.clock)
        let shown = try await shop.world.send("/_sim/v1/customers/anna/receipt").text
        let receipt = try Self.text("receipt", in: shown)
        let ofStore = try Self.judge(shop.folder, address: shop.world.url, secret, receipt)
        let ofPurser = try Self.judge(shop.folder, address: server.calls.url, secret, receipt)
        #expect(ofStore == ofPurser)
        #expect(ofPurser.count == 6, "\(ofPurser)")
        #expect(ofPurser.first == "inapppy with the secret: 0 Production 2 2 1")
        #expect(ofPurser.contains("inapppy refused, cut: 21002") && ofPurser.contains("inapppy refused, secret: 21004"))
        #expect(ofPurser.last == "itunes-iap refused, secret: 21004")
        #expect(server.end(SIGTERM) == 0)
    }

    private static func text(_ field: String, in answer: String) throws -> String {
        guard case .string(let text)? = try JSONValue(json: Array(answer.utf8))[field] else {
            throw RunningSimulator.NotReady(status: 0)
        }
        return text
    }

    private static func judge(
        _ folder: TemporaryFolder,
        address: String,
        _ secret: String,
        _ receipt: String
    ) throws -> [String] {
        let process = Process()
        process.executableURL = JudgeInstallation.receipts
        process.arguments = ["receipts.py", address, secret]
        process.currentDirectoryURL = JudgeInstallation.programs
        process.environment = ["PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"]
        process.standardInput = FileHandle(forReadingAtPath: try folder.write("receipt", Array(receipt.utf8)))
        let name = try folder.write("judgment", [])
        let output = FileHandle(forWritingAtPath: name)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        let judgment = try String(contentsOfFile: name, encoding: .utf8)
        #expect(process.terminationStatus == 0, "\(judgment)")
        return judgment.split(separator: "\n").map(String.init)
    }
}
