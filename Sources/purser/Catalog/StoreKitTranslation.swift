import AppStore
package import AppStoreSimulator
import Ledger
import PurserService

/// A catalogue of ours made from what Xcode's file says: a first one, whose rights a person has to decide about.
///
/// It proposes one right for each group of subscriptions and one for each non-consumable.
package struct StoreKitTranslation {
    /// The text of the catalogue.
    package let text: String
    /// What could not be taken over, each as a sentence.
    package let omissions: [String]

    /// The translation of a file with these bytes; `name` is how messages name it.
    package init(_ bytes: [UInt8], name: String) throws(CatalogueError) {
        let file = try StoreKitFile(bytes, file: name)
        // The simulator has no use for names of groups; they are read from the same bytes.
        let document = try? JSONValue(json: bytes, maximumNodes: JSONReader.maximumTrustedNodes)
        var writing = StoreKitTranslationWriting(document: document)
        writing.take(file.catalogue.products)
        self.text = writing.text(of: name)
        self.omissions = file.warnings + writing.omissions
    }
}

extension CatalogueTranslation {
    /// Makes a catalogue from Xcode's file.
    static let storeKit: Way = { bytes, name throws(Findings) in
        do throws(CatalogueError) {
            let translation = try StoreKitTranslation(bytes, name: name)
            return CatalogueTranslation(document: translation.text, remarks: translation.omissions)
        } catch {
            throw Findings(error)
        }
    }
}

extension Findings {
    /// What the simulator found wrong with a catalogue.
    init(_ error: CatalogueError) {
        self.init(
            error.findings.map { finding in
                Finding(
                    file: finding.file,
                    line: finding.line,
                    keyPath: finding.keyPath,
                    problem: finding.problem,
                    remedy: finding.remedy
                )
            }
        )
    }
}
