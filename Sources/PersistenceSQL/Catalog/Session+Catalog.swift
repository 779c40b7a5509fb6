package import Ledger

extension Session {
    /// Saves a version with its text.
    package func insert(_ version: CatalogVersion, text: CatalogText) throws {
        try self.run(
            .catalogs.insertCatalog,
            [
                .integer(try self.app(version.app)), .integer(version.number), .text(version.digest.rawValue),
                .instant(version.appliedAt), .text(version.appliedBy), .integer(version.origin.code),
                version.note.map(SQLValue.text) ?? .null, .bytes(text.document),
                text.pricePoints.map(SQLValue.bytes) ?? .null,
            ]
        )
    }

    /// Returns the versions of an app, newest first.
    package func catalogVersions(of app: AppName, before number: Int64?, limit: Int) throws -> [CatalogVersion] {
        let values: [SQLValue] = [.text(app.rawValue), .integer(number ?? .max), .integer(Int64(limit))]
        return try self.all(.catalogs.catalogVersions, values) { row in
            CatalogVersion(
                app: app,
                number: try row.integer(),
                digest: CatalogDigest(try row.text()),
                appliedAt: try row.instant(),
                appliedBy: try row.text(),
                origin: try row.coded(),
                note: try row.optionalText()
            )
        }
    }

    /// Returns the text of a version.
    package func catalogText(_ number: Int64, of app: AppName) throws -> CatalogText? {
        try self.first(.catalogs.catalogText, [.text(app.rawValue), .integer(number)]) { row in
            CatalogText(document: try row.bytes(), pricePoints: try row.optionalBytes())
        }
    }
}

extension CatalogVersion.Origin: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .configuration: 1
        case .command: 2
        }
    }
}

/// The statements on catalogs.
package struct CatalogStatements: Sendable {
    package let insertCatalog = SQLStatement(
        """
        INSERT INTO catalog_version (app, number, digest, applied_at, applied_by, origin, note, document,
        price_points) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let catalogVersions = SQLStatement(
        """
        SELECT number, digest, applied_at, applied_by, origin, note FROM catalog_version
        WHERE app = (SELECT id FROM app WHERE name = ?) AND number < ? ORDER BY number DESC LIMIT ?
        """
    )
    package let catalogText = SQLStatement(
        """
        SELECT document, price_points FROM catalog_version
        WHERE app = (SELECT id FROM app WHERE name = ?) AND number = ?
        """
    )
}

extension SQLStatement {
    /// The statements on catalogs.
    package static let catalogs = CatalogStatements()
}
