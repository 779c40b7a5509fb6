import Crypto
import CryptoExtras
public import Foundation
import SwiftASN1
import X509

/// The pinned certificates that are trusted: Apple's, or those of a simulated App Store.
///
/// At least one root or one Xcode certificate is required, and every signature is checked against them.
public struct TrustAnchors: Sendable {
    /// The reason why certificates cannot be trust anchors.
    public enum Refusal: String, Error, Hashable, Sendable {
        /// There is neither a root nor an Xcode certificate.
        case empty = "trust_anchors_empty"
        /// A certificate is not an X.509 certificate in DER.
        case malformed = "trust_anchor_malformed"
        /// The Xcode certificate's key is neither on the curve P-256 nor RSA of at least 2048 bits.
        case keyNotP256 = "trust_anchor_key_not_p256"
    }

    /// A pinned root certificate.
    package struct Root: Sendable {
        /// The DER bytes of the certificate.
        let der: [UInt8]
        /// The parsed certificate.
        let certificate: Certificate
        /// The period of validity.
        let validity: CertificateValidity
    }

    /// The certificate that signs JWS data in StoreKit testing in Xcode.
    struct XcodeCertificate: Sendable {
        /// The DER bytes of the certificate.
        let der: [UInt8]
        /// The public key.
        let key: P256.Signing.PublicKey
        /// The period of validity.
        let validity: CertificateValidity
    }

    /// The certificate that signs receipts in StoreKit testing in Xcode.
    struct XcodeReceiptCertificate: Sendable {
        /// The DER bytes of the certificate.
        let der: [UInt8]
        /// The public key.
        let key: _RSA.Signing.PublicKey
        /// The period of validity.
        let validity: CertificateValidity
    }

    /// The pinned roots.
    package let roots: [Root]
    /// The pinned roots for receipts, the same as `roots` except for Apple, which uses another root for them.
    let receiptRoots: [Root]
    /// The pinned Xcode certificate, if its key signs JWS.
    let xcode: XcodeCertificate?
    /// The pinned Xcode certificate, if its key signs receipts.
    let xcodeReceipt: XcodeReceiptCertificate?

    /// Trust anchors with only Apple's root for JWS and Apple's root for receipts.
    public static let apple: Self = {
        guard let anchors = try? Self(roots: [AppleRoots.g3]) else {
            preconditionFailure("Apple Root CA - G3 is a certificate.")
        }
        return anchors
    }()

    /// Creates trust anchors from certificates in DER.
    ///
    /// If Apple's root for JWS is pinned, Apple's root for receipts is pinned too, for receipts only. Both are
    /// constants of this library, and trust in one implies trust in the other.
    ///
    /// - Parameters:
    ///   - roots: The root certificates of one App Store, Apple's or a simulated one.
    ///   - xcodeCertificate: The certificate that Xcode saves for StoreKit testing; data signed with it is accepted in
    ///     the Xcode environment only. A key on P-256 signs JWS, an RSA key receipts.
    /// - Throws: `Refusal` if there is no anchor or one cannot be used.
    public init(roots: [[UInt8]], xcodeCertificate: [UInt8]? = nil) throws(Refusal) {
        guard !roots.isEmpty || xcodeCertificate != nil else { throw .empty }
        self.roots = try roots.map(Self.root)
        self.receiptRoots = try roots.map { $0 == AppleRoots.g3 ? AppleRoots.apple : $0 }.map(Self.root)
        guard let xcodeCertificate else {
            self.xcode = nil
            self.xcodeReceipt = nil
            return
        }
        guard let certificate = try? Certificate(derEncoded: xcodeCertificate) else { throw .malformed }
        let validity = CertificateValidity(certificate)
        if let key = P256.Signing.PublicKey(certificate.publicKey) {
            self.xcode = XcodeCertificate(der: xcodeCertificate, key: key, validity: validity)
            self.xcodeReceipt = nil
        } else if let key = _RSA.Signing.PublicKey(certificate.publicKey) {
            self.xcode = nil
            self.xcodeReceipt = XcodeReceiptCertificate(der: xcodeCertificate, key: key, validity: validity)
        } else {
            throw .keyNotP256
        }
    }

    /// Creates trust anchors from certificates in DER, as read from a file.
    ///
    /// - Parameters:
    ///   - roots: The root certificates of one App Store, Apple's or a simulated one.
    ///   - xcodeCertificate: The certificate that Xcode saves for StoreKit testing.
    /// - Throws: `Refusal` if there is no anchor or one cannot be used.
    public init<DER: DataProtocol>(roots: [DER], xcodeCertificate: DER? = nil) throws(Refusal) {
        let roots: [[UInt8]] = roots.map { Array($0) }
        try self.init(roots: roots, xcodeCertificate: xcodeCertificate.map { Array($0) })
    }

    private static func root(_ der: [UInt8]) throws(Refusal) -> Root {
        guard let certificate = try? Certificate(derEncoded: der) else { throw .malformed }
        return Root(der: der, certificate: certificate, validity: CertificateValidity(certificate))
    }

    /// Whether any of the roots is Apple's.
    public var includesApple: Bool {
        self.roots.contains { $0.der == AppleRoots.g3 || $0.der == AppleRoots.apple }
    }
}
