/// Keeps the catalogs that were applied.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol CatalogRepository: Sendable {
    /// Keeps a version with its text if its number follows the newest of its app, and says whether it did.
    func keep(_ version: CatalogVersion, text: CatalogText) async throws(RepositoryError) -> Bool

    /// The versions of an app, newest first, those before a number where one is given.
    func catalogVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [CatalogVersion]

    /// The text of a version, or `nil` when there is none of this number.
    func catalogText(_ number: Int64, of app: AppName) async throws(RepositoryError) -> CatalogText?
}

/// The name of a catalog's text: the SHA-256 of its parts in hexadecimal digits.
package typealias CatalogDigest = Identifier<CatalogText>

/// A catalog as it was written.
package struct CatalogText: Hashable, Sendable {
    /// The bytes of the catalog file.
    package let document: [UInt8]
    /// The bytes of the file of price points that it names, where it names one.
    package let pricePoints: [UInt8]?

    /// A text of these bytes.
    package init(document: [UInt8], pricePoints: [UInt8]? = nil) {
        self.document = document
        self.pricePoints = pricePoints
    }
}

/// What is known of a catalog that was applied once.
package struct CatalogVersion: Hashable, Sendable {
    /// How a catalog came to be applied.
    package enum Origin: Hashable, Sendable, CaseIterable {
        /// The server found it in the file that its configuration names.
        case configuration
        /// Somebody applied it.
        case command
    }

    /// The app.
    package let app: AppName
    /// Its number; the first of an app is 1 and none is left out.
    package let number: Int64
    /// The name of its text.
    package let digest: CatalogDigest
    /// When it was applied.
    package let appliedAt: Instant
    /// Who applied it.
    package let appliedBy: String
    /// How it came to be applied.
    package let origin: Origin
    /// Why, where a reason was given.
    package let note: String?

    /// A version of these values.
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
