package import Ledger

extension SQLRepository {
    /// Keeps a version with its text if its number follows the newest of its app.
    package func keep(_ version: CatalogueVersion, text: CatalogueText) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.keep(version, text: text) }
    }

    /// The versions of an app, newest first.
    package func catalogueVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [CatalogueVersion] {
        try await self.read { session in try session.catalogueVersions(of: app, before: number, limit: limit) }
    }

    /// The text of a version.
    package func catalogueText(_ number: Int64, of app: AppName) async throws(RepositoryError) -> CatalogueText? {
        try await self.read { session in try session.catalogueText(number, of: app) }
    }
}

extension Session {
    /// Keeps a version if its number follows the newest of its app.
    func keep(_ version: CatalogueVersion, text: CatalogueText) throws -> Bool {
        let newest = try self.catalogueVersions(of: version.app, before: nil, limit: 1).first
        guard version.number == (newest?.number ?? 0) + 1 else { return false }
        try self.run(
            .insertCatalogue,
            [
                .integer(try self.app(version.app)), .integer(version.number), .text(version.digest.rawValue),
                .instant(version.appliedAt), .text(version.appliedBy), .integer(version.origin.code),
                version.note.map(SQLValue.text) ?? .null, .bytes(text.document),
                text.pricePoints.map(SQLValue.bytes) ?? .null,
            ]
        )
        return true
    }

    /// The versions of an app, newest first.
    func catalogueVersions(of app: AppName, before number: Int64?, limit: Int) throws -> [CatalogueVersion] {
        let values: [SQLValue] = [.text(app.rawValue), .integer(number ?? .max), .integer(Int64(limit))]
        return try self.all(.catalogueVersions, values) { row in
            CatalogueVersion(
                app: app,
                number: try row.integer(),
                digest: CatalogueDigest(try row.text()),
                appliedAt: try row.instant(),
                appliedBy: try row.text(),
                origin: try row.coded(),
                note: try row.optionalText()
            )
        }
    }

    /// The text of a version.
    func catalogueText(_ number: Int64, of app: AppName) throws -> CatalogueText? {
        try self.first(.catalogueText, [.text(app.rawValue), .integer(number)]) { row in
            CatalogueText(document: try row.bytes(), pricePoints: try row.optionalBytes())
        }
    }
}

extension CatalogueVersion.Origin: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .configuration: 1
        case .command: 2
        }
    }
}

extension Query {
    /// The statement of the catalogues that were applied.
    var catalogueSQL: String {
        switch self {
        case .insertCatalogue:
            """
            INSERT INTO catalogue_version (app, number, digest, applied_at, applied_by, origin, note, document,
            price_points) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .catalogueVersions:
            """
            SELECT number, digest, applied_at, applied_by, origin, note FROM catalogue_version
            WHERE app = (SELECT id FROM app WHERE name = ?) AND number < ? ORDER BY number DESC LIMIT ?
            """
        case .catalogueText:
            """
            SELECT document, price_points FROM catalogue_version
            WHERE app = (SELECT id FROM app WHERE name = ?) AND number = ?
            """
        default: self.priceSQL
        }
    }
}
