import SwiftASN1
package import X509

extension OCSPResponse {
    /// The tolerance for the clocks of the responder and of this machine, in milliseconds: 75 minutes.
    ///
    /// It allows an hour for a wrong time zone and a quarter for drift, like Apple's Swift library.
    package static let clockToleranceMilliseconds: Int64 = 4_500_000

    /// Verifies the response and returns its answer.
    ///
    /// The checks are, in order: signer and signature, version, critical extensions, the answer about the requested
    /// certificate, its times, the nonce. The contents are used only after the signature is verified.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - issuer: The trusted certificate that issued the one in question.
    ///   - now: The time of the check, in milliseconds since 1970.
    /// - Returns: The answer, with any status.
    /// - Throws: `RevocationError`, with one case for each check.
    package func answer(
        to request: OCSPRequest,
        issuer: Certificate,
        at now: Int64
    ) throws(RevocationError) -> OCSPResult {
        try self.checkSigner(issuer: issuer, at: now)
        guard self.version == 0 else { throw .versionUnsupported }
        guard !self.extensions.contains(where: { $0.critical && $0.oid != .ocspNonce }) else {
            throw .criticalExtension
        }
        let single = try self.singleResponse(for: request.certificateID)
        guard !single.hasCriticalExtension else { throw .criticalExtension }
        let nextUpdateAt = try self.checkTimes(of: single, at: now)
        try self.checkNonce(request.nonce)

        let status: OCSPCertificateStatus =
            switch single.state {
            case .good: .good(until: nextUpdateAt)
            case .revoked(let revokedAt, let reason): .revoked(at: revokedAt, reason: reason)
            case .unknown: .unknown
            }
        return OCSPResult(status: status, thisUpdateAt: single.thisUpdateAt, nextUpdateAt: nextUpdateAt)
    }

    private func singleResponse(for certificateID: OCSPCertificateID) throws(RevocationError) -> OCSPSingleResponse {
        var found: OCSPSingleResponse?
        for response in self.singleResponses where response.certificateID == certificateID {
            // Two answers about one certificate could contradict each other.
            guard found == nil else { throw .malformed }
            found = response
        }
        guard let found else { throw .wrongCertificate }
        return found
    }

    private func checkTimes(of single: OCSPSingleResponse, at now: Int64) throws(RevocationError) -> Int64 {
        guard let nextUpdateAt = single.nextUpdateAt else { throw .nextUpdateMissing }
        let latest = now + Self.clockToleranceMilliseconds
        guard self.producedAt <= latest, single.thisUpdateAt <= latest else { throw .fromTheFuture }
        guard nextUpdateAt >= single.thisUpdateAt else { throw .malformed }
        guard nextUpdateAt >= now - Self.clockToleranceMilliseconds else { throw .stale }
        return nextUpdateAt
    }

    private func checkNonce(_ nonce: [UInt8]) throws(RevocationError) {
        guard let answered = self.extensions[oid: .ocspNonce] else { return }
        guard let octets = try? ASN1OctetString(derEncoded: answered.value), octets.bytes.elementsEqual(nonce) else {
            throw .nonceMismatch
        }
    }
}

/// A responder's answer that has passed all checks.
///
/// Instants are milliseconds since 1970 in UTC.
package struct OCSPResult: Hashable, Sendable {
    /// The status that the responder states.
    package let status: OCSPCertificateStatus
    /// The time at which the status was known to be correct.
    package let thisUpdateAt: Int64
    /// The time by which newer information will be available.
    package let nextUpdateAt: Int64

    /// Creates an answer from its parts.
    ///
    /// - Parameters:
    ///   - status: The status that the responder states.
    ///   - thisUpdateAt: The time at which the status was known to be correct.
    ///   - nextUpdateAt: The time by which newer information will be available.
    package init(status: OCSPCertificateStatus, thisUpdateAt: Int64, nextUpdateAt: Int64) {
        self.status = status
        self.thisUpdateAt = thisUpdateAt
        self.nextUpdateAt = nextUpdateAt
    }
}

/// The status of one certificate that a responder states.
///
/// Instants are milliseconds since 1970 in UTC.
package enum OCSPCertificateStatus: Hashable, Sendable {
    /// The responder does not know the certificate as revoked; the answer is valid until the given instant.
    case good(until: Int64)
    /// The certificate was revoked at the given instant.
    case revoked(at: Int64, reason: CertificateRevocationReason?)
    /// The responder does not know the certificate.
    case unknown
}
