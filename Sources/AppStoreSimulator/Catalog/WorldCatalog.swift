import AppStore

/// Everything an app of a world sells.
///
/// As JSON it is `{"products": [...]}`.
public struct WorldCatalog: Hashable, Sendable {
    /// The products, in the order given.
    public let products: [WorldProduct]

    /// A catalog of these products.
    public init(_ products: [WorldProduct]) {
        self.products = products
    }

    /// The product with this identifier, compared byte for byte.
    public func product(_ id: String) -> WorldProduct? {
        self.products.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}

extension WorldCatalog: Codable {
    /// Reads `{"products": [...]}` of the simulator's own catalog format; a mistake is a data-corrupted error.
    public init(from decoder: any Decoder) throws {
        var reading = WorldCatalogReader()
        let node = CatalogNode(try CodableJSON(from: decoder).value)
        var products: [WorldProduct]?
        if let fields = CatalogFields(node, &reading.notes) {
            fields.refuseUnknown(besides: ["products"], &reading.notes)
            if fields.required("products", for: "[]", &reading.notes) != nil {
                products = reading.readProducts(fields.list("products", &reading.notes))
            }
        }
        self.init(try reading.decoded(products, from: decoder))
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        let products = JSONValue.array(self.products.map(WorldCatalogWriter.product))
        try CodableJSON(.object([JSONMember(key: "products", value: products)])).encode(to: encoder)
    }
}

/// What a catalog file says besides what is sold: about the app, and about the store it is tested in.
///
/// Everything may be left unsaid; whoever makes a world of it has values of their own then.
public struct CatalogSettings: Hashable, Sendable {
    /// The app's bundle id; a `.storekit` file never has one.
    public var bundleId: String?
    /// Apple's number of the app.
    public var appAppleId: Int64?
    /// Where customers are unless said otherwise, and whose currency the prices have that name none.
    public var storefront: WorldStorefront?
    /// How time passes and the store behaves.
    public var profile: WorldProfile?
    /// The days of billing grace.
    public var gracePeriodDays: Int?
    /// Where notifications are posted.
    public var notificationURL: String?
    /// Whether purchases wait for a parent.
    public var asksToBuy = false
    /// Whether purchases are interrupted.
    public var interruptsPurchases = false
    /// Whether renewals fail for lack of money.
    public var failsRenewals = false

    /// Settings that say nothing.
    public init() {}
}

/// The simulator's own catalog file, JSON, which says what a `.storekit` file cannot: several apps, their identifiers,
/// prices of each storefront, offer codes of one-time products.
///
/// With one app its members stand at the top, `{"bundleId": ..., "products": [...]}`; several are in `apps`.
public struct WorldCatalogFile: Hashable, Sendable {
    /// One app: what it sells, and what else the file says of it.
    public struct App: Hashable, Sendable {
        /// What it sells.
        public var catalog: WorldCatalog
        /// Its identifiers, and how its store behaves.
        public var settings: CatalogSettings

        /// An app that sells this.
        public init(catalog: WorldCatalog, settings: CatalogSettings = CatalogSettings()) {
            self.catalog = catalog
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
    /// Keys that are not known are mistakes, because a misspelled key would otherwise change a price without a word.
    public init(_ bytes: [UInt8], file name: String) throws(CatalogError) {
        var reading = WorldCatalogReader(file: name)
        self.apps = reading.readApps(try CatalogNode(bytes, file: name))
        try reading.notes.requireNone()
        self.warnings = reading.notes.warnings.map(\.description)
    }

    /// The file, with one member a line.
    public func json() -> [UInt8] {
        let values = self.apps.map(WorldCatalogWriter.app)
        let document: JSONValue =
            values.count == 1 ? values[0] : .object([JSONMember(key: "apps", value: .array(values))])
        return JSONLayout.text(document, sortsKeys: false)
    }
}
