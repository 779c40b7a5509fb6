import AppStore
import Foundation
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct VerifyTests {
    let folder: TemporaryFolder
    let authority: SigningAuthority
    let options: [String]

    init() throws {
        self.folder = try TemporaryFolder()
        self.authority = try SigningAuthority()
        let root = try self.folder.write("root.der", self.authority.root)
        self.options = [
            "verify", "--root", root, "--bundle-id", SamplePayloads.bundleID, "--environment", "Production",
            "--app-apple-id", "\(SamplePayloads.appAppleID)",
        ]
    }

    @Test("A valid transaction is 0 and shown whole; under Apple's roots the same is forged")
    func transaction() throws {
        var payload = SamplePayloads.transaction()
        payload.unknownFields = [JSONMember(key: "future", value: .number("1"))]
        let file = try self.folder.write("transaction.jws", self.authority.sign(payload).bytes + [0x0A])
        let run = try Binary.run(self.options + [file], in: self.folder)
        #expect(run.status == 0)
        let answer = try JSONValue(json: Array(run.lines[0].utf8))
        #expect(answer["valid"] == .bool(true))
        #expect(answer["kind"] == .string("transaction"))
        #expect(answer["payload"]?["future"] == .number("1"))

        let without = self.options.filter { $0 != "--root" && !$0.hasSuffix("root.der") }
        let genuine = try Binary.run(without + [file], in: self.folder)
        #expect(genuine.status == 1)
        #expect(genuine.output.contains(#""code":"chain_root_not_trusted""#))
    }

    @Test("The parts of a notification are decoded in place, from standard input too")
    func notification() throws {
        let outer = SamplePayloads.notification(
            transaction: try self.authority.sign(SamplePayloads.transaction()),
            renewalInfo: try self.authority.sign(SamplePayloads.renewalInfo())
        )
        let run = try Binary.run(self.options + ["-"], in: self.folder, input: self.authority.sign(outer).bytes)
        #expect(run.status == 0)
        let data = try JSONValue(json: Array(run.lines[0].utf8))["payload"]?["data"]
        #expect(data?["signedTransactionInfo"]?["productId"] == .string("pro.monthly"))
        #expect(data?["signedRenewalInfo"]?["autoRenewStatus"] == .number("1"))
    }

    @Test("With --lines each line gets one answer, in order, and one bad line makes it 1")
    func lines() throws {
        let good = try self.authority.sign(SamplePayloads.transaction()).bytes
        let stranger = try SigningAuthority(name: "Stranger").sign(SamplePayloads.transaction()).bytes
        let newline: [UInt8] = [0x0A]
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 2_000_000)
        let input = good + newline + newline + stranger + newline + long + newline + good
        let run = try Binary.run(self.options + ["--lines"], in: self.folder, input: input)
        #expect(run.status == 1)
        let codes = try run.lines.map { try JSONValue(json: Array($0.utf8))["code"] }
        #expect(codes == [nil, .string("chain_root_not_trusted"), .string("jws_too_large"), nil])
        let allGood = try Binary.run(self.options + ["--lines"], in: self.folder, input: good + newline + good)
        #expect(allGood.status == 0)
    }

    @Test("A kind that is named and not met is refused")
    func kind() throws {
        let renewal = try self.authority.sign(SamplePayloads.renewalInfo()).bytes
        let file = try self.folder.write("renewal.jws", renewal)
        #expect(try Binary.run(self.options + ["--kind", "renewal", file], in: self.folder).status == 0)
        let wrong = try Binary.run(self.options + ["--kind", "transaction", file], in: self.folder)
        #expect(wrong.status == 1)
        #expect(wrong.output.contains("payload_kind_unexpected"))
    }

    @Test("Xcode's data needs exactly its certificate")
    func xcode() throws {
        let certificate = try self.folder.write("xcode.der", self.authority.x5c[0])
        let header = self.authority.header(x5c: [self.authority.x5c[0]])
        let payload = SamplePayloads.transaction(environment: .xcode).json()
        let file = try self.folder.write("xcode.jws", self.authority.sign(payload, header: header))
        let options = ["verify", "--bundle-id", SamplePayloads.bundleID, "--environment", "Xcode"]
        #expect(try Binary.run(options + ["--root", certificate, file], in: self.folder).status == 0)
        #expect(try Binary.run(options + [file], in: self.folder).status == 64)
        let other = try self.folder.write("other.der", SigningAuthority(name: "Other").x5c[0])
        #expect(try Binary.run(options + ["--root", other, file], in: self.folder).status == 1)
    }

    @Test(
        "Wrong usage is 64 and says what is wrong",
        arguments: [
            ["verify"], ["verify", "--bundle-id", "a", "--environment", "Production"],
            ["verify", "--bundle-id", "a", "--environment", "LocalTesting"],
            ["verify", "--bundle-id", "a", "--environment", "Sandbox", "--kind", "recipe"],
            ["verify", "--bundle-id", "a", "--environment", "Sandbox", "--device-identifier", "00:11:22:33:44"],
            ["verify", "--bundle-id", "a", "--environment", "Sandbox", "--device-identifier", "+011223344556677"],
            [
                "verify", "--bundle-id", "a", "--environment", "Sandbox", "--kind", "renewal", "--device-identifier",
                "001122334455",
            ],
            ["verify", "--bundle-id", "", "--environment", "Sandbox"],
        ]
    )
    func usage(arguments: [String]) throws {
        let run = try Binary.run(arguments, in: self.folder)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(!run.complaints.isEmpty)
    }

    @Test("A file that is not there is 69, a root that is no certificate 65, an empty input 1")
    func files() throws {
        #expect(try Binary.run(self.options + ["nothing.jws"], in: self.folder).status == 69)
        let garbage = try self.folder.write("garbage.der", [1, 2, 3])
        #expect(try Binary.run(self.options + ["--root", garbage], in: self.folder).status == 65)
        #expect(try Binary.run(self.options, in: self.folder).status == 1)
    }

    @Test(
        "Input that cannot be signed data is reported in the same form as everything else",
        arguments: [
            ("", "input_empty", "The input is empty"), (" \n", "input_empty", "The input is empty"),
            (#"{"signedPayload":"a.b.c"}"#, "input_is_json", #"use the text of "signedPayload" alone"#),
            (#" {"type":"x"} "#, "input_is_json", "The input is JSON"),
        ]
    )
    func notSigned(input: String, code: String, detail: String) throws {
        for kind in ["auto", "transaction", "receipt"] {
            let run = try Binary.run(self.options + ["--kind", kind], in: self.folder, input: Array(input.utf8))
            #expect(run.status == 1)
            #expect(run.complaints.isEmpty)
            let answer = try JSONValue(json: Array(#require(run.lines.first).utf8))
            #expect(answer["valid"] == .bool(false) && answer["code"] == .string(code), "\(run.output)")
            guard case .string(let text)? = answer["detail"] else { return #expect(Bool(false), "\(run.output)") }
            #expect(text.contains(detail), "\(text)")
        }
    }

    @Test(
        "What Apple signed is valid under Apple's roots",
        .enabled(if: Vectors.arePresent, "\(Vectors.absence)")
    )
    func genuine() throws {
        let input = try Vectors.text("jws/sandbox-renewal-2023.jws")
        let options = ["verify", "--bundle-id", "any", "--environment", "Sandbox"]
        #expect(try Binary.run(options, in: self.folder, input: input).status == 0)
    }
}
