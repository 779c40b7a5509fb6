import AppStore

/// The products of an app of a world.
///
/// As JSON it is `{"products": [...]}`.
public struct WorldCatalog: Hashable, Sendable {
    /// The products, in their order.
    public let products: [WorldProduct]

    /// Creates a catalog of these products.
    public init(_ products: [WorldProduct]) {
        self.products = products
    }

    /// Returns the product with this identifier, compared byte for byte.
    public func product(_ id: String) -> WorldProduct? {
        self.products.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}

extension WorldCatalog: Codable {
    /// Decodes `{"products": [...]}` of the simulator's own catalog format; a mistake is a data-corrupted error.
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

    /// Encodes the format that ``init(from:)`` decodes.
    public func encode(to encoder: any Encoder) throws {
        let products = JSONValue.array(self.products.map(WorldCatalogWriter.product))
        try CodableJSON(.object([JSONMember(key: "products", value: products)])).encode(to: encoder)
    }
}

/// The settings in a catalog file: of the app, and of the store in which it is tested.
///
/// All settings are optional; the code that creates a world supplies defaults.
public struct CatalogSettings: Hashable, Sendable {
    /// The app's bundle id; a `.storekit` file never has one.
    public var bundleId: String?
    /// The app's Apple ID.
    public var appAppleId: Int64?
    /// The default storefront of customers, and the storefront whose currency applies to prices without a currency.
    public var storefront: WorldStorefront?
    /// The profile: the rate of time and the store's behavior.
    public var profile: WorldProfile?
    /// The days of billing grace.
    public var gracePeriodDays: Int?
    /// The URL for notifications.
    public var notificationURL: String?
    /// Whether Ask to Buy is on: purchases wait for a parent.
    public var asksToBuy = false
    /// Whether purchases are interrupted.
    public var interruptsPurchases = false
    /// Whether cards are declined for renewals.
    public var failsRenewals = false

    /// Creates empty settings.
    public init() {}
}

/// The simulator's own catalog file, in JSON.
///
/// It can express what a `.storekit` file cannot: several apps, their identifiers, prices of each storefront, and offer
/// codes of one-time products.
///
/// With one app, its members are at the top level, `{"bundleId": ..., "products": [...]}`; several apps are in `apps`.
public struct WorldCatalogFile: Hashable, Sendable {
    /// One app of the file: its catalog and its settings.
    public struct App: Hashable, Sendable {
        /// The products of the app.
        public var catalog: WorldCatalog
        /// The app's identifiers and the store's behavior.
        public var settings: CatalogSettings

        /// Creates an app with this catalog.
        public init(catalog: WorldCatalog, settings: CatalogSettings = CatalogSettings()) {
            self.catalog = catalog
            self.settings = settings
        }
    }

    /// The apps; a file that was read has at least one.
    public let apps: [App]
    /// The warnings, one line each, with the file's line and key.
    public let warnings: [String]

    /// Creates a file of these apps.
    public init(_ apps: [App]) {
        self.apps = apps
        self.warnings = []
    }

    /// Parses a file; `name` is its name in messages.
    ///
    /// Unknown keys are mistakes, because a misspelled key would otherwise change a price silently.
    public init(_ bytes: [UInt8], file name: String) throws(CatalogError) {
        var reading = WorldCatalogReader(file: name)
        self.apps = reading.readApps(try CatalogNode(bytes, file: name))
        try reading.notes.requireNone()
        self.warnings = reading.notes.warnings.map(\.description)
    }

    /// Returns the file's text, with one member on each line.
    public func json() -> [UInt8] {
        let values = self.apps.map(WorldCatalogWriter.app)
        let document: JSONValue =
            values.count == 1 ? values[0] : .object([JSONMember(key: "apps", value: .array(values))])
        return JSONLayout.text(document, sortsKeys: false)
    }
}
