import Crypto
import Foundation
import X509

/// Decides whether a compact JWS was signed by a trusted signer, and decodes what it says.
///
/// The order of the steps is: find the segments; the header leads to a trusted signer (a known one by equality of
/// bytes, else the chain is verified); the signature belongs to header and payload; only then is the payload read; the
/// signer's certificates were valid at the payload's own signing date, however long ago that is. Follows RFC 7515 and
/// RFC 8725 with everything fixed by us that a header could otherwise choose: the algorithm, the keys, the roots.
/// `jwk`, `jku`, `x5u` and `kid` are ignored.
///
/// Revocation is not asked here: a question over the network has no place on the path of a request. See
/// `RevocationChecker`.
public final class SignatureVerifier: Sendable {
    /// What trust is pinned to.
    public let anchors: TrustAnchors

    private let signerCache = SignerCache<KnownSigner>()
    /// The signers of receipts.
    let knownReceiptSigners = SignerCache<KnownReceiptSigner>()
    private let chainCache: CertificateChainCache
    /// The chains of receipts, which lead to another root of Apple's.
    let receiptChainCache: CertificateChainCache
    /// Told of the chain each time that something it signed is verified.
    let onChain: (@Sendable (SignerChain) -> Void)?

    /// A verifier that trusts these certificates and no others.
    ///
    /// - Parameters:
    ///   - anchors: The certificates: Apple's, unless a simulated App Store's or Xcode's are named.
    ///   - onChain: Told of the chain each time that something it signed is verified, before the caller learns of it,
    ///     so that its revocation is known or asked about; it must not block.
    public init(anchors: TrustAnchors = .apple, onChain: (@Sendable (SignerChain) -> Void)? = nil) {
        self.anchors = anchors
        self.chainCache = CertificateChainCache(roots: anchors.roots, place: "x5c")
        self.receiptChainCache = CertificateChainCache(roots: anchors.receiptRoots, place: "certificates")
        self.onChain = onChain
    }

    /// How many signatures of certificates have been checked, the costliest part of what a stranger can ask for.
    package var certificateCheckCount: Int { self.chainCache.checkCount + self.receiptChainCache.checkCount }

    /// The payload of a compact JWS, once everything about its signature holds.
    ///
    /// Says nothing about the app or environment it belongs to; `SignedDataVerifier` does. `admission` is asked before
    /// the certificates of a signer that is not known yet are verified; `nil` admits all.
    public func verify<Payload: SignedPayload>(
        _ compact: [UInt8],
        as type: Payload.Type = Payload.self,
        admission: UnknownSignerAdmission? = nil
    ) throws(VerificationError) -> VerifiedObject<Payload> {
        try self.read(compact, as: type, admission: admission).verified()
    }

    /// The payload of a compact JWS once its signature holds, as far as it has the documented form.
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
                // A known signer's too: whoever keeps chains may have let this one go since.
                self.onChain?(chain.signers)
            }
            // Only a signer whose validity has been checked is remembered.
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

    /// Decodes a signed payload; where it has another form than documented, what can be read of it, and the error.
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
                // The rest of it is no JSON, or it is no object.
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

    /// Checks that a signer could sign at an instant.
    static func check(
        _ validity: CertificateValidity,
        at signedAt: Timestamp,
        part: VerificationError.Part
    ) throws(VerificationError) {
        if signedAt > validity.notAfter {
            throw VerificationError(
                .certificateExpired,
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

/// Decides whether the certificates of a signer that is not known yet may be verified now.
///
/// That costs up to two signature checks on P-384, which a stranger can ask for as often as they like. Data whose
/// signer is known is verified without asking.
public struct UnknownSignerAdmission: Sendable {
    let admits: @Sendable () -> Bool

    /// An admission; `admits` is asked once for each unknown pair of certificates, and must not block.
    public init(_ admits: @escaping @Sendable () -> Bool) {
        self.admits = admits
    }
}

extension SHA256 {
    /// Takes in the bytes of a slice without copying them.
    mutating func update(contentsOf slice: ArraySlice<UInt8>) {
        unsafe slice.withUnsafeBytes { bytes in
            unsafe self.update(bufferPointer: bytes)
        }
    }
}
