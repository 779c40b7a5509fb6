package import Ledger

extension Session {
    /// Adds a use to the stored count.
    package func add(_ use: LegacyUse) throws {
        try self.run(
            .legacyUsage.countLegacyUse,
            [
                .integer(try self.app(use.app)), .integer(use.day.number), .integer(use.format.code),
                .text(use.version), .integer(use.count),
            ]
        )
    }

    /// Returns the uses in an app since a day.
    package func legacyUses(of app: AppName, since day: CivilDay) throws -> [LegacyUse] {
        guard let number = try self.knownApp(app) else { return [] }
        return try self.all(.legacyUsage.legacyUses, [.integer(number), .integer(day.number)]) { row in
            LegacyUse(
                app: app,
                day: CivilDay(number: try row.integer()),
                format: try row.coded(InputFormat.self),
                version: try row.text(),
                count: try row.integer()
            )
        }
    }

    /// Returns the first day with a count.
    package func firstLegacyUseDay(of app: AppName) throws -> CivilDay? {
        guard let number = try self.knownApp(app) else { return nil }
        return try self.first(.legacyUsage.firstLegacyUseDay, [.integer(number)]) { row in
            CivilDay(number: try row.integer())
        }
    }
}

/// The statements on the use of old and new formats.
package struct LegacyUsageStatements: Sendable {
    package let countLegacyUse = SQLStatement(
        """
        INSERT INTO legacy_use (app, day, format, version, count) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (app, day, format, version) DO UPDATE SET count = legacy_use.count + excluded.count
        """
    )
    package let legacyUses = SQLStatement(
        """
        SELECT day, format, version, count FROM legacy_use WHERE app = ? AND day >= ? ORDER BY app, day, format, version
        """
    )
    package let firstLegacyUseDay = SQLStatement("SELECT day FROM legacy_use WHERE app = ? ORDER BY day LIMIT 1")
}

extension SQLStatement {
    /// The statements on the use of old and new formats.
    package static let legacyUsage = LegacyUsageStatements()
}

extension InputFormat: StoredCode {
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
