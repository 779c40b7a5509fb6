import SwiftASN1
package import X509

extension OCSPResponse {
    /// By how much a responder's clock, or ours, may be wrong, in milliseconds: 75 minutes.
    ///
    /// An hour for a mistaken time zone and a quarter for drift, as Apple's Swift library allows.
    package static let clockToleranceMilliseconds: Int64 = 4_500_000

    /// Checks the response and says what it answers.
    ///
    /// Checked in this order: signer and signature, version, critical extensions, the answer for our certificate, its
    /// times, the nonce. Nothing that the response says is looked at before its signature is right.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - issuer: The certificate that issued the one in question; it is trusted.
    ///   - now: The instant of the check, milliseconds since 1970.
    /// - Returns: The answer, also when it is bad news.
    /// - Throws: `RevocationError`, one case for each check.
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
            // Two answers about one certificate could disagree; neither is better.
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

/// A responder's answer that has passed every check.
///
/// Instants are milliseconds since 1970 in UTC.
package struct OCSPResult: Hashable, Sendable {
    /// What the responder says.
    package let status: OCSPCertificateStatus
    /// When what it says was known to be right.
    package let thisUpdateAt: Int64
    /// Until when newer information will be available.
    package let nextUpdateAt: Int64

    /// Joins the parts of an answer.
    ///
    /// - Parameters:
    ///   - status: The status that the responder states.
    ///   - thisUpdateAt: When what it says was known to be right.
    ///   - nextUpdateAt: Until when newer information will be available.
    package init(status: OCSPCertificateStatus, thisUpdateAt: Int64, nextUpdateAt: Int64) {
        self.status = status
        self.thisUpdateAt = thisUpdateAt
        self.nextUpdateAt = nextUpdateAt
    }
}

/// What a responder says about one certificate.
///
/// Instants are milliseconds since 1970 in UTC.
package enum OCSPCertificateStatus: Hashable, Sendable {
    /// Not revoked, as far as the responder knows; the answer holds until the instant given.
    case good(until: Int64)
    /// Revoked at the instant given.
    case revoked(at: Int64, reason: CertificateRevocationReason?)
    /// The responder does not know the certificate.
    case unknown
}
