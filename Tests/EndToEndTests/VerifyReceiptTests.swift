import AppStore
import Foundation
import Testing

/// `purser verify` of receipts, as the simulated App Store signs them.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct VerifyReceiptTests {
    let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore()
    }

    private static let options = [
        "verify", "--bundle-id", "com.example.shop", "--app-apple-id", "1234567890", "--environment", "Production",
    ]

    /// Verifies an input, and returns the status and the one answer.
    private func verify(
        _ input: [UInt8],
        _ further: [String] = [],
        trusting root: [String] = ["--root", "shop/simulator/root.der"]
    ) throws -> (status: Int32, answer: JSONValue) {
        let run = try Binary.run(Self.options + root + further, in: self.shop.folder, input: input)
        #expect(run.lines.count == 1 && run.complaints.isEmpty, "\(run.output) \(run.complaints)")
        return (run.status, try JSONValue(json: Array((run.lines.first ?? "").utf8)))
    }

    private static func text(_ field: String, in answer: String) throws -> String {
        guard case .string(let text)? = try JSONValue(json: Array(answer.utf8))[field] else {
            throw RunningSimulator.NotReady(status: 0)
        }
        return text
    }

    @Test("An app receipt is judged in Base64 and as it lies on the device, from a file and standard input")
    func forms() async throws {
        let bought = try await self.shop.buy("pro.monthly")
        let shown = try await self.shop.world.send("/_sim/v1/customers/anna/receipt").text
        let base64 = try Self.text("receipt", in: shown)
        let raw = [UInt8](try #require(Data(base64Encoded: base64)))
        let wrapped = Data(raw).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        for input in [Array(base64.utf8), Array(wrapped.utf8) + [0x0A], raw] {
            for kind in ["receipt", "auto"] {
                let (status, answer) = try self.verify(input, ["--kind", kind])
                #expect(status == 0, "\(String(decoding: answer.json(), as: UTF8.self))")
                #expect(answer["valid"] == .bool(true) && answer["kind"] == .string("receipt"))
                #expect(answer["deviceChecked"] == .bool(false))
                #expect(answer["payload"]?["bundle_id"] == .string("com.example.shop"))
                #expect(answer["payload"]?["request_date"] == nil)
                guard case .array(let purchases)? = answer["payload"]?["in_app"] else {
                    return #expect(Bool(false), "no purchases")
                }
                #expect(purchases.map { $0["transaction_id"] } == [.string(bought.transaction)])
            }
        }
        let file = try self.shop.folder.write("receipt.der", raw)
        #expect(try self.verify([], ["--kind", "receipt", file]).status == 0)
        let lines = Array((base64 + "\n" + base64 + "\n").utf8)
        let run = try Binary.run(
            Self.options + ["--root", "shop/simulator/root.der", "--kind", "receipt", "--lines"],
            in: self.shop.folder,
            input: lines
        )
        #expect(run.status == 0 && run.lines.count == 2, "\(run.output)")

        // Under Apple's own roots it is forged, and so is one with another byte.
        let stranger = try self.verify(raw, ["--kind", "receipt"], trusting: [])
        #expect(stranger.status == 1 && stranger.answer["code"] == .string("chain_root_not_trusted"))
        var changed = raw
        changed[raw.count - 1] ^= 1
        let forged = try self.verify(changed, ["--kind", "receipt"])
        #expect(forged.status == 1 && forged.answer["code"] == .string("receipt_signature_invalid"))
        let other = try self.verify(Array(base64.utf8), ["--kind", "transaction"])
        #expect(other.status == 1 && other.answer["code"] == .string("jws_malformed"))
    }

    @Test("With a device's identifier the hash of the receipt must be that of the device")
    func device() async throws {
        _ = try await self.shop.buy("pro.monthly")
        let shown = try await self.shop.world.send("/_sim/v1/customers/anna/receipt").text
        let receipt = Array(try Self.text("receipt", in: shown).utf8)
        let device = try Self.text("device", in: shown)
        for spelling in [device, device.uppercased()] {
            let own = try self.verify(receipt, ["--device-identifier", spelling])
            #expect(own.status == 0 && own.answer["deviceChecked"] == .bool(true), "\(own.answer)")
        }
        let other = String(repeating: "0", count: device.utf8.count)
        let foreign = try self.verify(receipt, ["--kind", "receipt", "--device-identifier", other])
        #expect(foreign.status == 1 && foreign.answer["code"] == .string("receipt_device_mismatch"))
    }

    @Test("A receipt from before iOS 7 is read and compared, and never valid offline")
    func old() async throws {
        let bought = try await self.shop.buy("pro.monthly")
        let shown = try await self.shop.world.send("/_sim/v1/transactions/\(bought.transaction)/receipt").text
        let base64 = try Self.text("receipt", in: shown)
        let raw = [UInt8](try #require(Data(base64Encoded: base64)))
        for input in [Array(base64.utf8), raw] {
            for kind in ["receipt", "auto"] {
                let (status, answer) = try self.verify(input, ["--kind", kind])
                #expect(status == 1)
                #expect(answer["valid"] == .bool(false))
                #expect(answer["code"] == .string("transaction_receipt_unproven"), "\(answer)")
                #expect(answer["payload"]?["transaction-id"] == .string(bought.transaction))
            }
        }
        let mine = Self.options.map { $0 == "com.example.shop" ? "com.example.other" : $0 }
        let run = try Binary.run(mine + ["--kind", "receipt"], in: self.shop.folder, input: raw)
        #expect(run.status == 1)
        #expect(run.output.contains(#""code":"bundle_id_mismatch""#), "\(run.output)")
        let numbered = Self.options.map { $0 == "1234567890" ? "7" : $0 }
        let other = try Binary.run(numbered + ["--kind", "receipt"], in: self.shop.folder, input: raw)
        #expect(other.status == 1)
        #expect(other.output.contains(#""code":"app_apple_id_mismatch""#), "\(other.output)")
    }
}
