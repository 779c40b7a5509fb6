import AppStore
import AppStoreSimulator
import Ledger
import PurserService

/// A file that says what a simulated App Store sells: a StoreKit configuration of Xcode, the simulator's own JSON, or the
/// catalogue of a Purser server.
struct CatalogueSource {
    /// The apps of the file, at least one; only the simulator's own format can have several.
    let apps: [WorldCatalogueFile.App]
    /// What was ignored or looks odd, each as one line.
    let warnings: [String]

    /// What the first app sells.
    var catalogue: WorldCatalogue { self.apps[0].catalogue }
    /// What the file says of the first app and its store.
    var settings: CatalogueSettings { self.apps[0].settings }

    /// Reads the file at a path.
    ///
    /// A name ending in `.yaml` or `.yml` is a server's catalogue and one in `.storekit` Xcode's; with any other name the
    /// content decides: what begins with a brace is JSON, and Xcode's when it has Xcode's keys.
    static func read(_ path: String) throws(Findings) -> CatalogueSource {
        let file: BoundedFile
        do {
            file = try BoundedFile(path: path, limitBytes: CatalogueFile.sizeLimitBytes)
        } catch {
            throw Findings(
                Finding(
                    file: path,
                    problem: error.rawValue,
                    remedy: "A catalogue to start from is written by: purser init shop"
                )
            )
        }
        return try Self.read(file.bytes, path: path)
    }

    /// Reads the content of a file; `path` is how messages name it.
    static func read(_ bytes: [UInt8], path: String) throws(Findings) -> CatalogueSource {
        let name = path.lowercased()
        let isYAML = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
        let begin = bytes.first { $0 > 0x20 }
        do throws(CatalogueError) {
            if name.hasSuffix(".storekit") {
                return try Self.readStoreKit(bytes, path: path)
            }
            if !isYAML, begin == UInt8(ascii: "{") || name.hasSuffix(".json") {
                return Self.isStoreKit(bytes)
                    ? try Self.readStoreKit(bytes, path: path) : try Self.readOwn(bytes, path: path)
            }
        } catch {
            throw Findings(error)
        }
        let catalogue = try WorldCatalogue(
            CatalogueFile(text: CatalogueText(document: bytes, path: path), file: path),
            path: path
        )
        return CatalogueSource(apps: [WorldCatalogueFile.App(catalogue: catalogue)], warnings: [])
    }

    private static func readStoreKit(_ bytes: [UInt8], path: String) throws(CatalogueError) -> CatalogueSource {
        let file = try StoreKitFile(bytes, file: path)
        return CatalogueSource(
            apps: [WorldCatalogueFile.App(catalogue: file.catalogue, settings: file.settings)],
            warnings: file.warnings
        )
    }

    private static func readOwn(_ bytes: [UInt8], path: String) throws(CatalogueError) -> CatalogueSource {
        let file = try WorldCatalogueFile(bytes, file: path)
        return CatalogueSource(apps: file.apps, warnings: file.warnings)
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
