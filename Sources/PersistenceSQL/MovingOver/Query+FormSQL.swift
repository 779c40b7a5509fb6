extension Query {
    /// The statement of the forms in which apps and Apple speak.
    var formSQL: String {
        switch self {
        case .countForm:
            """
            INSERT INTO form_use (app, day, form, version, count) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (app, day, form, version) DO UPDATE SET count = form_use.count + excluded.count
            """
        case .formUses:
            """
            SELECT day, form, version, count FROM form_use WHERE app = ? AND day >= ? ORDER BY app, day, form, version
            """
        case .firstFormDay: "SELECT day FROM form_use WHERE app = ? ORDER BY day LIMIT 1"
        default: self.reportSQL
        }
    }
}
