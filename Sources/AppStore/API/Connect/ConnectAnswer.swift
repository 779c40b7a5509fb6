import Foundation

/// An answer of App Store Connect's that refuses a request, with the first of its errors.
public struct ConnectAnswer: Hashable, Sendable {
    /// How many scalars are kept of each text.
    public static let maximumTextLength = 300
    /// The longest body that is read for its errors, in bytes.
    static let longestBody = 1 << 16

    /// The HTTP status.
    public let status: Int
    /// Apple's name of the error, such as `PARAMETER_ERROR.INVALID`; empty when the answer held none.
    public let name: String
    /// Apple's sentence about this kind of error, cut, with control characters escaped; empty for none.
    public let title: String
    /// Apple's sentence about this request, cut, with control characters escaped; empty for none.
    public let detail: String

    /// An answer with these parts.
    public init(status: Int, name: String = "", title: String = "", detail: String = "") {
        self.status = status
        self.name = Self.text(name)
        self.title = Self.text(title)
        self.detail = Self.text(detail)
    }

    /// Reads a reply that is no success; what cannot be read leaves its status.
    init(_ reply: AppStoreReply) {
        var error: JSONValue?
        if reply.body.count <= Self.longestBody, let body = try? JSONValue(json: reply.body),
            case .array(let errors)? = body["errors"]
        {
            error = errors.first
        }
        func text(_ key: String) -> String {
            guard case .string(let text)? = error?[key] else { return "" }
            return text
        }
        self.init(status: reply.status, name: text("code"), title: text("title"), detail: text("detail"))
    }

    /// The version of the report that Apple asks for in its sentence, such as `1_4`; `nil` when it names none.
    public var latestVersion: String? {
        let words = "latest version for this report is "
        guard let place = self.detail.range(of: words, options: .caseInsensitive) else { return nil }
        let version = self.detail[place.upperBound...].prefix { $0 == "_" || ($0.isASCII && $0.isNumber) }
        return ConnectSalesReport.isVersion(version) ? String(version) : nil
    }

    /// Whether one of Apple's sentences holds these words, whatever their letters' case.
    func says(_ words: String) -> Bool {
        self.detail.range(of: words, options: .caseInsensitive) != nil
            || self.title.range(of: words, options: .caseInsensitive) != nil
    }

    private static func text(_ text: String) -> String {
        ForeignText.escaped(text, limit: Self.maximumTextLength)
    }
}
