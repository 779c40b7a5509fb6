import HTTPTypes
import Hummingbird
import NIOCore
import Notation

/// The fields of a form that a browser sent (`application/x-www-form-urlencoded`), or of a query.
struct DashboardForm: Sendable {
    /// The maximum size of a form in bytes.
    private static let maximumBody = 512 * 1024
    /// The maximum number of fields.
    private static let maximumFields = 100
    /// The media type of forms.
    private static let mediaType = "application/x-www-form-urlencoded"

    private let fields: [String: String]

    /// Creates a form without fields.
    init() {
        self.fields = [:]
    }

    /// Reads a form.
    static func read(from request: Request, _ limits: BodyLimits) async throws -> Self {
        let mediaType = (request.headers[.contentType] ?? "").prefix { $0 != ";" && $0 != " " }
        guard mediaType.lowercased() == Self.mediaType else {
            throw Problem(.unsupportedMediaType, code: "form_expected", "Send the fields as \(Self.mediaType).")
        }
        return try await limits.withBody(of: request, upTo: Self.maximumBody) { body in
            guard let form = Self(String(decoding: body.readableBytesView, as: UTF8.self)) else {
                throw Problem(.badRequest, code: "form_invalid", "The fields are not percent-encoded UTF-8.")
            }
            return form
        }
    }

    /// Decodes a form; `nil` if it is not encoded correctly.
    ///
    /// Of a field that is repeated, the first value counts.
    init?(_ encoded: String) {
        var fields: [String: String] = [:]
        let pairs = encoded.split(separator: "&")
        guard pairs.count <= Self.maximumFields else { return nil }
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.compactMap { PercentEncoding.text($0.replacing("+", with: " ")) }
            guard decoded.count == parts.count, let name = decoded.first else { return nil }
            // Browsers send each line end as two characters.
            let value = decoded.count > 1 ? decoded[1].replacing("\r\n", with: "\n") : ""
            if fields[name] == nil { fields[name] = value }
        }
        self.fields = fields
    }

    /// The fields by name.
    var values: [String: String] { self.fields }

    /// Returns the value of a field; an empty text if it is absent.
    subscript(_ name: String) -> String { self.fields[name] ?? "" }
}
