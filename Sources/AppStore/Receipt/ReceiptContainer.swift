/// The signed container of a receipt, signedData of PKCS #7 (RFC 2315, section 9), parsed but not verified.
///
/// The parser makes one pass over the bytes and copies nothing except a payload that consists of pieces. It refuses
/// encodings that Apple does not use: a number of signers other than one, attributes, certificate revocation lists, and
/// other algorithms. So nothing of significant length can be added beside the payload, which is the only signed part.
struct ReceiptContainer {
    /// The hash algorithm of the payload.
    enum Digest: Hashable, Sendable {
        case sha1
        case sha256
    }

    /// The maximum number of certificates; genuine receipts have three, and Xcode's have one.
    static let maximumCertificateCount = 8
    /// The maximum size of a certificate, in bytes; genuine ones have less than 2 KB, and a parsed certificate takes
    /// many times its size.
    static let maximumCertificateByteCount = 8192

    /// 1.2.840.113549.1.7.2, signedData of RFC 2315.
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    /// 1.2.840.113549.1.7.1, data of RFC 2315.
    static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    /// 1.3.14.3.2.26.
    private static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    /// 2.16.840.1.101.3.4.2.1.
    private static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
    /// 1.2.840.113549.1.1, the prefix of rsaEncryption (1) and of RSA with SHA-1 (5) and with SHA-256 (11).
    private static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]

    /// The whole container.
    let bytes: [UInt8]
    /// The signed payload.
    let payload: Octets
    /// The ranges of the certificates.
    let certificates: [Range<Int>]
    /// The range from the first certificate to the end of the signer's name, which contains all input for finding the
    /// signer's key.
    let signerSegment: Range<Int>
    /// The name of the signer's issuer in DER.
    let issuer: Range<Int>
    /// The serial number of the signer's certificate.
    let serial: Range<Int>
    /// The hash algorithm of the payload.
    let digest: Digest
    /// The signature.
    let signature: Range<Int>

    /// Parses a container.
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

    /// Returns the digest algorithm if both algorithms of the signer are known and consistent.
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
    /// The parts of the container, parsed but not validated.
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

/// A container's information about a signer (RFC 2315, section 9.2), parsed but not validated.
struct ReceiptSignerInfo {
    /// The name of the issuer of the signer's certificate in DER.
    let issuer: Range<Int>
    /// The serial number of the signer's certificate.
    let serial: Range<Int>
    /// The offset at which issuer and serial number end.
    let nameEnd: Int
    /// The object identifier of the digest algorithm.
    let digestAlgorithm: Range<Int>
    /// Whether there are signed attributes, in which case the signature covers them and not the payload.
    let hasSignedAttributes: Bool
    /// The object identifier of the signature algorithm.
    let signatureAlgorithm: Range<Int>
    /// The signature.
    let signature: Range<Int>

    /// Parses the signer information; it refuses unsigned attributes, which Apple's receipts do not have.
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

    /// Returns the object identifier of an algorithm whose parameters are absent or NULL.
    static func algorithm(_ element: BERElement, _ bytes: [UInt8]) throws(ReceiptError) -> Range<Int> {
        var fields = try BERCursor(bytes, in: element)
        let identifier = try fields.next(BERElement.objectIdentifier).content
        if let parameters = try fields.optional(BERElement.null), !parameters.content.isEmpty { throw .malformed }
        try fields.finish()
        return identifier
    }
}
