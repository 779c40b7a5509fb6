import AppStore
package import AppStoreSimulator
import Ledger
import PurserService

/// A catalog of ours made from what Xcode's file says: a first one, whose entitlements a person has to decide about.
///
/// It proposes one entitlement for each group of subscriptions and one for each non-consumable.
package struct StoreKitTranslation {
    /// The text of the catalog.
    package let text: String
    /// What could not be taken over, each as a sentence.
    package let omissions: [String]

    /// The translation of a file with these bytes; `name` is how messages name it.
    package init(_ bytes: [UInt8], name: String) throws(CatalogError) {
        let file = try StoreKitFile(bytes, file: name)
        // The simulator has no use for names of groups; they are read from the same bytes.
        let document = try? JSONValue(json: bytes, maximumNodes: JSONReader.maximumTrustedNodes)
        var writing = StoreKitTranslationWriter(document: document)
        writing.take(file.catalog.products)
        self.text = writing.text(of: name)
        self.omissions = file.warnings + writing.omissions
    }
}

extension CatalogTranslation {
    /// Makes a catalog from Xcode's file.
    static let storeKit: Way = { bytes, name throws(ValidationIssues) in
        do throws(CatalogError) {
            let translation = try StoreKitTranslation(bytes, name: name)
            return CatalogTranslation(document: translation.text, remarks: translation.omissions)
        } catch {
            throw ValidationIssues(error)
        }
    }
}

extension ValidationIssues {
    /// What the simulator found wrong with a catalog.
    init(_ error: CatalogError) {
        self.init(
            error.issues.map { issue in
                ValidationIssue(
                    file: issue.file,
                    line: issue.line,
                    keyPath: issue.keyPath,
                    problem: issue.problem,
                    remedy: issue.remedy
                )
            }
        )
    }
}
