import AppStore
package import AppStoreSimulator
import Ledger
import PurserService

/// A first catalog made from Xcode's file, whose entitlements a person has to complete.
///
/// It proposes one entitlement for each subscription group and one for each non-consumable.
package struct StoreKitTranslation {
    /// The text of the catalog.
    package let text: String
    /// Sentences about what could not be converted.
    package let omissions: [String]

    /// Translates a file with these bytes; `name` is its name in messages.
    package init(_ bytes: [UInt8], name: String) throws(CatalogError) {
        let file = try StoreKitFile(bytes, file: name)
        // The simulator does not read the names of groups, so they are read from the same bytes.
        let document = try? JSONValue(json: bytes, maximumNodes: JSONReader.maximumTrustedNodes)
        var writing = StoreKitTranslationWriter(document: document)
        writing.take(file.catalog.products)
        self.text = writing.text(of: name)
        self.omissions = file.warnings + writing.omissions
    }
}

extension CatalogTranslation {
    /// The translation of Xcode's file.
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
    /// Creates issues from the simulator's error about a catalog.
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
