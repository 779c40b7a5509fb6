import AppStore
import Ledger

extension Repository {
    /// The exact bytes of a signed object, put together again; `nil` when it or a part of it is missing.
    func compactForm(of digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> [UInt8]? {
        guard let evidence = try await self.evidence(digest, app: app) else { return nil }
        return try await self.compactForm(of: evidence, app: app)
    }

    /// The exact bytes of a signed object, put together again; `nil` when a part of it is missing.
    func compactForm(of evidence: SignedEvidence, app: AppName) async throws(RepositoryError) -> [UInt8]? {
        var parts: [EvidenceDigest: [UInt8]] = [:]
        for part in evidence.parts {
            guard let found = try await self.evidence(part.digest, app: app), found.parts.isEmpty else { return nil }
            parts[part.digest] = SignedObject.compactForm(
                header: found.header,
                payload: found.payload,
                signature: found.signature
            )
        }
        let known = parts
        return await evidence.compactForm { known[$0] }
    }
}
