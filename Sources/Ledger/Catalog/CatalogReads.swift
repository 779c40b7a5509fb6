/// Reads the catalogs that were applied.
package protocol CatalogReads {
    /// Returns the versions of an app, newest first, restricted to those before a number when one is given.
    func catalogVersions(of app: AppName, before number: Int64?, limit: Int) throws -> [CatalogVersion]

    /// Returns the text of a version; `nil` when the version does not exist.
    func catalogText(_ number: Int64, of app: AppName) throws -> CatalogText?
}

/// Stores the catalogs that were applied.
package protocol CatalogWrites {
    /// Stores a version with its text when its number follows the newest of its app, and returns whether it did.
    func keep(_ version: CatalogVersion, text: CatalogText) throws -> Bool
}

/// Loads and saves the catalogs that were applied.
package protocol CatalogStorage: CustomerStorage, CatalogReads {
    /// Saves a version with its text.
    func insert(_ version: CatalogVersion, text: CatalogText) throws
}

extension LedgerStorage {
    /// Stores a version if its number follows the newest of its app.
    package func keep(_ version: CatalogVersion, text: CatalogText) throws -> Bool {
        let newest = try self.catalogVersions(of: version.app, before: nil, limit: 1).first
        guard version.number == (newest?.number ?? 0) + 1 else { return false }
        self.note(.catalogs, dueAt: DueWork.atOnce)
        try self.insert(version, text: text)
        return true
    }
}

/// The identifier of a catalog's text: the SHA-256 of its parts as hexadecimal digits.
package typealias CatalogDigest = Identifier<CatalogText>

/// The text of a catalog.
package struct CatalogText: Hashable, Sendable {
    /// The bytes of the catalog file.
    package let document: [UInt8]
    /// The bytes of the price point file that the catalog names, if it names one.
    package let pricePoints: [UInt8]?

    /// Creates a text of these bytes.
    package init(document: [UInt8], pricePoints: [UInt8]? = nil) {
        self.document = document
        self.pricePoints = pricePoints
    }
}

/// The record of one application of a catalog.
package struct CatalogVersion: Hashable, Sendable {
    /// The way in which a catalog was applied.
    package enum Origin: Hashable, Sendable, CaseIterable {
        /// The server found it in the file that its configuration names.
        case configuration
        /// An operator applied it.
        case command
    }

    /// The app.
    package let app: AppName
    /// The number of the version; the first of an app is 1, and numbers have no gaps.
    package let number: Int64
    /// The identifier of its text.
    package let digest: CatalogDigest
    /// The instant at which it was applied.
    package let appliedAt: Instant
    /// The name of the operator or key that applied it.
    package let appliedBy: String
    /// The way in which it was applied.
    package let origin: Origin
    /// The reason that was given, if any.
    package let note: String?

    /// Creates a version with these values.
    package init(
        app: AppName,
        number: Int64,
        digest: CatalogDigest,
        appliedAt: Instant,
        appliedBy: String,
        origin: Origin,
        note: String? = nil
    ) {
        self.app = app
        self.number = number
        self.digest = digest
        self.appliedAt = appliedAt
        self.appliedBy = appliedBy
        self.origin = origin
        self.note = note
    }
}
