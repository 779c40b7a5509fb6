import SwiftASN1

/// Where the parts of a certificate lie (RFC 5280, section 4.1), found without judging any of them.
///
/// It serves for what the certificate library does not give: the bytes of names and serial numbers as they stand there,
/// and certificates whose keys are too short for it, which receipts from before iOS 7 have.
struct CertificateOutline {
    /// The serial number's octets.
    let serial: Range<Int>
    /// The issuer's name, DER.
    let issuer: Range<Int>
    /// The first valid instant, milliseconds since 1970.
    let notBefore: Int64
    /// The last valid instant, milliseconds since 1970.
    let notAfter: Int64
    /// The subject's name, DER.
    let subject: Range<Int>
    /// The public key with its algorithm, DER.
    let key: Range<Int>
    /// The octets of the extensions' object identifiers.
    let extensions: [Range<Int>]

    /// How many extensions a certificate may have.
    private static let maximumExtensionCount = 64

    /// Finds the parts of the certificate in a range of some bytes.
    init(_ bytes: [UInt8], in range: Range<Int>) throws(ReceiptError) {
        let certificate = try BERElement(bytes, at: range.lowerBound, before: range.upperBound)
        guard certificate.tag == BERElement.sequence else { throw .malformed }
        var outer = try BERCursor(bytes, in: certificate)
        var parts = try BERCursor(bytes, in: try outer.next(BERElement.sequence))
        _ = try parts.optional(BERElement.context0)
        self.serial = try parts.next(BERElement.integer).content
        _ = try parts.next(BERElement.sequence)
        self.issuer = try parts.next(BERElement.sequence).whole
        var validity = try BERCursor(bytes, in: try parts.next(BERElement.sequence))
        self.notBefore = try Self.instant(try validity.next(), bytes)
        self.notAfter = try Self.instant(try validity.next(), bytes) + 999
        self.subject = try parts.next(BERElement.sequence).whole
        self.key = try parts.next(BERElement.sequence).whole
        var extensions: [Range<Int>] = []
        while let part = try parts.next() {
            guard part.tag == BERElement.context3 else { continue }
            var wrapped = try BERCursor(bytes, in: part)
            let list = try wrapped.next(BERElement.sequence)
            var elements = try BERCursor(bytes, in: list, maximumCount: Self.maximumExtensionCount)
            while let element = try elements.next() {
                var fields = try BERCursor(bytes, in: element)
                extensions.append(try fields.next(BERElement.objectIdentifier).content)
            }
        }
        self.extensions = extensions
    }

    /// The instant of a UTCTime or GeneralizedTime, which both end in Z and have seconds (RFC 5280, section 4.1.2.5).
    private static func instant(_ element: BERElement?, _ bytes: [UInt8]) throws(ReceiptError) -> Int64 {
        guard let element, element.tag == BERElement.utcTime || element.tag == BERElement.generalizedTime else {
            throw .malformed
        }
        let isShort = element.tag == BERElement.utcTime
        let digits = bytes[element.content].dropLast().map { Int($0) - 0x30 }
        guard digits.count == (isShort ? 12 : 14), digits.allSatisfy({ (0...9).contains($0) }),
            bytes[element.content].last == UInt8(ascii: "Z")
        else { throw .malformed }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let year = isShort ? (pairs[0] < 50 ? 2000 : 1900) + pairs[0] : pairs[0] * 100 + pairs[1]
        let rest = pairs.suffix(5).map(\.self)
        let time = try? GeneralizedTime(
            year: year,
            month: rest[0],
            day: rest[1],
            hours: rest[2],
            minutes: rest[3],
            seconds: rest[4],
            fractionalSeconds: 0
        )
        guard let time else { throw .malformed }
        return time.millisecondsSince1970
    }
}
