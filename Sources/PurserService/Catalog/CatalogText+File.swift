internal import Crypto
package import Ledger
import Notation

extension CatalogText {
    /// Reads the text of the catalog file at a path, with the file of price points that it names.
    package init(path: String) throws(ValidationIssues) {
        let remedy = "To write a first catalog: purser init shop"
        let file: BoundedFile
        do {
            file = try BoundedFile(path: path, limitBytes: CatalogFile.sizeLimitBytes)
        } catch {
            throw ValidationIssues(ValidationIssue(file: path, problem: error.rawValue, remedy: remedy))
        }
        try self.init(document: file.bytes, path: path)
    }

    /// Reads the text of a catalog that was read from a path, with the file of price points that it names, whose path
    /// is relative to the catalog's folder.
    package init(document: [UInt8], path: String) throws(ValidationIssues) {
        guard let named = try CatalogReader.pricePointsFile(of: document, file: path) else {
            self.init(document: document)
            return
        }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let companion = named.name.hasPrefix("/") ? named.name : folder + named.name
        do {
            let file = try BoundedFile(path: companion, limitBytes: CatalogFile.sizeLimitBytes)
            self.init(document: document, pricePoints: file.bytes)
        } catch {
            throw ValidationIssues(
                ValidationIssue(
                    file: path,
                    line: named.line,
                    keyPath: "pricePoints.file",
                    problem: "the file \"\(companion)\" \(error.rawValue)",
                    remedy: "Its path is relative to the catalog's folder."
                )
            )
        }
    }

    /// The digest of this text; for a catalog without a second file it equals the output of `sha256sum`.
    package var digest: CatalogDigest {
        var digest = Array(SHA256.hash(data: self.document))
        if let pricePoints { digest = Array(SHA256.hash(data: digest + Array(SHA256.hash(data: pricePoints)))) }
        return CatalogDigest(Hexadecimal.text(digest))
    }
}
