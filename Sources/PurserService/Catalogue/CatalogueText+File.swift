internal import Crypto
package import Ledger
import Notation

extension CatalogueText {
    /// The text of the catalogue file at a path, with the file of price points that it names.
    package init(path: String) throws(Findings) {
        let remedy = "A catalogue to start from is written by: purser init shop"
        let file: BoundedFile
        do {
            file = try BoundedFile(path: path, limitBytes: CatalogueFile.sizeLimitBytes)
        } catch {
            throw Findings(Finding(file: path, problem: error.rawValue, remedy: remedy))
        }
        try self.init(document: file.bytes, path: path)
    }

    /// The text of a catalogue that was read from a path, with the file of price points that it names: its path is
    /// relative to the catalogue's folder.
    package init(document: [UInt8], path: String) throws(Findings) {
        guard let named = try CatalogueReading.pricePointsFile(of: document, file: path) else {
            self.init(document: document)
            return
        }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let companion = named.name.hasPrefix("/") ? named.name : folder + named.name
        do {
            let file = try BoundedFile(path: companion, limitBytes: CatalogueFile.sizeLimitBytes)
            self.init(document: document, pricePoints: file.bytes)
        } catch {
            throw Findings(
                Finding(
                    file: path,
                    line: named.line,
                    keyPath: "pricePoints.file",
                    problem: "the file \"\(companion)\" \(error.rawValue)",
                    remedy: "Its path is relative to the catalogue's folder."
                )
            )
        }
    }

    /// The name of this text: of a catalogue without a second file what `sha256sum` says of the file.
    package var digest: CatalogueDigest {
        var digest = Array(SHA256.hash(data: self.document))
        if let pricePoints { digest = Array(SHA256.hash(data: digest + Array(SHA256.hash(data: pricePoints)))) }
        return CatalogueDigest(Hexadecimal.text(digest))
    }
}
