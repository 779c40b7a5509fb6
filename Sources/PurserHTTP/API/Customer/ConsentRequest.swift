import Ledger

/// The body of `POST /v1/customers/{customer}/consents`.
struct ConsentRequest {
    /// The fields that are read.
    static let fields = [
        "id", "textHash", "version", "locale", "storefront", "givenAt", "source", "guardian",
    ]
    /// How far ahead of our clock a shop's may be.
    static let tolerance = Span.minutes(5)

    /// The name that the shop gives it, if any.
    let id: ConsentID?
    private let textHash: String
    private let version: String
    private let locale: String
    private let storefront: String
    private let givenAt: Instant
    private let source: String
    private let guardian: String?

    /// Reads a body.
    init(json: [UInt8], now: Instant) throws {
        let fields = try RequestFields(json: json, fields: Self.fields)
        self.id = try fields.text("id", upTo: 64).map { text in
            guard text.utf8.allSatisfy(Self.isNameByte) else {
                throw RequestFields.invalid("id", "Use letters, digits, dots, hyphens and underscores of ASCII.")
            }
            return ConsentID(text)
        }
        self.textHash = try fields.required("textHash", upTo: 64).lowercased()
        guard self.textHash.utf8.count == 64, self.textHash.utf8.allSatisfy(Self.isHexadecimal) else {
            throw RequestFields.invalid("textHash", "Send the SHA-256 of the text: 64 hexadecimal digits.")
        }
        self.version = try fields.required("version", upTo: 64)
        self.locale = try fields.required("locale", upTo: 35)
        guard Self.isLocale(self.locale) else {
            throw RequestFields.invalid("locale", "Write a language by BCP 47: en, de-AT, zh-Hans-CN.")
        }
        self.storefront = try fields.required("storefront", upTo: 3)
        guard self.storefront.utf8.count == 3,
            self.storefront.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else {
            throw RequestFields.invalid("storefront", "Write ISO 3166-1 alpha-3 as StoreKit does: USA, DEU, CHN.")
        }
        guard let givenAt = try fields.instant("givenAt") else { throw RequestFields.missing("givenAt") }
        guard givenAt <= now + Self.tolerance else {
            throw RequestFields.invalid("givenAt", "This lies in the future. Send the instant at which he agreed.")
        }
        self.givenAt = givenAt
        self.source = try fields.required("source", upTo: 255)
        self.guardian = try fields.text("guardian", upTo: 255)
    }

    /// The consent that it states, by this name.
    func consent(_ id: ConsentID, at now: Instant, by name: String) -> Consent {
        Consent(
            id: id,
            textHash: self.textHash,
            version: self.version,
            locale: self.locale,
            storefront: self.storefront,
            givenAt: self.givenAt,
            source: self.source,
            guardian: self.guardian,
            recordedAt: now,
            recordedBy: name
        )
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        self.isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Whether a text is spelt as a language tag: subtags of letters and digits, the first of two or three letters.
    private static func isLocale(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...3).contains(language.utf8.count),
            language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) })
        else { return false }
        return parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isAlphanumeric) }
    }
}
