import AppStore

/// A StoreKit configuration file of Xcode, of any version: read, and written again with everything it had.
///
/// The key pair for promotional offers that it may have stays inside: no description, message or reflection shows it.
public struct StoreKitFile: Sendable {
    /// What it sells.
    public let catalog: WorldCatalog
    /// What it says about the app and the store.
    public let settings: CatalogSettings
    /// What was ignored or looks odd, each as one line that names the file's line and key.
    public let warnings: [String]
    /// The identifier of the key pair that signs promotional offers in tests, if there is one.
    public let offersKeyID: String?
    private let document: JSONValue

    /// Reads a file; `name` is how messages name it.
    ///
    /// Keys decide what is read, not the version. Keys that nobody knows are kept, and named in ``warnings``.
    public init(_ bytes: [UInt8], file name: String) throws(CatalogError) {
        let node = try CatalogNode(bytes, file: name)
        var reading = StoreKitReader(file: name)
        (self.catalog, self.settings) = try reading.read(node)
        self.warnings = reading.notes.warnings.map(\.description)
        self.document = node.value
        if case .string(let id)? = node.value["subscriptionOffersKeyPair"]?["id"] {
            self.offersKeyID = id
        } else {
            self.offersKeyID = nil
        }
    }

    /// A file that sells what a catalog has, with ``warnings`` about what such a file cannot say.
    public init(catalog: WorldCatalog, settings: CatalogSettings) {
        var writing = StoreKitWriter(settings: settings)
        self.document = writing.document(catalog)
        self.catalog = catalog
        self.settings = settings
        self.warnings = writing.warnings
        self.offersKeyID = nil
    }

    /// The file as Xcode writes it: keys in their order ignoring case, a space before each colon.
    ///
    /// What was read comes back whole, with every key and the spelling of every number.
    public func json() -> [UInt8] {
        JSONLayout.text(self.document, sortsKeys: true)
    }
}

extension StoreKitFile: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How much it sells; never its key.
    public var description: String {
        "a StoreKit configuration of \(self.catalog.products.count) products"
    }

    /// The same.
    public var debugDescription: String { self.description }

    /// Nothing: a dump would show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
