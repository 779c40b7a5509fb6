import AppStore

/// The revocation of a certificate.
struct CertificateRevocation: Sendable, Hashable {
    /// The instant of the revocation, in milliseconds since 1970.
    let since: Int64
    /// The reason, as a number of RFC 5280, section 5.3.1.
    let reason: UInt8
}

extension StoreCertificates {
    /// A certificate that can be revoked.
    enum Member: String, Sendable, Hashable, CaseIterable {
        /// The signing certificate.
        case leaf
        /// The issuer of the signing certificate.
        case intermediate
    }
}

extension WorldState {
    /// Revokes a certificate of the chain, or removes the revocation; the OCSP responder reports the status.
    mutating func revokeCertificate(_ action: WorldAction) throws(WorldError) {
        guard let member = StoreCertificates.Member(rawValue: action.scope ?? "leaf") else {
            throw .invalidValue(field: "scope", action.scope ?? "")
        }
        guard action.enabled ?? true else {
            self.revocations[member] = nil
            self.note(.appStore, "removes the revocation of its \(member.rawValue) certificate")
            return
        }
        // The default reason is key compromise.
        guard let reason = UInt8(action.reason ?? "1"), reason <= 10, reason != 7 else {
            throw .invalidValue(field: "reason", action.reason ?? "")
        }
        self.revocations[member] = CertificateRevocation(since: action.since ?? self.now, reason: reason)
        self.note(.appStore, "revokes its \(member.rawValue) certificate")
    }
}

extension World {
    /// Adds the address of an OCSP responder to the store's certificates.
    ///
    /// The root does not change; the leaf and the intermediate are issued again with the address.
    public func publishOCSP(at address: String) throws {
        let old = self.certificates
        let certificates = try StoreCertificates(
            seed: old.seed,
            startingAtMilliseconds: old.startMilliseconds,
            ocspAddress: address
        )
        self.update { $0.signer = StoreSigner(certificates: certificates) }
    }

    /// Responds to an OCSP request about one of the store's certificates; request and response are in DER (RFC 6960).
    ///
    /// `now` is the instant of the response in milliseconds since 1970, on the wall clock, because clients compare it
    /// with theirs.
    public func answerOCSP(_ request: [UInt8], now: Int64) -> [UInt8] {
        self.look { state in
            OCSPResponder(certificates: state.signer.certificates, revocations: state.revocations)
                .answer(request, now: now)
        }
    }
}
