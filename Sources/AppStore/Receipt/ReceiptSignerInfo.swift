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
