/// The signed container around a receipt: signedData of PKCS #7 (RFC 2315, section 9), taken apart and not yet
/// believed.
///
/// Read in one pass over the bytes; nothing is copied but a payload that comes in pieces. Encodings that Apple does not
/// use are refused here: another number of signers than one, attributes, lists of revoked certificates, other
/// algorithms. So nothing of any length can be put beside the payload, which alone is signed.
struct ReceiptContainer {
    /// What the payload was hashed with.
    enum Digest: Hashable, Sendable {
        case sha1
        case sha256
    }

    /// How many certificates it may hold; genuine ones have three, Xcode's one.
    static let maximumCertificateCount = 8
    /// How long a certificate may be; genuine ones have less than 2 KB, and what is parsed of one costs many times its
    /// size.
    static let maximumCertificateByteCount = 8192

    /// 1.2.840.113549.1.7.2, signedData of RFC 2315.
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    /// 1.2.840.113549.1.7.1, data of RFC 2315.
    static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    /// 1.3.14.3.2.26.
    private static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    /// 2.16.840.1.101.3.4.2.1.
    private static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
    /// 1.2.840.113549.1.1, below which lie rsaEncryption (1), and RSA with SHA-1 (5) and with SHA-256 (11).
    private static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]

    /// The whole container.
    let bytes: [UInt8]
    /// What was signed.
    let payload: Octets
    /// Where the certificates lie.
    let certificates: [Range<Int>]
    /// From the first certificate to the end of the signer's name: whatever leads to the signer's key.
    let signerSegment: Range<Int>
    /// The name of the signer's issuer, DER.
    let issuer: Range<Int>
    /// The serial number of the signer's certificate.
    let serial: Range<Int>
    /// What the payload was hashed with.
    let digest: Digest
    /// The signature.
    let signature: Range<Int>

    /// Takes a container apart.
    init(_ bytes: [UInt8]) throws(VerificationError) {
        let parts: Parts
        let signer: ReceiptSignerInfo?
        let hasOthers: Bool
        do throws(ReceiptError) {
            parts = try Parts(bytes)
            var signers = try BERCursor(bytes, in: parts.signers)
            let first = try signers.next()
            hasOthers = try signers.next() != nil
            signer = try first.map { element throws(ReceiptError) in try ReceiptSignerInfo(element, bytes) }
        } catch {
            throw VerificationError(error, in: .receipt)
        }
        guard let signer, !hasOthers else {
            throw VerificationError(
                .receiptSignerCount,
                in: .receipt,
                expected: "one signer",
                found: hasOthers ? "several" : "none"
            )
        }
        guard !signer.hasSignedAttributes else {
            throw VerificationError(
                .receiptSignedAttributes,
                in: .receipt,
                expected: "a signature over the payload itself",
                found: "signed attributes"
            )
        }
        self.bytes = bytes
        self.payload = parts.payload
        self.certificates = parts.certificates
        self.signerSegment = parts.segmentStart..<signer.nameEnd
        self.issuer = signer.issuer
        self.serial = signer.serial
        self.digest = try Self.digest(of: signer, bytes)
        self.signature = signer.signature
    }

    /// The digest, once both algorithms that a signer names are known and agree.
    private static func digest(of signer: ReceiptSignerInfo, _ bytes: [UInt8]) throws(VerificationError) -> Digest {
        let algorithm = bytes[signer.signatureAlgorithm]
        if algorithm.dropLast() == self.rsa[...] {
            switch (bytes[signer.digestAlgorithm], algorithm.last) {
            case (self.sha1[...], 1), (self.sha1[...], 5): return .sha1
            case (self.sha256[...], 1), (self.sha256[...], 11): return .sha256
            default: break
            }
        }
        throw VerificationError(
            .receiptAlgorithm,
            in: .receipt,
            expected: "RSA with SHA-1 or SHA-256",
            found: "another algorithm"
        )
    }
}

extension ReceiptContainer {
    /// The parts of the container, found and not judged.
    private struct Parts {
        let payload: Octets
        let certificates: [Range<Int>]
        let segmentStart: Int
        let signers: BERElement

        init(_ bytes: [UInt8]) throws(ReceiptError) {
            guard bytes.first == BERElement.sequence else { throw .notReceipt }
            let container = try BERElement(outermost: bytes)
            guard container.end == bytes.count else { throw .malformed }
            var outer = try BERCursor(bytes, in: container)
            guard let kind = try outer.next(), kind.isObject(ReceiptContainer.signedData, in: bytes) else {
                throw .notReceipt
            }
            var wrapped = try BERCursor(bytes, in: try outer.next(BERElement.context0))
            try outer.finish()
            var fields = try BERCursor(bytes, in: try wrapped.next(BERElement.sequence))
            try wrapped.finish()
            guard try fields.next(BERElement.integer).content.count == 1 else { throw .malformed }
            var algorithms = try BERCursor(bytes, in: try fields.next(BERElement.set))
            _ = try ReceiptSignerInfo.algorithm(try algorithms.next(BERElement.sequence), bytes)
            try algorithms.finish()
            self.payload = try Self.payload(bytes, in: try fields.next(BERElement.sequence))
            self.segmentStart = fields.position
            self.certificates = try Self.certificates(bytes, in: try fields.optional(BERElement.context0))
            self.signers = try fields.next(BERElement.set)
            try fields.finish()
        }

        private static func payload(_ bytes: [UInt8], in content: BERElement) throws(ReceiptError) -> Octets {
            var fields = try BERCursor(bytes, in: content)
            guard let kind = try fields.next(), kind.isObject(ReceiptContainer.data, in: bytes) else {
                throw .malformed
            }
            var wrapped = try BERCursor(bytes, in: try fields.next(BERElement.context0))
            try fields.finish()
            guard let octets = try wrapped.next() else { throw .malformed }
            try wrapped.finish()
            return try Octets(of: octets, in: bytes)
        }

        private static func certificates(_ bytes: [UInt8], in list: BERElement?) throws(ReceiptError) -> [Range<Int>] {
            guard let list else { return [] }
            var cursor = try BERCursor(bytes, in: list, maximumCount: ReceiptContainer.maximumCertificateCount)
            var certificates: [Range<Int>] = []
            while let certificate = try cursor.next() { certificates.append(certificate.whole) }
            return certificates
        }
    }
}

/// What a container says of a signer (RFC 2315, section 9.2), found and not judged.
struct ReceiptSignerInfo {
    /// The name of the issuer of the signer's certificate, DER.
    let issuer: Range<Int>
    /// The serial number of the signer's certificate.
    let serial: Range<Int>
    /// Where issuer and serial number end.
    let nameEnd: Int
    /// The object identifier of the digest.
    let digestAlgorithm: Range<Int>
    /// Whether there are signed attributes, so that they and not the payload are what is signed.
    let hasSignedAttributes: Bool
    /// The object identifier of the signature.
    let signatureAlgorithm: Range<Int>
    /// The signature.
    let signature: Range<Int>

    /// Finds the parts; attributes that are not signed are no part of a receipt of Apple's.
    init(_ element: BERElement, _ bytes: [UInt8]) throws(ReceiptError) {
        guard element.tag == BERElement.sequence else { throw .malformed }
        var fields = try BERCursor(bytes, in: element)
        guard try fields.next(BERElement.integer).content.count == 1 else { throw .malformed }
        let name = try fields.next(BERElement.sequence)
        var names = try BERCursor(bytes, in: name)
        self.issuer = try names.next(BERElement.sequence).whole
        self.serial = try names.next(BERElement.integer).content
        try names.finish()
        self.nameEnd = name.end
        self.digestAlgorithm = try Self.algorithm(try fields.next(BERElement.sequence), bytes)
        self.hasSignedAttributes = try fields.optional(BERElement.context0) != nil
        self.signatureAlgorithm = try Self.algorithm(try fields.next(BERElement.sequence), bytes)
        self.signature = try fields.next(BERElement.octetString).content
        try fields.finish()
    }

    /// The object identifier of an algorithm, which has no parameters but NULL.
    static func algorithm(_ element: BERElement, _ bytes: [UInt8]) throws(ReceiptError) -> Range<Int> {
        var fields = try BERCursor(bytes, in: element)
        let identifier = try fields.next(BERElement.objectIdentifier).content
        if let parameters = try fields.optional(BERElement.null), !parameters.content.isEmpty { throw .malformed }
        try fields.finish()
        return identifier
    }
}
