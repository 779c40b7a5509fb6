import AppStore

/// The simulator's own catalogue file, JSON, which says what a `.storekit` file cannot: several apps, their identifiers,
/// prices of each storefront, offer codes of one-time products.
///
/// With one app its members stand at the top, `{"bundleId": ..., "products": [...]}`; several are in `apps`.
public struct WorldCatalogueFile: Hashable, Sendable {
    /// One app: what it sells, and what else the file says of it.
    public struct App: Hashable, Sendable {
        /// What it sells.
        public var catalogue: WorldCatalogue
        /// Its identifiers, and how its store behaves.
        public var settings: CatalogueSettings

        /// An app that sells this.
        public init(catalogue: WorldCatalogue, settings: CatalogueSettings = CatalogueSettings()) {
            self.catalogue = catalogue
            self.settings = settings
        }
    }

    /// The apps, at least one when read from a file.
    public let apps: [App]
    /// What looks odd, each as one line that names the file's line and key.
    public let warnings: [String]

    /// A file of these apps.
    public init(_ apps: [App]) {
        self.apps = apps
        self.warnings = []
    }

    /// Reads a file; `name` is how messages name it.
    ///
    /// Keys that are not known are mistakes, because a misspelt key would otherwise change a price without a word.
    public init(_ bytes: [UInt8], file name: String) throws(CatalogueError) {
        var reading = WorldCatalogueReading(file: name)
        self.apps = reading.readApps(try CatalogueNode(bytes, file: name))
        try reading.notes.requireNone()
        self.warnings = reading.notes.warnings.map(\.description)
    }

    /// The file, with one member a line.
    public func json() -> [UInt8] {
        let values = self.apps.map(WorldCatalogueWriting.app)
        let document: JSONValue =
            values.count == 1 ? values[0] : .object([JSONMember(key: "apps", value: .array(values))])
        return JSONLayout.text(document, sortsKeys: false)
    }
}
