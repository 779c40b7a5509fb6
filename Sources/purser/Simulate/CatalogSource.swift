import AppStore
import AppStoreSimulator
import Ledger
import PurserService

/// A file that says what a simulated App Store sells: a StoreKit configuration of Xcode, the simulator's own JSON, or
/// the catalog of a Purser server.
struct CatalogSource {
    /// The apps of the file, at least one; only the simulator's own format can have several.
    let apps: [WorldCatalogFile.App]
    /// What was ignored or looks odd, each as one line.
    let warnings: [String]

    /// What the first app sells.
    var catalog: WorldCatalog { self.apps[0].catalog }
    /// What the file says of the first app and its store.
    var settings: CatalogSettings { self.apps[0].settings }

    /// Reads the file at a path.
    ///
    /// A name ending in `.yaml` or `.yml` is a server's catalog and one in `.storekit` Xcode's; with any other name the
    /// content decides: what begins with a brace is JSON, and Xcode's when it has Xcode's keys.
    static func read(_ path: String) throws(ValidationIssues) -> CatalogSource {
        let file: BoundedFile
        do {
            file = try BoundedFile(path: path, limitBytes: CatalogFile.sizeLimitBytes)
        } catch {
            throw ValidationIssues(
                ValidationIssue(
                    file: path,
                    problem: error.rawValue,
                    remedy: "To write a first catalog: purser init shop"
                )
            )
        }
        return try Self.read(file.bytes, path: path)
    }

    /// Reads the content of a file; `path` is how messages name it.
    static func read(_ bytes: [UInt8], path: String) throws(ValidationIssues) -> CatalogSource {
        let name = path.lowercased()
        let isYAML = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
        let begin = bytes.first { $0 > 0x20 }
        do throws(CatalogError) {
            if name.hasSuffix(".storekit") {
                return try Self.readStoreKit(bytes, path: path)
            }
            if !isYAML, begin == UInt8(ascii: "{") || name.hasSuffix(".json") {
                return Self.isStoreKit(bytes)
                    ? try Self.readStoreKit(bytes, path: path) : try Self.readOwn(bytes, path: path)
            }
        } catch {
            throw ValidationIssues(error)
        }
        let catalog = try WorldCatalog(
            CatalogFile(text: CatalogText(document: bytes, path: path), file: path),
            path: path
        )
        return CatalogSource(apps: [WorldCatalogFile.App(catalog: catalog)], warnings: [])
    }

    private static func readStoreKit(_ bytes: [UInt8], path: String) throws(CatalogError) -> CatalogSource {
        let file = try StoreKitFile(bytes, file: path)
        return CatalogSource(
            apps: [WorldCatalogFile.App(catalog: file.catalog, settings: file.settings)],
            warnings: file.warnings
        )
    }

    private static func readOwn(_ bytes: [UInt8], path: String) throws(CatalogError) -> CatalogSource {
        let file = try WorldCatalogFile(bytes, file: path)
        return CatalogSource(apps: file.apps, warnings: file.warnings)
    }

    /// Whether a JSON text has keys that only Xcode's files have at their top.
    private static func isStoreKit(_ bytes: [UInt8]) -> Bool {
        guard let document = try? JSONValue(json: bytes, maximumNodes: JSONReader.maximumTrustedNodes) else {
            return false
        }
        return ["subscriptionGroups", "nonRenewingSubscriptions", "version", "settings", "identifier"]
            .contains { document[$0] != nil }
    }
}
