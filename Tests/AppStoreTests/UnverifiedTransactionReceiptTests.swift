import AppStore
import AppStoreSimulator
import CryptoExtras
import Foundation
import PurserTesting
import Testing

/// Receipts from before iOS 7.
@Suite struct UnverifiedTransactionReceiptTests {
    static let fields: [(name: String, value: String)] = [
        ("original-purchase-date-ms", "1335798355868"), ("original-purchase-date", "2012-04-30 15:05:55 Etc/GMT"),
        ("purchase-date", "2012-04-30 15:05:55 Etc/GMT"), ("transaction-id", "1000000046178817"),
        ("original-transaction-id", "1000000046178816"), ("product-id", "com.example.shop.coins"),
        ("item-id", "521129812"), ("quantity", "2"), ("bid", SamplePayloads.bundleID), ("bvrs", "20120427"),
        ("expires-date", "1335884755000"),
        ("web-order-line-item-id", "1000000026553289"),
    ]

    static func text(
        _ fields: [(name: String, value: String)] = Self.fields,
        signer: TransactionReceiptSigner? = nil
    ) throws -> String {
        let signer = try signer ?? TransactionReceiptSigner(key: ReceiptKeys.transactionKey())
        return Data(try signer.receipt(fields, environment: "Sandbox")).base64EncodedString()
    }

    static func refusal(_ text: String) -> VerificationError.Code? {
        do throws(VerificationError) {
            _ = try UnverifiedTransactionReceipt(base64: text)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A transaction receipt is read, and its signature matches the certificate in it")
    func fields() throws {
        let hint = try UnverifiedTransactionReceipt(base64: Self.text())
        #expect(hint.transactionID == "1000000046178817" && hint.originalTransactionID == "1000000046178816")
        #expect(hint.productID == "com.example.shop.coins" && hint.bundleID == SamplePayloads.bundleID)
        #expect(hint.purchasedAt?.milliseconds == 1_335_798_355_000)
        #expect(hint.originallyPurchasedAt?.milliseconds == 1_335_798_355_868)
        #expect(hint.expiresAt?.milliseconds == 1_335_884_755_000)
        #expect(hint.quantity == 2 && hint.itemID == 521_129_812 && hint.webOrderLineItemID == 1_000_000_026_553_289)
        #expect(hint.statedEnvironment == "Sandbox" && hint.signatureVersion == 2)
        #expect(hint.fields["bvrs"] == "20120427" && hint.certificateDigest.count == 32)
    }

    @Test("The longer signature of version 3 is accepted too")
    func longer() throws {
        let signer = try TransactionReceiptSigner(key: ReceiptKeys.receiptKey())
        #expect(try UnverifiedTransactionReceipt(base64: Self.text(signer: signer)).signatureVersion == 3)
    }

    @Test("A changed receipt, or one signed with another kind of certificate, is refused")
    func refusals() throws {
        let key = try ReceiptKeys.transactionKey()
        let right = try Self.text()
        #expect(Self.refusal(right) == nil)
        let list = String(decoding: try #require(Data(base64Encoded: right)), as: UTF8.self)
        let info = try #require(list.firstMatch(of: /"purchase-info" = "([^"]*)"/)?.output.1)
        let plain = String(decoding: try #require(Data(base64Encoded: String(info))), as: UTF8.self)
        let changed = Data(plain.replacing("6178817", with: "6178818").utf8).base64EncodedString()
        let forged = list.replacing(info, with: changed)
        #expect(Self.refusal(Data(forged.utf8).base64EncodedString()) == .receiptSignatureInvalid)
        let marker = try TransactionReceiptSigner(key: key, marker: [0x2A, 0x03])
        #expect(Self.refusal(try Self.text(signer: marker)) == .leafMarkerMissing)
        let ended = try TransactionReceiptSigner(key: key, notAfter: "120101000000Z")
        #expect(Self.refusal(try Self.text(signer: ended)) == .certificateExpired)
        #expect(Self.refusal(try Self.text([("product-id", "a")])) == .receiptAttributeInvalid)
        for name in ["quantity", "purchase-date", "expires-date", "item-id"] {
            let text = try Self.text([("transaction-id", "1"), (name, "x")])
            #expect(Self.refusal(text) == .receiptAttributeInvalid, "\(name)")
        }
        // No instant exceeds the supported range of dates.
        for (value, code) in [("253402300799999", nil), ("253402300800000", .receiptAttributeInvalid)]
            as [(String, VerificationError.Code?)]
        {
            #expect(Self.refusal(try Self.text([("transaction-id", "1"), ("expires-date-ms", value)])) == code)
        }
        for value in ["9223372036854775807", "-1"] {
            let text = try Self.text([("transaction-id", "1"), ("purchase-date-ms", value)])
            #expect(Self.refusal(text) == .receiptAttributeInvalid, "\(value)")
        }
    }

    @Test("Data that is not a transaction receipt is refused, and so is a broken signature")
    func garbage() throws {
        func refusal(signature: [UInt8]) -> VerificationError.Code? {
            let text = Data(signature).base64EncodedString()
            let list = #"{ "signature" = "\#(text)"; "purchase-info" = "eyAidHJhbnNhY3Rpb24taWQiID0gIjEiOyB9"; }"#
            return Self.refusal(Data(list.utf8).base64EncodedString())
        }
        #expect(Self.refusal("%") == .receiptNotBase64)
        #expect(Self.refusal(Data("hello".utf8).base64EncodedString()) == .notReceipt)
        #expect(Self.refusal(Data("{ }".utf8).base64EncodedString()) == .notReceipt)
        #expect(Self.refusal(Data("{ a = ".utf8).base64EncodedString()) == .receiptMalformed)
        #expect(refusal(signature: [9, 0]) == .receiptAlgorithm)
        #expect(refusal(signature: [2, 0]) == .receiptTruncated)
        let head = [2] + [UInt8](repeating: 0, count: 128)
        #expect(refusal(signature: head + [0xFF, 0xFF, 0xFF, 0xFF]) == .receiptTruncated)
        #expect(refusal(signature: head + [0, 0, 0, 0, 1]) == .receiptMalformed)
        #expect(refusal(signature: head + [0, 0, 0, 2, 0x30, 0]) == .malformedCertificate)
        let long = [0, 0, 0x20, 1] + [UInt8](repeating: 0, count: 8193)
        #expect(refusal(signature: head + long) == .receiptCertificateTooLarge)
    }

    @Test("The change of any byte leads to an error or a result, never to a crash", arguments: [1, 2] as [UInt64])
    func changes(seed: UInt64) throws {
        let whole = Array(try #require(Data(base64Encoded: try Self.text())))
        var generator = PurserTesting.SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var changed = whole
            changed[Int(generator.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: generator.next())
            _ = Self.refusal(Data(changed).base64EncodedString())
        }
    }
}
