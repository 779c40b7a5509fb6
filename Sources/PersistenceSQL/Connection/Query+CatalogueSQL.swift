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
