package import Ledger

/// A version of a catalog in JSON.
package struct CatalogVersionBody: Codable, Hashable, Sendable {
    /// Its number.
    package let number: Int64
    /// The SHA-256 of its text in hexadecimal digits.
    package let digest: String
    /// When it was applied.
    package let appliedAt: String
    /// Who applied it.
    package let appliedBy: String
    /// `configuration` if the server found it in the configured file, `command` if an operator or a client applied it.
    package let origin: String
    /// The reason, if there was one.
    package let note: String?

    /// Creates the body of a version.
    package init(_ version: CatalogVersion) {
        self.number = version.number
        self.digest = version.digest.rawValue
        self.appliedAt = version.appliedAt.rfc3339
        self.appliedBy = version.appliedBy
        switch version.origin {
        case .configuration: self.origin = "configuration"
        case .command: self.origin = "command"
        }
        self.note = version.note
    }
}

extension CatalogVersionBody {
    /// Its schema.
    static let schema = APISchema.named(
        "CatalogVersion",
        .object(
            .required("number", .integer(1...Int64.max)),
            .required("digest", .string(pattern: "^[0-9a-f]{64}$"), "The SHA-256 of the text."),
            .required("appliedAt", .instant),
            .required("appliedBy", .string(), "Who applied it."),
            .required(
                "origin",
                .enumeration("configuration", "command"),
                "`configuration` if the server found it in its configured file."
            ),
            .optional("note", .string(), "The reason, if there was one.")
        )
    )
}

/// A page of versions in JSON, newest first.
package struct CatalogVersionsBody: Codable, Hashable, Sendable {
    /// The versions.
    package let versions: [CatalogVersionBody]
    /// The cursor of the next page; `nil` at the end.
    package let next: String?

    /// Creates a page of versions; one more than `limit` was read if there are more.
    package init(_ versions: [CatalogVersion], limit: Int) {
        let page = versions.prefix(limit)
        self.versions = page.map(CatalogVersionBody.init)
        self.next = versions.count > limit ? page.last.map { "\($0.number)" } : nil
    }
}

/// A version of a catalog with its text, in JSON.
package struct CatalogTextBody: Codable, Hashable, Sendable {
    /// The version.
    package let version: CatalogVersionBody
    /// The catalog file.
    package let document: String
    /// The file of price points that it names, if any.
    package let pricePoints: String?

    /// Creates the body of a version and its text, which is known to be UTF-8.
    package init(_ version: CatalogVersion, text: CatalogText) {
        self.version = CatalogVersionBody(version)
        self.document = String(decoding: text.document, as: UTF8.self)
        self.pricePoints = text.pricePoints.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A catalog that was created from Xcode's file, in JSON.
struct CatalogTranslationBody: Encodable {
    let document: String
    let remarks: [String]
}

extension CatalogTranslationBody {
    /// Its schema.
    static let schema = APISchema.named(
        "CatalogTranslation",
        .object(
            .required("document", .string(), "The catalog file."),
            .required("remarks", .array(of: .string()), "Content that could not be converted or needs a check.")
        )
    )
}
