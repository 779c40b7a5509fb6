import AppStoreSimulator
import PurserService

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
