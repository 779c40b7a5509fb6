import AppStore
import AppStoreSimulator
import Foundation
import FuzzedReaders
import PurserTesting
import Testing

/// The inputs that fuzzing found to be worth keeping: each reaches code in a reader that the others do not (`make
/// fuzz`).
@Suite struct FuzzCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    @Test("Every stored input is read or refused, and the results differ", arguments: FuzzedReader.allCases)
    func kept(reader: FuzzedReader) throws {
        let folder = Self.folder.appending(path: reader.rawValue)
        if ProcessInfo.processInfo.environment["PURSER_WRITE_GOLDEN"] != nil { try Self.writeSeeds(of: reader, folder) }
        var answers: Set<String> = []
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names.sorted() {
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            answers.insert(reader.refusal(of: bytes) ?? "")
        }
        #expect(names.count >= 3, "Run with PURSER_WRITE_GOLDEN=1 to write the first ones, then make fuzz.")
        #expect(answers.count >= 2, "\(answers)")
    }

    /// Writes the first inputs for fuzzing: data of the simulator, and the smallest input of each kind.
    private static func writeSeeds(of reader: FuzzedReader, _ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (place, bytes) in ([[], [0]] + (try Self.seeds(of: reader))).enumerated() {
            try Data(bytes).write(to: folder.appending(path: "seed-\(place)"))
        }
    }

    private static func seeds(of reader: FuzzedReader) throws -> [[UInt8]] {
        let payload = ReceiptSample.draft().encoded
        switch reader {
        case .payload: return [payload, ReceiptSample.draft(rows: 0).encoded]
        case .receipt, .contents:
            let signer = try ReceiptAuthority().signer
            return [
                try signer.receipt(payload: payload), try signer.openReceipt(payload: payload, pieceByteCount: 200),
                try #require(Data(base64Encoded: UnverifiedTransactionReceiptTests.text())).map(\.self),
            ]
        case .hint: return [try #require(Data(base64Encoded: UnverifiedTransactionReceiptTests.text())).map(\.self)]
        case .json: return [SamplePayloads.transaction().json(), Array(#"{"a":[1,-2.5e3,"\u00e9",null,true]}"#.utf8)]
        case .jws: return [try SigningAuthority().sign(SamplePayloads.transaction().json())]
        case .ocsp:
            let authority = try RevocationAuthority()
            let certificates = [authority.leaf, authority.intermediate.certificate]
            let request = try OCSPRequest(
                certificate: certificates[0],
                issuer: certificates[1],
                nonce: [UInt8](repeating: 7, count: OCSPRequest.nonceByteCount)
            )
            var revoked = RevocationRecipe()
            revoked.state = .revoked(at: RevocationAuthority.start, reason: 1)
            return try [RevocationRecipe(), revoked].map {
                try $0.response(to: request.certificateID, signer: authority.intermediate)
            }
        }
    }
}
