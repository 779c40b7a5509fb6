package import AppStore
package import Ledger
import PurserService

/// A catalog, its file of price points, and its name in messages, in one body.
///
/// The server opens no file that a catalog names, so the body contains all of them.
package struct CatalogFilesBody: Sendable {
    /// The media type of the body.
    package static let mediaType = "application/vnd.purser.catalog+json"
    /// The maximum size of a body in bytes: two files, whose escapes in JSON take more bytes than the text.
    static let maximumBody = 4 * CatalogFile.sizeLimitBytes
    /// The maximum length of a name in bytes: a path.
    private static let maximumName = 4096

    /// The files.
    package let text: CatalogText
    /// The name of the catalog in messages.
    package let name: String

    /// Creates the body of these files.
    package init(_ text: CatalogText, name: String = "catalog") {
        self.text = text
        self.name = name
    }

    /// Reads a body.
    ///
    /// Unknown fields are errors.
    init(json: [UInt8]) throws {
        let fields = try RequestFields(json: json, fields: ["document", "pricePoints", "name"])
        guard let document = try Self.file("document", in: fields) else { throw RequestFields.missing("document") }
        self.init(
            CatalogText(document: document, pricePoints: try Self.file("pricePoints", in: fields)),
            name: try fields.text("name", upTo: Self.maximumName) ?? "catalog"
        )
    }

    /// The members of the body.
    package var members: [JSONMember] {
        let points = self.text.pricePoints.map { points in
            JSONMember(key: "pricePoints", value: .string(String(decoding: points, as: UTF8.self)))
        }
        return [
            JSONMember(key: "name", value: .string(self.name)),
            JSONMember(key: "document", value: .string(String(decoding: self.text.document, as: UTF8.self))),
        ] + (points.map { [$0] } ?? [])
    }

    /// Whether a content type announces such a body.
    static func isSent(_ contentType: String?) -> Bool {
        guard let type = contentType?.split(separator: ";", omittingEmptySubsequences: false).first else {
            return false
        }
        return type.trimmingPrefix { $0 == " " }.prefix { $0 != " " }.lowercased() == Self.mediaType
    }

    /// The schema of the body.
    static let schema = APISchema.named(
        "CatalogFiles",
        .object(
            .required("document", .string(), "The catalog file, at most \(CatalogFile.sizeLimitBytes) bytes."),
            .optional("pricePoints", .string(), "The file of price points that it names, at most as large."),
            .optional("name", .string(length: 1...Self.maximumName), "The name of the catalog in messages.")
        )
    )

    /// Returns a file, which may have several lines, unlike other texts.
    private static func file(_ name: String, in fields: RequestFields) throws -> [UInt8]? {
        guard let value = fields[name], value != .null else { return nil }
        guard case .string(let text) = value else {
            throw RequestFields.wrongType(name, "This must be the text of a file.")
        }
        guard text.utf8.count <= CatalogFile.sizeLimitBytes else {
            throw RequestFields.invalid(name, "This must have at most \(CatalogFile.sizeLimitBytes) bytes.")
        }
        return Array(text.utf8)
    }
}
