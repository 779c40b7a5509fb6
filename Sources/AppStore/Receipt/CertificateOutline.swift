import SwiftASN1

/// The positions of the parts of a certificate (RFC 5280, section 4.1), without any validation of them.
///
/// It provides what the certificate library does not: the original bytes of names and serial numbers, and access to
/// certificates whose keys are too short for that library, as in receipts from before iOS 7.
struct CertificateOutline {
    /// The octets of the serial number.
    let serial: Range<Int>
    /// The issuer's name in DER.
    let issuer: Range<Int>
    /// The start of the validity, in milliseconds since 1970.
    let notBefore: Int64
    /// The end of the validity, in milliseconds since 1970.
    let notAfter: Int64
    /// The subject's name in DER.
    let subject: Range<Int>
    /// The public key with its algorithm in DER.
    let key: Range<Int>
    /// The octets of the object identifiers of the extensions.
    let extensions: [Range<Int>]

    /// The maximum number of extensions of a certificate.
    private static let maximumExtensionCount = 64

    /// Finds the parts of the certificate in a range of bytes.
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

    /// Returns the instant of a UTCTime or GeneralizedTime, both of which end in Z and have seconds (RFC 5280, section
    /// 4.1.2.5).
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
