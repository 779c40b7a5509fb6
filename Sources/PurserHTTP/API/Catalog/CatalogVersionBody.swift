package import Ledger

/// A version of a catalog as our JSON.
package struct CatalogVersionBody: Codable, Hashable, Sendable {
    /// Its number.
    package let number: Int64
    /// The SHA-256 of its text in hexadecimal digits.
    package let digest: String
    /// When it was applied.
    package let appliedAt: String
    /// Who applied it.
    package let appliedBy: String
    /// `configuration` when the server found it in the configured file, `command` when somebody applied it.
    package let origin: String
    /// Why, where a reason was given.
    package let note: String?

    /// The body of a version.
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
    /// Its form.
    static let schema = APISchema.named(
        "CatalogVersion",
        .object(
            .required("number", .integer(1...Int64.max)),
            .required("digest", .string(pattern: "^[0-9a-f]{64}$"), "SHA-256 of the text."),
            .required("appliedAt", .instant),
            .required("appliedBy", .string(), "Who applied it."),
            .required(
                "origin",
                .enumeration("configuration", "command"),
                "`configuration` when the server found it in its configured file."
            ),
            .optional("note", .string(), "Why, where a reason was given.")
        )
    )
}

/// A page of versions as our JSON, newest first.
package struct CatalogVersionsBody: Codable, Hashable, Sendable {
    /// The versions.
    package let versions: [CatalogVersionBody]
    /// The cursor of the next page; `nil` at the end.
    package let next: String?

    /// A page of versions, of which one more than `limit` was read when there are more.
    package init(_ versions: [CatalogVersion], limit: Int) {
        let page = versions.prefix(limit)
        self.versions = page.map(CatalogVersionBody.init)
        self.next = versions.count > limit ? page.last.map { "\($0.number)" } : nil
    }
}

/// A version of a catalog with its text, as our JSON.
package struct CatalogTextBody: Codable, Hashable, Sendable {
    /// The version.
    package let version: CatalogVersionBody
    /// The catalog file.
    package let document: String
    /// The file of price points that it names, where it names one.
    package let pricePoints: String?

    /// The body of a version and its text, which was read as UTF-8 before it was applied.
    package init(_ version: CatalogVersion, text: CatalogText) {
        self.version = CatalogVersionBody(version)
        self.document = String(decoding: text.document, as: UTF8.self)
        self.pricePoints = text.pricePoints.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A catalog that was made from Xcode's file, as our JSON.
struct CatalogTranslationBody: Encodable {
    let document: String
    let remarks: [String]
}

extension CatalogTranslationBody {
    /// Its form.
    static let schema = APISchema.named(
        "CatalogTranslation",
        .object(
            .required("document", .string(), "The catalog file."),
            .required("remarks", .array(of: .string()), "What could not be taken over or looks odd.")
        )
    )
}
