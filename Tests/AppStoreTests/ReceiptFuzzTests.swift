import AppStore
import AppStoreSimulator
import Foundation
import PurserTesting
import SwiftASN1
import Testing

/// Damaged receipts, generated from a seed: none crashes the reader, and none is accepted with other contents.
@Suite struct ReceiptFuzzTests {
    /// Byte sequences that are significant to a BER reader.
    private static let pieces: [[UInt8]] = [
        [0, 0], [0x30, 0x80], [0x24, 0x80], [0xA0, 0x80], [0x31, 0], [0x84, 0xFF, 0xFF, 0xFF, 0xFF],
        [0x04, 0x82, 1, 0], [0x02, 0x01, 0x11], [0x1F, 0x81, 0x01], [0x80], [0xFF], [0x06, 0x09],
        [0x30, 0x84, 0, 0, 0, 1],
    ]

    private static func mutant(of original: [UInt8], _ random: inout PurserTesting.SeededGenerator) -> [UInt8] {
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        var bytes = original
        for _ in 0...below(3) {
            let place = below(bytes.count)
            switch below(6) {
            case 0, 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 2: bytes[place] ^= 1 << UInt8(below(8))
            case 3: bytes.insert(contentsOf: Self.pieces[below(Self.pieces.count)], at: place)
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(20)))
            default:
                let source = below(bytes.count)
                let part = Array(bytes[source..<min(bytes.count, source + 1 + below(40))])
                bytes.insert(contentsOf: part, at: place)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }

    @Test("A damaged receipt is refused or has exactly the signed contents", arguments: [1, 2, 3, 4] as [UInt64])
    func containers(seed: UInt64) throws {
        let authority = try ReceiptAuthority()
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
        let payload = ReceiptSample.draft().encoded
        let whole = try authority.signer.receipt(payload: payload)
        let open = try authority.signer.openReceipt(payload: payload, pieceByteCount: 200)
        let right = try signatures.receipt(whole).payload
        var random = PurserTesting.SeededGenerator(seed: seed)
        var codes: Set<VerificationError.Code> = []
        var accepted = 0
        for round in 0..<1_500 {
            let bytes = Self.mutant(of: round % 2 == 0 ? whole : open, &random)
            do throws(VerificationError) {
                let receipt = try signatures.receipt(bytes)
                accepted += 1
                #expect(receipt.payload == right, "seed \(seed), round \(round)")
            } catch {
                codes.insert(error.code)
            }
        }
        // Parts that the reader ignores may change: versions, the list of algorithms, the copy of the root.
        #expect(accepted < 300, "seed \(seed): \(accepted)")
        #expect(
            codes.isSuperset(of: [.receiptTruncated, .receiptMalformed, .receiptSignatureInvalid, .notReceipt]),
            "seed \(seed): \(codes)"
        )
    }

    @Test("A damaged payload with a valid signature is read or refused", arguments: [5, 6, 7] as [UInt64])
    func payloads(seed: UInt64) throws {
        let authority = try ReceiptAuthority()
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
        let payload = ReceiptSample.draft().encoded
        var random = PurserTesting.SeededGenerator(seed: seed)
        var (accepted, refused) = (0, 0)
        for round in 0..<300 {
            let bytes = Self.mutant(of: payload, &random)
            do throws(VerificationError) {
                _ = try signatures.receipt((try? authority.signer.receipt(payload: bytes)) ?? [])
                accepted += 1
                #expect((try? BER.parse(bytes)) != nil, "seed \(seed), round \(round): only accepted here")
            } catch {
                refused += 1
                let codes: Set<VerificationError.Code> = [
                    .receiptAttributeInvalid, .receiptAttributeTwice, .receiptTooManyParts, .signedDateMissing,
                    .signerExpired, .certificateExpired, .certificateNotYetValid,
                ]
                #expect(codes.contains(error.code), "seed \(seed), round \(round): \(error)")
            }
        }
        #expect(accepted > 5 && refused > 100, "seed \(seed): \(accepted) and \(refused)")
    }

    @Test("The payload of a container is the same as with a general BER reader", arguments: [8, 9] as [UInt64])
    func agreement(seed: UInt64) throws {
        let authority = try ReceiptAuthority()
        var random = PurserTesting.SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let payload = ReceiptSample.draft(rows: Int(random.next() % 8)).encoded
            let bytes = try authority.signer.openReceipt(
                payload: payload,
                pieceByteCount: 1 + Int(random.next() % 500)
            )
            let parsed = try BER.parse(bytes)
            #expect(try Self.payload(in: parsed) == payload, "seed \(seed)")
        }
    }

    /// Returns the payload that the library finds.
    private static func payload(in container: ASN1Node) throws -> [UInt8] {
        func children(_ node: ASN1Node) -> [ASN1Node] {
            guard case .constructed(let nodes) = node.content else { return [] }
            return Array(nodes)
        }
        let content = children(children(children(container)[1])[0])[2]
        let octets = children(children(content)[1])[0]
        return Array(try ASN1OctetString(berEncoded: octets).bytes)
    }
}
