import Crypto
import CryptoExtras
import Foundation
import X509

extension SignatureVerifier {
    /// Returns an app receipt (iOS 7 and later) whose signature is verified.
    ///
    /// This method does not check the app that the receipt belongs to; `SignedDataVerifier` does.
    ///
    /// - Parameters:
    ///   - base64: The receipt in Base64, as apps send it; whitespace is ignored.
    ///   - admission: A closure that decides whether the certificates of an unknown signer are verified; with `nil`
    ///     they always are.
    /// - Returns: The decoded receipt.
    /// - Throws: The first check that fails.
    public func receipt(
        base64: String,
        admission: UnknownSignerAdmission? = nil
    ) throws(VerificationError) -> VerifiedReceipt {
        let bytes: [UInt8]
        do throws(ReceiptError) {
            bytes = try ReceiptContents.decoded(Array(base64.utf8))
        } catch {
            throw VerificationError(error, in: .receipt)
        }
        return try self.receipt(bytes, admission: admission)
    }

    /// Returns an app receipt, from its bytes, whose signature is verified.
    ///
    /// The order of the checks is the same as for a JWS. First, the verifier finds the signer of the container: either
    /// one that it knows from an earlier, verified receipt with the same bytes about the signer, or one whose
    /// certificate chain it verifies now. Second, it checks the signature over the payload. Only then does it decode
    /// the payload. Last, it checks that the signer's certificates were valid at the receipt's creation date, however
    /// long ago that is.
    public func receipt(
        _ bytes: [UInt8],
        admission: UnknownSignerAdmission? = nil
    ) throws(VerificationError) -> VerifiedReceipt {
        guard bytes.count <= ReceiptContents.maximumByteCount else { throw VerificationError(.tooLarge, in: .receipt) }
        let container = try ReceiptContainer(bytes)
        let known = self.knownReceiptSigners.signer(bytes[container.signerSegment])
        let signer: KnownReceiptSigner
        if let known {
            signer = known
        } else {
            signer = try self.signer(of: container, admission: admission)
        }
        guard Self.isSigned(container, by: signer.key) else {
            throw VerificationError(
                .receiptSignatureInvalid,
                in: .receipt,
                expected: "a signature over the payload by the signer's key",
                found: "another"
            )
        }
        let payload = try ReceiptPayload(container.payload)
        guard let createdAt = payload.createdAt else {
            throw VerificationError(.signedDateMissing, in: .receipt, expected: "a creation date", found: "none")
        }
        try Self.check(signer.validity, at: createdAt, part: .receipt)
        self.knownReceiptSigners.use(bytes[container.signerSegment])
        if let chain = signer.chain {
            self.receiptChainCache.use(chain)
            self.onChain?(chain.signers)
        }
        if known == nil { self.knownReceiptSigners.remember(signer, for: Array(bytes[container.signerSegment])) }
        return VerifiedReceipt(
            payload: payload,
            createdAt: createdAt,
            bytes: bytes,
            payloadDigest: Array(SHA256.hash(data: container.payload.slice)),
            chain: signer.chain?.signers.id
        )
    }

    private static func isSigned(_ container: ReceiptContainer, by key: _RSA.Signing.PublicKey) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: Data(container.bytes[container.signature]))
        switch container.digest {
        case .sha1:
            var hash = Insecure.SHA1()
            unsafe container.payload.slice.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
            return key.isValidSignature(signature, for: hash.finalize(), padding: .insecurePKCS1v1_5)
        case .sha256:
            var hash = SHA256()
            hash.update(contentsOf: container.payload.slice)
            return key.isValidSignature(signature, for: hash.finalize(), padding: .insecurePKCS1v1_5)
        }
    }

    /// Returns the container's signer if its certificates lead to a pinned root or are Xcode's.
    private func signer(
        of container: ReceiptContainer,
        admission: UnknownSignerAdmission?
    ) throws(VerificationError) -> KnownReceiptSigner {
        let certificates = try container.certificates.map { (range) throws(VerificationError) in
            try VerificationError.check(certificateByteCount: range.count, in: .receipt)
            return Array(container.bytes[range])
        }
        if certificates.count == 1 {
            guard let xcode = self.anchors.xcodeReceipt, xcode.der == certificates[0] else {
                throw VerificationError(
                    .xcodeCertificateNotTrusted,
                    in: .receipt,
                    expected: self.anchors.xcodeReceipt == nil
                        ? "a chain of certificates" : "the configured Xcode certificate",
                    found: "another single certificate"
                )
            }
            return KnownReceiptSigner(key: xcode.key, validity: xcode.validity, chain: nil)
        }
        let outlines = try certificates.map { (der) throws(VerificationError) in try Self.outline(of: der) }
        let index = outlines.indices.first { index in
            let outline = outlines[index]
            return certificates[index][outline.issuer] == container.bytes[container.issuer]
                && certificates[index][outline.serial] == container.bytes[container.serial]
        }
        guard let index else {
            throw VerificationError(
                .receiptSignerMissing,
                in: .receipt,
                expected: "the certificate that the signer names",
                found: "\(certificates.count) others"
            )
        }
        let issuers = outlines.indices.filter { other in
            other != index
                && certificates[other][outlines[other].subject] == certificates[index][outlines[index].issuer]
        }
        // Apple gives several intermediates the same common name, so each of them may be the issuer.
        var refusal = VerificationError(
            .receiptIssuerMissing,
            in: .receipt,
            expected: "the certificate that issued the signer's",
            found: "none"
        )
        for issuer in issuers {
            do throws(VerificationError) {
                return try self.signer(
                    leaf: certificates[index],
                    intermediate: certificates[issuer],
                    admission: admission
                )
            } catch {
                // A certificate that was not checked may be the right one, regardless of the others.
                if refusal.code != .unknownSignerMustWait { refusal = error }
            }
        }
        throw refusal
    }

    private func signer(
        leaf: [UInt8],
        intermediate: [UInt8],
        admission: UnknownSignerAdmission?
    ) throws(VerificationError) -> KnownReceiptSigner {
        let chain = try self.receiptChainCache.chain([leaf, intermediate], part: .receipt, admission: admission)
        guard let key = _RSA.Signing.PublicKey(chain.signers.leaf.publicKey) else {
            throw VerificationError(.leafKeyNotRSA, in: .receipt, expected: "an RSA key", found: "another key")
        }
        return KnownReceiptSigner(key: key, validity: chain.validity, chain: chain)
    }

    private static func outline(of der: [UInt8]) throws(VerificationError) -> CertificateOutline {
        do throws(ReceiptError) {
            return try CertificateOutline(der, in: der.indices)
        } catch {
            throw VerificationError(
                .malformedCertificate,
                in: .receipt,
                expected: "certificates",
                found: "other bytes"
            )
        }
    }
}

/// A signer of receipts whose certificates are verified.
struct KnownReceiptSigner: Sendable {
    /// The signer's key.
    let key: _RSA.Signing.PublicKey
    /// The period in which the signer may sign.
    let validity: CertificateValidity
    /// The chain to a pinned root; `nil` for the configured Xcode certificate.
    let chain: CertificateChain?
}
