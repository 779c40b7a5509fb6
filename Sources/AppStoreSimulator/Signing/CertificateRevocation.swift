import AppStore

/// That a certificate is revoked: since when, and why.
struct CertificateRevocation: Sendable, Hashable {
    /// Since when, in milliseconds since 1970.
    let since: Int64
    /// Why, as RFC 5280 section 5.3.1 numbers it.
    let reason: UInt8
}

extension StoreCertificates {
    /// A certificate that can be revoked.
    enum Member: String, Sendable, Hashable, CaseIterable {
        /// The one that signs.
        case leaf
        /// Its issuer.
        case intermediate
    }
}

extension WorldState {
    /// Revokes a certificate of the chain, or takes that back; an OCSP responder tells of it.
    mutating func revokeCertificate(_ action: WorldAction) throws(WorldError) {
        guard let member = StoreCertificates.Member(rawValue: action.scope ?? "leaf") else {
            throw .invalidValue(field: "scope", action.scope ?? "")
        }
        guard action.enabled ?? true else {
            self.revocations[member] = nil
            self.note(.appStore, "takes the revocation of its \(member.rawValue) certificate back")
            return
        }
        // Key compromise, unless said otherwise.
        guard let reason = UInt8(action.reason ?? "1"), reason <= 10, reason != 7 else {
            throw .invalidValue(field: "reason", action.reason ?? "")
        }
        self.revocations[member] = CertificateRevocation(since: action.since ?? self.now, reason: reason)
        self.note(.appStore, "revokes its \(member.rawValue) certificate")
    }
}

extension World {
    /// Lets the store's certificates say where their revocation can be asked.
    ///
    /// The root stays as it is; leaf and intermediate are issued anew with the address.
    public func publishOCSP(at address: String) throws {
        let old = self.certificates
        let certificates = try StoreCertificates(
            seed: old.seed,
            startingAtMilliseconds: old.startMilliseconds,
            ocspAddress: address
        )
        self.update { $0.signer = StoreSigner(certificates: certificates) }
    }

    /// Answers a question about the revocation of one of the store's certificates, both in DER (RFC 6960).
    ///
    /// `now` is the instant of the answer in milliseconds since 1970: the wall clock's, because clients compare it with
    /// theirs.
    public func answerOCSP(_ request: [UInt8], now: Int64) -> [UInt8] {
        self.look { state in
            OCSPResponder(certificates: state.signer.certificates, revocations: state.revocations)
                .answer(request, now: now)
        }
    }
}
