import Crypto
import Foundation
import X509

/// A verifier that checks whether a trusted signer signed a compact JWS, and decodes its payload.
///
/// The verifier performs the checks in this order. First, it locates the three segments. Second, it finds the signer:
/// if an earlier, verified JWS had a header with the same bytes, the signer is known; otherwise the verifier checks the
/// certificate chain in the header. Third, it checks the signature over the header and the payload. Only then does it
/// decode the payload. Last, it checks that the signer's certificates were valid at the signing date that the payload
/// states, however long ago that is. The verifier follows RFC 7515 and RFC 8725, and does not let a header choose the
/// algorithm, the keys, or the roots. It ignores `jwk`, `jku`, `x5u`, and `kid`.
///
/// The verifier does not check revocation, because a network request must not delay verification. See
/// `RevocationChecker`.
public final class SignatureVerifier: Sendable {
    /// The pinned certificates.
    public let anchors: TrustAnchors

    private let signerCache = SignerCache<KnownSigner>()
    /// The known signers of receipts.
    let knownReceiptSigners = SignerCache<KnownReceiptSigner>()
    private let chainCache: CertificateChainCache
    /// The chains of receipts, which lead to another of Apple's roots.
    let receiptChainCache: CertificateChainCache
    /// A closure that receives the chain each time that data it signed is verified.
    let onChain: (@Sendable (SignerChain) -> Void)?

    /// Creates a verifier that trusts only these certificates.
    ///
    /// - Parameters:
    ///   - anchors: The trusted certificates: Apple's by default, or those of a simulated App Store or Xcode.
    ///   - onChain: A closure that the verifier calls with the certificate chain of each JWS or receipt that it has
    ///     verified, before it returns the result. A revocation checker uses it to track the chain. The closure must
    ///     not block.
    public init(anchors: TrustAnchors = .apple, onChain: (@Sendable (SignerChain) -> Void)? = nil) {
        self.anchors = anchors
        self.chainCache = CertificateChainCache(roots: anchors.roots, place: "x5c")
        self.receiptChainCache = CertificateChainCache(roots: anchors.receiptRoots, place: "certificates")
        self.onChain = onChain
    }

    /// The number of certificate signatures that were checked, the most expensive operation that an attacker can cause.
    package var certificateCheckCount: Int { self.chainCache.checkCount + self.receiptChainCache.checkCount }

    /// Returns the payload of a compact JWS whose signature is verified.
    ///
    /// This method does not check the app or environment that the payload belongs to; `SignedDataVerifier` does.
    /// `admission` decides whether the certificates of an unknown signer are verified; with `nil` they always are.
    public func verify<Payload: SignedPayload>(
        _ compact: [UInt8],
        as type: Payload.Type = Payload.self,
        admission: UnknownSignerAdmission? = nil
    ) throws(VerificationError) -> VerifiedObject<Payload> {
        try self.read(compact, as: type, admission: admission).verified()
    }

    /// Returns the payload of a compact JWS whose signature is verified, as far as it has the documented form.
    func read<Payload: SignedPayload>(
        _ compact: [UInt8],
        as _: Payload.Type = Payload.self,
        admission: UnknownSignerAdmission?
    ) throws(VerificationError) -> SignedReading<Payload> {
        let part = Payload.part
        let jws = try CompactJWS(compact, part: part)
        let known = self.signerCache.signer(jws.header)
        let signer: KnownSigner
        if let known {
            signer = known
        } else {
            signer = try self.signer(of: jws, part: part, admission: admission)
        }

        guard let signature = Base64URL.decode(jws.signature) else {
            throw VerificationError(
                .malformedBase64URL,
                in: part,
                expected: "base64url",
                found: "another signature segment"
            )
        }
        guard signature.count == 64, let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
            throw VerificationError(.signatureLength, in: part, expected: "64 bytes", found: "\(signature.count)")
        }
        var hasher = signer.prefix
        hasher.update(contentsOf: jws.payload)
        var whole = hasher
        guard signer.key.isValidSignature(ecdsa, for: hasher.finalize()) else {
            throw VerificationError(
                .signatureInvalid,
                in: part,
                expected: "a signature by the leaf's key",
                found: "another"
            )
        }
        guard let payload = Base64URL.decode(jws.payload) else {
            throw VerificationError(
                .malformedBase64URL,
                in: part,
                expected: "base64url",
                found: "another payload segment"
            )
        }
        whole.update(contentsOf: jws.bytes[jws.payloadEnd...])

        let (decoded, formError): (Payload, VerificationError?) = try Self.decode(payload)
        if let signedAt = decoded.statedSigningDate {
            try Self.check(signer.validity, at: signedAt, part: part)
            self.signerCache.use(jws.header)
            if case .chain(let chain) = signer.origin {
                self.chainCache.use(chain)
                // A known signer's chain is reported too, because a receiver may have dropped it since.
                self.onChain?(chain.signers)
            }
            // The cache keeps only signers whose validity has been checked.
            if known == nil { self.signerCache.remember(signer, for: signer.segment) }
        }
        return SignedReading(
            payload: decoded,
            object: SignedObject(
                digest: Array(whole.finalize()),
                header: signer.header,
                headerDigest: signer.headerDigest,
                payload: payload,
                signature: signature,
                chain: signer.chainID
            ),
            formError: formError
        )
    }

    /// Decodes a signed payload; if its form differs from the documentation, returns the readable fields and the error.
    private static func decode<Payload: SignedPayload>(
        _ json: [UInt8]
    ) throws(VerificationError) -> (Payload, VerificationError?) {
        do throws(JSONError) {
            return (try Payload(json: json), nil)
        } catch {
            guard error.isAboutForm else { throw VerificationError(error, in: Payload.part) }
            let readable: Payload
            do throws(JSONError) {
                readable = try Payload(readableIn: json)
            } catch {
                // The payload is otherwise not JSON, or not an object.
                throw VerificationError(error, in: Payload.part)
            }
            let place = error.path.isEmpty ? "byte \(error.offset)" : error.path
            let formError = VerificationError(
                .unexpectedForm,
                in: Payload.part,
                expected: "the documented form",
                found: "\(error.code.rawValue) at \(place)"
            )
            return (readable, formError)
        }
    }

    private func signer(
        of jws: CompactJWS,
        part: VerificationError.Part,
        admission: UnknownSignerAdmission?
    ) throws(VerificationError) -> KnownSigner {
        guard let json = Base64URL.decode(jws.header) else {
            throw VerificationError(
                .malformedBase64URL,
                in: part,
                expected: "base64url",
                found: "another header segment"
            )
        }
        let header = try JWSHeader(json: json, part: part)
        if header.x5c.count == 1 {
            guard let xcode = self.anchors.xcode, xcode.der == header.x5c[0] else {
                throw VerificationError(
                    .xcodeCertificateNotTrusted,
                    in: part,
                    expected: self.anchors.xcode == nil ? "three certificates" : "the configured Xcode certificate",
                    found: "another single certificate"
                )
            }
            return KnownSigner(
                segment: Array(jws.header),
                header: json,
                key: xcode.key,
                validity: xcode.validity,
                origin: .xcode
            )
        }
        guard header.x5c.count == CertificateChain.length else {
            throw VerificationError(
                .chainLength,
                in: part,
                expected: "\(CertificateChain.length) certificates in x5c",
                found: "\(header.x5c.count)"
            )
        }
        let chain = try self.chainCache.chain(header.x5c, part: part, admission: admission)
        guard let key = P256.Signing.PublicKey(chain.signers.leaf.publicKey) else {
            throw VerificationError(.leafKeyNotP256, in: part, expected: "a key on P-256", found: "another key")
        }
        return KnownSigner(
            segment: Array(jws.header),
            header: json,
            key: key,
            validity: chain.validity,
            origin: .chain(chain)
        )
    }

    /// Checks that a signer's certificates were valid at an instant.
    static func check(
        _ validity: CertificateValidity,
        at signedAt: Timestamp,
        part: VerificationError.Part
    ) throws(VerificationError) {
        if signedAt > validity.notAfter {
            throw VerificationError(
                signedAt > validity.authoritiesNotAfter ? .certificateExpired : .signerExpired,
                in: part,
                expected: "a signing date up to \(validity.notAfter.milliseconds) ms",
                found: "\(signedAt.milliseconds) ms"
            )
        }
        if signedAt < validity.notBefore {
            throw VerificationError(
                .certificateNotYetValid,
                in: part,
                expected: "a signing date from \(validity.notBefore.milliseconds) ms",
                found: "\(signedAt.milliseconds) ms"
            )
        }
    }
}

/// A closure that decides whether the verifier may check the certificates of an unknown signer now; use it to limit the
/// rate of such checks.
///
/// A signer is unknown if the verifier has no stored result for its certificates. Verifying them takes up to two P-384
/// signature checks, and an attacker can send any number of unknown certificates. The closure is not called for data of
/// a known signer.
public struct UnknownSignerAdmission: Sendable {
    let admits: @Sendable () -> Bool

    /// Creates an admission from a closure, which is called once for each unknown pair of leaf and intermediate
    /// certificates.
    ///
    /// The closure returns whether they may be verified; it must not block.
    public init(_ admits: @escaping @Sendable () -> Bool) {
        self.admits = admits
    }
}

extension SHA256 {
    /// Hashes the bytes of a slice without copying them.
    mutating func update(contentsOf slice: ArraySlice<UInt8>) {
        unsafe slice.withUnsafeBytes { bytes in
            unsafe self.update(bufferPointer: bytes)
        }
    }
}
