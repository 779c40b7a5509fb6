import AppStore
import Foundation
import PurserTesting
import Testing

@Suite struct ReceiptContentsTests {
    // MARK: Making receipts

    static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        var length = content.count
        var octets: [UInt8] = []
        while length > 0 {
            octets.insert(UInt8(length & 0xFF), at: 0)
            length >>= 8
        }
        return [tag, 0x80 | UInt8(octets.count)] + octets + content
    }

    /// Returns the same element with an indefinite length.
    static func open(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x80] + content + [0, 0] }

    static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
        let number = type < 0x80 ? [UInt8(type)] : [UInt8(type >> 8), UInt8(type & 0xFF)]
        return Self.der(0x30, Self.der(0x02, number) + Self.der(0x02, [1]) + Self.der(0x04, value))
    }

    static func text(_ type: Int, _ value: String) -> [UInt8] {
        Self.attribute(type, Self.der(0x0C, Array(value.utf8)))
    }

    static func row(_ fields: [UInt8]) -> [UInt8] { Self.attribute(17, Self.der(0x31, fields)) }

    static let signedData: [UInt8] = Self.der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
    static let data: [UInt8] = Self.der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])

    static func container(octets: [UInt8]) -> [UInt8] {
        let content = Self.der(0x30, Self.data + Self.der(0xA0, octets))
        let signed = Self.der(0x30, Self.der(0x02, [1]) + Self.der(0x31, []) + content)
        return Self.der(0x30, Self.signedData + Self.der(0xA0, signed))
    }

    static func receipt(_ attributes: [UInt8]) -> [UInt8] {
        Self.container(octets: Self.der(0x04, Self.der(0x31, attributes)))
    }

    static func read(_ bytes: [UInt8]) -> Result<ReceiptContents, ReceiptError> {
        Self.read(text: Data(bytes).base64EncodedString())
    }

    static func read(text: String) -> Result<ReceiptContents, ReceiptError> {
        do throws(ReceiptError) {
            return .success(try ReceiptContents(base64: text))
        } catch {
            return .failure(error)
        }
    }

    static func failure(_ result: Result<ReceiptContents, ReceiptError>) -> ReceiptError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    // MARK: App receipts

    @Test("All purchases of a receipt are read, each with its ids")
    func purchases() throws {
        let receipt = Self.receipt(
            Self.text(0, "Production") + Self.text(2, "com.example.shop")
                + Self.row(Self.text(1702, "pro") + Self.text(1703, "12") + Self.text(1705, "11"))
                + Self.row(Self.text(1703, "11")) + Self.row(Self.text(1705, "9")) + Self.row(Self.text(1702, "none"))
                + Self.attribute(4, [1, 2, 3])
        )
        let contents = try Self.read(receipt).get()
        #expect(contents.bundleID == "com.example.shop" && contents.environment == "Production")
        #expect(
            contents.purchases == [
                ReceiptPurchase(transactionID: "12", originalTransactionID: "11", productID: "pro"),
                ReceiptPurchase(transactionID: "11"),
                ReceiptPurchase(transactionID: "9", originalTransactionID: "9"),
            ]
        )
        #expect(contents.transactionIDs == ["11", "12", "9"])
    }

    @Test("Indefinite lengths and strings in pieces, also nested, are read like the plain form")
    func indefinite() throws {
        let payload = Self.der(0x31, Self.row(Self.text(1703, "12")))
        let pieces = payload.map { Self.der(0x04, [$0]) }
        let nested = Self.open(0x24, pieces[..<10].flatMap(\.self)) + pieces[10...].flatMap(\.self)
        let content = Self.open(0x30, Self.data + Self.open(0xA0, Self.open(0x24, nested)))
        let signed = Self.open(0x30, Self.der(0x02, [1]) + Self.open(0x31, []) + content)
        let receipt = Self.open(0x30, Self.signedData + Self.open(0xA0, signed))
        #expect(try Self.read(receipt).get() == (try Self.read(Self.container(octets: Self.der(0x04, payload))).get()))
    }

    @Test("Whitespace and missing padding in Base64 are accepted")
    func base64() throws {
        let receipt = Self.receipt(Self.row(Self.text(1703, "12")))
        let text = Data(receipt).base64EncodedString()
        let expected = try Self.read(receipt).get()
        let broken = stride(from: 0, to: text.count, by: 10).map { text.dropFirst($0).prefix(10) }
        #expect(try Self.read(text: "\n" + broken.joined(separator: "\r\n") + " ").get() == expected)
        #expect(try Self.read(text: String(text.prefix { $0 != "=" })).get() == expected)
    }

    @Test("A receipt without purchases is complete and empty")
    func empty() {
        #expect(Self.failure(Self.read(Self.receipt(Self.text(2, "com.example.shop")))) == .empty)
        #expect(Self.failure(Self.read(Self.receipt([]))) == .empty)
    }

    @Test("Data that is not a receipt is refused with the reason")
    func refusals() {
        let row = Self.row(Self.text(1703, "12"))
        let whole = Self.receipt(row)
        #expect(Self.failure(Self.read(text: "")) == .notBase64)
        #expect(Self.failure(Self.read(text: "a-receipt")) == .notBase64)
        #expect(Self.failure(Self.read(text: "%%%%")) == .notBase64)
        #expect(Self.failure(Self.read(text: String(repeating: "A", count: 8 << 20 | 1))) == .tooLarge)
        #expect(Self.failure(Self.read(Array("hello".utf8))) == .notReceipt)
        #expect(Self.failure(Self.read(Self.der(0x30, []))) == .notReceipt)
        #expect(Self.failure(Self.read(Self.der(0x30, Self.data + Self.der(0xA0, [])))) == .notReceipt)
        #expect(Self.failure(Self.read(Self.container(octets: Self.der(0x0C, [1])))) == .malformed)
        #expect(Self.failure(Self.read(Self.container(octets: Self.der(0x04, Self.der(0x30, []))))) == .malformed)
        #expect(Self.failure(Self.read(Self.receipt(Self.row(Self.attribute(1703, [0x0C, 9, 1]))))) == .malformed)
        for id in ["", "1\u{0}", "1 2", "1\n", "é", String(repeating: "1", count: 256)] {
            #expect(Self.failure(Self.read(Self.receipt(Self.row(Self.text(1703, id))))) == .malformed)
        }
        for count in 1..<whole.count {
            #expect(Self.failure(Self.read(Array(whole.prefix(count)))) == .truncated, "cut to \(count)")
        }
    }

    @Test("Inconsistent lengths and excessive depths are refused quickly")
    func hostile() {
        #expect(Self.failure(Self.read([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF])) == .truncated)
        #expect(Self.failure(Self.read([0x30, 0x85, 1, 1, 1, 1, 1])) == .malformed)
        #expect(Self.failure(Self.read([0x30, 0xFF] + Array(repeating: 1, count: 200))) == .malformed)
        #expect(Self.failure(Self.read([0x30, 0x80, 0x04, 0x80, 0, 0, 0, 0])) == .malformed)
        #expect(Self.failure(Self.read([0x30, 0x82, 0x1F])) == .truncated)
        let ladder = (0..<200_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
        #expect(Self.failure(Self.read(ladder)) == .tooDeep)
        let crowd = Self.der(0x24, (0..<70_000).flatMap { _ in [0x04, 0] as [UInt8] })
        #expect(Self.failure(Self.read(Self.container(octets: crowd))) == .tooMany)
        var octets = Self.der(0x04, [1])
        for _ in 0..<40 { octets = Self.der(0x24, octets) }
        #expect(Self.failure(Self.read(Self.container(octets: octets))) == .tooDeep)
    }

    @Test("The change of any byte leads to an error or a result, never to a crash", arguments: [1, 2, 3] as [UInt64])
    func changes(seed: UInt64) {
        let whole = Self.receipt(
            Self.text(2, "com.example.shop") + Self.row(Self.text(1703, "12") + Self.text(1705, "1"))
        )
        var generator = SeededGenerator(seed: seed)
        var readable = 0
        for _ in 0..<20_000 {
            var changed = whole
            for _ in 0...(generator.next() % 3) {
                changed[Int(generator.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            if case .success(let contents) = Self.read(changed) {
                readable += 1
                #expect(!contents.purchases.isEmpty, "seed \(seed)")
            }
        }
        #expect(readable > 0 && readable < 20_000, "seed \(seed)")
    }

    @Test("Genuine receipts are read", .enabled(if: Vectors.arePresent, "\(Vectors.absence)"))
    func genuine() throws {
        let sandbox = try Vectors.bytes("receipts/sandbox-2025-sha256-two-rows.b64")
        let contents = try Self.read(text: String(decoding: sandbox, as: UTF8.self)).get()
        #expect(contents.bundleID == "dev.bonzer.weeka.app" && contents.environment == "ProductionSandbox")
        #expect(contents.purchases.count == 2)
        #expect(contents.transactionIDs == ["2000001092134138", "2000001092148094"])
        let xcode = try Vectors.bytes("receipts/xcode-one-row.b64")
        let local = try Self.read(text: String(decoding: xcode, as: UTF8.self)).get()
        #expect(local.environment == "Xcode" && local.purchases.count == 1)
        #expect(local.purchases.first?.productID == "CYCLEMAPS_PREMIUM")
    }

    // MARK: Transaction receipts

    static func old(_ inner: String, outer: String = "\"signature\" = \"AA==\";\n") -> [UInt8] {
        let info = Data(inner.utf8).base64EncodedString()
        return Array("{\n\t\(outer)\t\"purchase-info\" = \"\(info)\";\n\t\"pod\" = 100;\n}".utf8)
    }

    @Test("A transaction receipt from before iOS 7 is read")
    func transactionReceipt() throws {
        let inner = #"{ "original-transaction-id" = "11"; "transaction-id" = "12"; "bid" = "com.example.shop"; }"#
        let contents = try Self.read(Self.old(inner)).get()
        #expect(contents.bundleID == "com.example.shop" && contents.environment == nil)
        #expect(contents.transactionIDs == ["11", "12"])
        let sandbox = try Self.read(Self.old(inner, outer: "\"environment\" = \"Sandbox\";\n")).get()
        #expect(sandbox.environment == "Sandbox")
    }

    @Test(
        "A broken or ambiguous transaction receipt is refused",
        arguments: [
            (#"{ "transaction-id" = "12""#, ReceiptError.malformed), (#"{ "transaction-id" = "12"; "#, .malformed),
            (#"{ "transaction-id" "12"; }"#, .malformed), (#"{ "transaction-id" = ; }"#, .malformed),
            (#"{ "transaction-id" = "12"; "transaction-id" = "13"; }"#, .malformed),
            (#"{ "transaction-id" = "1 2"; }"#, .malformed), (#"{ "transaction-id" = "12\"#, .malformed),
            ("transaction-id = 12;", .malformed), ("{ }", .empty), (#"{ "original-transaction-id" = "1"; }"#, .empty),
        ]
    )
    func brokenTransactionReceipt(inner: String, error: ReceiptError) {
        #expect(Self.failure(Self.read(Self.old(inner))) == error)
    }

    @Test("A property list that is not a receipt is refused")
    func otherList() {
        #expect(Self.failure(Self.read(Array(#"{ "a" = "b"; }"#.utf8))) == .notReceipt)
        #expect(Self.failure(Self.read(Array(#"{ "purchase-info" = "!"; }"#.utf8))) == .notBase64)
    }

    @Test("Each error has its own code")
    func codes() {
        #expect(Set(ReceiptError.allCases.map(\.code)).count == ReceiptError.allCases.count)
        #expect(ReceiptError.allCases.allSatisfy { $0.code.hasPrefix("receipt_") })
    }
}
