import Ledger
import PurserService

/// A refund policy that somebody named by its path.
enum PolicyFile {
    /// Its text; where it has mistakes they are written out, and the command ends.
    static func text(_ path: String) throws -> String {
        do throws(Findings) {
            let file = try RuleFile(path: path, vocabularies: [RuleVocabulary.refunds])
            return String(decoding: file.bytes, as: UTF8.self)
        } catch {
            for finding in error.findings { FindingLine.write(finding, as: "mistake", json: false) }
            throw error.exitStatus(otherwise: .badData).error
        }
    }
}
