package import Ledger

extension SQLRepository {
    /// Adds uses to those that are counted already.
    package func count(_ uses: [FormUse]) async throws(RepositoryError) {
        guard !uses.isEmpty else { return }
        try await self.write { session in try session.count(uses) }
    }

    /// The uses in an app since a day.
    package func formUses(of app: AppName, since day: CivilDay) async throws(RepositoryError) -> [FormUse] {
        try await self.read { session in try session.formUses(of: app, since: day) }
    }

    /// The first day of which anything is counted.
    package func firstFormDay(of app: AppName) async throws(RepositoryError) -> CivilDay? {
        try await self.read { session in try session.firstFormDay(of: app) }
    }
}

extension Session {
    /// Adds uses to those that are counted already.
    func count(_ uses: [FormUse]) throws {
        // In one order, so that nodes that count at the same time never wait for each other in a circle.
        let ordered = uses.sorted { left, right in
            (left.app.rawValue, left.day, left.form.code, left.version)
                < (right.app.rawValue, right.day, right.form.code, right.version)
        }
        for use in ordered where use.count > 0 {
            try self.run(
                .countForm,
                [
                    .integer(try self.app(use.app)), .integer(use.day.number), .integer(use.form.code),
                    .text(use.version), .integer(use.count),
                ]
            )
        }
    }

    /// The uses in an app since a day.
    func formUses(of app: AppName, since day: CivilDay) throws -> [FormUse] {
        guard let number = try self.knownApp(app) else { return [] }
        return try self.all(.formUses, [.integer(number), .integer(day.number)]) { row in
            FormUse(
                app: app,
                day: CivilDay(number: try row.integer()),
                form: try row.coded(InterfaceForm.self),
                version: try row.text(),
                count: try row.integer()
            )
        }
    }

    /// The first day of which anything is counted.
    func firstFormDay(of app: AppName) throws -> CivilDay? {
        guard let number = try self.knownApp(app) else { return nil }
        return try self.first(.firstFormDay, [.integer(number)]) { row in CivilDay(number: try row.integer()) }
    }
}

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

extension InterfaceForm: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .signedTransaction: 0
        case .receipt: 1
        case .transactionReceipt: 2
        case .verifyReceipt: 3
        case .verifyReceiptWithoutPassword: 4
        case .notificationV2: 5
        case .notificationV1: 6
        }
    }
}
