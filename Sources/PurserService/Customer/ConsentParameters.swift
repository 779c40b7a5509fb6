package import Ledger
import Notation

/// The values of a consent that a shop or an operator states; none is required.
package struct ConsentParameters: Hashable, Sendable {
    /// A parameter with an invalid value.
    package struct Mistake: Error, Hashable, Sendable {
        /// The name of the parameter.
        package let field: String
        /// The required form of the parameter, in one sentence.
        package let detail: String
    }

    /// The maximum time by which a stated instant may be in the future, by the server's clock.
    package static let tolerance = Span.minutes(5)
    /// The default version.
    package static let usualVersion = "1"
    /// The default language: undetermined, by BCP 47.
    package static let usualLocale = "und"
    /// The storefront if neither the parameters nor a purchase name one: unknown, a code that ISO 3166-1 reserves for
    /// users.
    package static let unknownStorefront = "ZZZ"

    /// The SHA-256 of the text, 64 hexadecimal digits.
    package let textHash: String?
    /// The version of the text.
    package let version: String?
    /// The language of the text.
    package let locale: String?
    /// The storefront at that time.
    package let storefront: String?
    /// The instant at which the customer agreed.
    package let givenAt: Instant?
    /// The place in the app or shop where the customer agreed.
    package let source: String?
    /// The guardian who agreed for a minor.
    package let guardian: String?

    /// Creates parameters of these values, or throws the first malformed one.
    package init(
        textHash: String? = nil,
        version: String? = nil,
        locale: String? = nil,
        storefront: String? = nil,
        givenAt: Instant? = nil,
        source: String? = nil,
        guardian: String? = nil
    ) throws(Mistake) {
        self.textHash = textHash?.lowercased()
        self.version = version
        self.locale = locale
        self.storefront = storefront
        self.givenAt = givenAt
        self.source = source
        self.guardian = guardian
        let bounds = [
            ("textHash", textHash, 64), ("version", version, 64), ("locale", locale, 35), ("storefront", storefront, 3),
            ("source", source, 255), ("guardian", guardian, 255),
        ]
        for (field, text, limit) in bounds {
            guard let text else { continue }
            let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            guard isPlain, (1...limit).contains(text.utf8.count) else {
                throw Mistake(
                    field: field,
                    detail: "This has 1 to \(limit) bytes of UTF-8 and no control characters."
                )
            }
        }
        if let textHash, textHash.utf8.count != 64 || !textHash.utf8.allSatisfy(Hexadecimal.isDigit) {
            throw Mistake(field: "textHash", detail: "Send the SHA-256 of the text: 64 hexadecimal digits.")
        }
        if let locale, !Self.isLocale(locale) {
            throw Mistake(field: "locale", detail: "Write a language by BCP 47: en, de-AT, zh-Hans-CN.")
        }
        if let storefront, storefront.utf8.count != 3 || !storefront.utf8.allSatisfy(Self.isCapital) {
            throw Mistake(
                field: "storefront",
                detail: "Write ISO 3166-1 alpha-3 as StoreKit does: USA, DEU, CHN."
            )
        }
    }

    /// The required form of a consent's name.
    package static let nameRequirement = "Use 1 to 64 letters, digits, dots, hyphens and underscores of ASCII."

    /// Returns whether a text can be the name of a consent.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { self.isAlphanumeric($0) || ".-_".utf8.contains($0) }
    }

    /// Returns whether the stated instant of the consent is in the future.
    package func isAhead(of now: Instant) -> Bool {
        self.givenAt.map { $0 > now + Self.tolerance } ?? false
    }

    /// Returns the consent with these parameters, with the given instant and storefront as defaults.
    func consent(
        _ id: ConsentID,
        givenAt: Instant,
        storefront: String,
        recordedAt: Instant,
        by name: String
    ) -> Consent {
        Consent(
            id: id,
            textHash: self.textHash,
            version: self.version ?? Self.usualVersion,
            locale: self.locale ?? Self.usualLocale,
            storefront: self.storefront ?? storefront,
            givenAt: self.givenAt ?? givenAt,
            source: self.source,
            guardian: self.guardian,
            recordedAt: recordedAt,
            recordedBy: name
        )
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Returns whether a text has the form of a language tag: subtags of letters and digits, the first of two or three
    /// letters.
    private static func isLocale(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...3).contains(language.utf8.count),
            language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) })
        else { return false }
        return parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isAlphanumeric) }
    }
}
