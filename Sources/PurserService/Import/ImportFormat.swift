/// The format of an import file.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
    /// RFC 4180: a header line, then one row per line, with quoted fields where necessary.
    case csv
    /// One JSON object per line.
    case jsonLines = "jsonl"

    /// The media type of a file in this format.
    package var mediaType: String {
        switch self {
        case .csv: "text/csv"
        case .jsonLines: "application/x-ndjson"
        }
    }

    /// Returns the format of a media type, ignoring parameters.
    package init?(mediaType: String) {
        let name = mediaType.prefix { $0 != ";" && $0 != " " }.lowercased()
        switch name {
        case "text/csv": self = .csv
        case "application/x-ndjson", "application/jsonl", "application/json-lines": self = .jsonLines
        default: return nil
        }
    }

    /// Returns the format that a file name indicates.
    package init?(fileName: String) {
        switch fileName.lowercased().split(separator: ".").last {
        case "csv", "tsv", "txt": self = .csv
        case "jsonl", "ndjson", "json": self = .jsonLines
        default: return nil
        }
    }
}

/// The limits of what an import reads, which bound its memory independently of the file.
package enum ImportLimits {
    /// The maximum length of a row in bytes: a receipt of 8 MB, the maximum anywhere, and the other fields.
    package static let rowBytes = 8 * 1024 * 1024 + 64 * 1024
    /// The maximum number of columns of a CSV file; eight are known.
    package static let columns = 256
    /// The number of rows stored in one unit of work.
    package static let batchRows = 500
    /// The maximum length in bytes of a bad value that is stored for display.
    package static let shownBytes = 64
    /// The maximum number of purchases in one receipt.
    package static let receiptPurchases = 5000
}
