import AppStore
package import Ledger

/// A signed object as it was recorded: the exact bytes that were signed, and their content.
package struct SignedDocument: Hashable, Sendable {
    /// The SHA-256 of the object.
    package let digest: EvidenceDigest
    /// The kind of object.
    package let kind: SignedEvidence.Kind
    /// The instant at which Apple signed it.
    package let signedAt: Instant
    /// The exact bytes: a JWS in its compact form, or a receipt.
    package let bytes: [UInt8]
    /// The decoded header of a JWS; `nil` for a receipt.
    package let header: [UInt8]?
    /// The decoded payload of a JWS; `nil` for a receipt.
    package let payload: [UInt8]?
    /// The signed objects inside the payload, in their order.
    package let parts: [EvidenceDigest]
}

extension CustomerService {
    /// Returns a signed object by its digest, byte for byte as Apple signed it.
    package func evidence(_ digest: EvidenceDigest, in app: ServedApp) async throws(CustomerError) -> SignedDocument {
        let name = app.name
        let found = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.evidence(digest, app: name) }
        }
        guard let found else { throw .unknownEvidence }
        let whole = try await self.withRepository { repository throws(RepositoryError) in
            guard let bytes = try await repository.compactForm(of: found, app: name) else {
                throw RepositoryError.corrupt
            }
            return bytes
        }
        let isReceipt = found.kind == .receipt
        let segments = whole.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return SignedDocument(
            digest: digest,
            kind: found.kind,
            signedAt: found.signedAt,
            bytes: whole,
            header: isReceipt ? nil : found.header,
            payload: isReceipt || segments.count != 3 ? nil : Base64URL.decode(Array(segments[1])),
            parts: found.parts.map(\.digest)
        )
    }
}
