/// How the file of an import is written.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
    /// RFC 4180: a header line, then a row a line, fields in quotes where they need them.
    case csv
    /// A JSON object a line.
    case jsonLines = "jsonl"

    /// The media type of a file of this format.
    package var mediaType: String {
        switch self {
        case .csv: "text/csv"
        case .jsonLines: "application/x-ndjson"
        }
    }

    /// The format that a media type names, parameters aside.
    package init?(mediaType: String) {
        let name = mediaType.prefix { $0 != ";" && $0 != " " }.lowercased()
        switch name {
        case "text/csv": self = .csv
        case "application/x-ndjson", "application/jsonl", "application/json-lines": self = .jsonLines
        default: return nil
        }
    }

    /// The format that a file's name says it has.
    package init?(fileName: String) {
        switch fileName.lowercased().split(separator: ".").last {
        case "csv", "tsv", "txt": self = .csv
        case "jsonl", "ndjson", "json": self = .jsonLines
        default: return nil
        }
    }
}

/// The bounds of what an import reads, so that its memory does not depend on its file.
package enum ImportLimits {
    /// The longest row in bytes: a receipt of 8 MB, which is as much as is taken anywhere, and what stands beside it.
    package static let rowBytes = 8 * 1024 * 1024 + 64 * 1024
    /// The most columns of a CSV file; there are eight that mean something.
    package static let columns = 256
    /// How many rows are kept in one unit of work.
    package static let batchRows = 500
    /// The longest text of a bad value that is kept to be shown, in bytes.
    package static let shownBytes = 64
    /// The most purchases that one receipt may name.
    package static let receiptPurchases = 5000
}
