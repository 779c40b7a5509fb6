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
        var digest = try BERCursor(bytes, in: try fields.next(BERElement.sequence))
        self.digestAlgorithm = try digest.next(BERElement.objectIdentifier).content
        self.hasSignedAttributes = try fields.optional(BERElement.context0) != nil
        var algorithm = try BERCursor(bytes, in: try fields.next(BERElement.sequence))
        self.signatureAlgorithm = try algorithm.next(BERElement.objectIdentifier).content
        self.signature = try fields.next(BERElement.octetString).content
        try fields.finish()
    }
}
