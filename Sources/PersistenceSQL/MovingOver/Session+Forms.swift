import Ledger

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
