import AppStore

/// A StoreKit configuration file of Xcode, of any version; reading and writing it preserves all of its content.
///
/// The file may contain a key pair for promotional offers. No description, message or reflection shows it.
public struct StoreKitFile: Sendable {
    /// The products of the file.
    public let catalog: WorldCatalog
    /// The settings of the app and the store.
    public let settings: CatalogSettings
    /// The warnings, one line each, with the file's line and key.
    public let warnings: [String]
    /// The identifier of the key pair that signs promotional offers in tests, if there is one.
    public let offersKeyID: String?
    private let document: JSONValue

    /// Parses a file; `name` is its name in messages.
    ///
    /// The present keys determine how the file is read, not its version. Unknown keys are preserved and listed in
    /// ``warnings``.
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

    /// Creates a file from a catalog; ``warnings`` lists what the format cannot express.
    public init(catalog: WorldCatalog, settings: CatalogSettings) {
        var writing = StoreKitWriter(settings: settings)
        self.document = writing.document(catalog)
        self.catalog = catalog
        self.settings = settings
        self.warnings = writing.warnings
        self.offersKeyID = nil
    }

    /// Returns the file as Xcode writes it: keys sorted ignoring case, a space before each colon.
    ///
    /// A file that was read keeps every key and the text of every number.
    public func json() -> [UInt8] {
        JSONLayout.text(self.document, sortsKeys: true)
    }
}

extension StoreKitFile: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of products; never the key.
    public var description: String {
        "a StoreKit configuration of \(self.catalog.products.count) products"
    }

    /// The same as ``description``.
    public var debugDescription: String { self.description }

    /// An empty mirror, because a dump would show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
