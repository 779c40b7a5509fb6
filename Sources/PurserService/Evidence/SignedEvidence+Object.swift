import AppStore
import Crypto
import Foundation
package import Ledger

extension SignedEvidence {
    /// Creates the evidence of a verified object, with the signed objects inside it cut out.
    ///
    /// - Parameters:
    ///   - verified: The object.
    ///   - kind: The kind of the object.
    ///   - parts: The objects whose compact forms the payload contains, each with its evidence. A part that the payload
    ///     does not contain byte for byte, because its string was escaped, is not cut out.
    init<Payload>(
        _ verified: VerifiedObject<Payload>,
        kind: Kind,
        parts: [(compact: [UInt8], evidence: SignedEvidence)] = []
    ) {
        let object = verified.object
        var cuts: [(range: Range<Int>, digest: EvidenceDigest)] = []
        for part in parts {
            if let range = Self.range(of: part.compact, in: object.payload) {
                cuts.append((range, part.evidence.digest))
            }
        }
        cuts.sort { $0.range.lowerBound < $1.range.lowerBound }

        var remainder: [UInt8] = []
        var positioned: [Part] = []
        var position = 0
        for cut in cuts where cut.range.lowerBound >= position {
            remainder += object.payload[position..<cut.range.lowerBound]
            positioned.append(Part(offset: remainder.count, digest: cut.digest))
            position = cut.range.upperBound
        }
        remainder += object.payload[position...]
        self.init(
            digest: EvidenceDigest(sha256: object.digest),
            kind: kind,
            headerDigest: EvidenceDigest(sha256: object.headerDigest),
            header: object.header,
            payload: remainder,
            signature: object.signature,
            parts: positioned,
            signedAt: Instant(verified.signedAt)
        )
    }

    /// Creates the evidence of a verified receipt: its bytes as they came, identified by the digest of the signed
    /// content.
    ///
    /// The bytes around the signed content can be encoded in different ways without changing the receipt. The digest of
    /// all bytes takes the place of the signature, so that any change of them is detected.
    init(_ receipt: VerifiedReceipt) {
        self.init(
            digest: EvidenceDigest(sha256: receipt.payloadDigest),
            kind: .receipt,
            headerDigest: EvidenceDigest(sha256: Array(SHA256.hash(data: [UInt8]()))),
            header: [],
            payload: receipt.bytes,
            signature: Array(SHA256.hash(data: receipt.bytes)),
            parts: [],
            signedAt: Instant(receipt.createdAt)
        )
    }

    /// Returns the exact bytes that were signed, reassembled from the parts.
    ///
    /// - Parameter partForm: Returns the compact form of a part, by its digest.
    /// - Returns: The compact form, or `nil` if a part is missing or an offset lies outside the payload.
    package func compactForm(
        part partForm: (EvidenceDigest) async throws -> [UInt8]?
    ) async rethrows -> [UInt8]? {
        guard self.kind != .receipt else { return self.payload }
        var whole: [UInt8] = []
        var position = 0
        for part in self.parts {
            guard part.offset >= position, part.offset <= self.payload.count,
                let form = try await partForm(part.digest)
            else { return nil }
            whole += self.payload[position..<part.offset]
            whole += form
            position = part.offset
        }
        whole += self.payload[position...]
        return SignedObject.compactForm(header: self.header, payload: whole, signature: self.signature)
    }

    /// Returns the range of a part in a payload: a part follows a quotation mark, which is rare and quickly found.
    private static func range(of part: [UInt8], in payload: [UInt8]) -> Range<Int>? {
        unsafe payload.withUnsafeBytes { buffer in
            unsafe part.withUnsafeBytes { sought in
                guard let base = buffer.baseAddress, let first = sought.baseAddress else { return nil }
                var position = 0
                while position + sought.count < buffer.count,
                    let quote = unsafe memchr(base + position, Int32(UInt8(ascii: "\"")), buffer.count - position)
                {
                    let start = unsafe UnsafeRawPointer(quote) - base + 1
                    let end = start + sought.count
                    if end <= buffer.count, unsafe memcmp(base + start, first, sought.count) == 0 { return start..<end }
                    position = start
                }
                return nil
            }
        }
    }
}

extension EvidenceDigest {
    /// Creates a digest from verification's digest, which has 32 bytes.
    init(sha256 bytes: [UInt8]) {
        guard let digest = Self(bytes) else {
            preconditionFailure("SHA-256 has 32 bytes.")
        }
        self = digest
    }
}

extension Instant {
    /// Creates the same instant as the ledger's type.
    init(_ timestamp: Timestamp) {
        self.init(milliseconds: timestamp.milliseconds)
    }
}

extension Repository {
    /// Returns the exact bytes of a signed object, reassembled; `nil` if it or a part of it is missing.
    func compactForm(of digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> [UInt8]? {
        let found = try await self.read { view in
            try view.evidence(digest, app: app).map { evidence in
                (evidence: evidence, parts: try view.parts(of: evidence, app: app))
            }
        }
        return await found?.evidence.compactForm { found?.parts?[$0] }
    }

    /// Returns the exact bytes of a signed object, reassembled; `nil` if a part of it is missing.
    func compactForm(of evidence: SignedEvidence, app: AppName) async throws(RepositoryError) -> [UInt8]? {
        let parts = try await self.read { view in try view.parts(of: evidence, app: app) }
        return await evidence.compactForm { parts?[$0] }
    }
}

extension EvidenceReads {
    /// Returns the compact forms of the parts that were cut out of a signed object; `nil` if one is missing.
    fileprivate func parts(of evidence: SignedEvidence, app: AppName) throws -> [EvidenceDigest: [UInt8]]? {
        var parts: [EvidenceDigest: [UInt8]] = [:]
        for part in evidence.parts {
            guard let found = try self.evidence(part.digest, app: app), found.parts.isEmpty else { return nil }
            parts[part.digest] = SignedObject.compactForm(
                header: found.header,
                payload: found.payload,
                signature: found.signature
            )
        }
        return parts
    }
}
