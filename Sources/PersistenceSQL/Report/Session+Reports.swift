package import Ledger

/// Apple's reports in their original form.
extension Session {
    /// Deletes Apple's answer that there is no report.
    package func deleteAbsence(of slot: ReportRecord.Slot, app: Int64) throws {
        try self.run(.reports.deleteReportAbsence, [.integer(app)] + slot.values)
    }

    /// Returns the number of the report that counts for a slot; `nil` where there is none.
    package func currentReport(of slot: ReportRecord.Slot, app: Int64) throws -> Int64? {
        try self.first(.reports.reportOfSlot, [.integer(app)] + slot.values) { row in try row.integer() }
    }

    /// Returns the report with this text in a slot: its number, and the number of the report that superseded it.
    package func report(
        with digest: EvidenceDigest,
        of slot: ReportRecord.Slot,
        app: Int64
    ) throws -> (number: Int64, supersededBy: Int64?)? {
        try self.first(.reports.reportByDigest, [.integer(app)] + slot.values + [.bytes(digest.bytes)]) { row in
            (number: try row.integer(), supersededBy: try row.optionalInteger())
        }
    }

    /// Saves the number of the report that supersedes another; `nil` for one that counts.
    package func supersede(_ report: Int64, by other: Int64?) throws {
        try self.run(.reports.supersedeReport, [.optional(other), .integer(report)])
    }

    /// Saves a report with its file, and returns its number.
    package func insert(_ report: ReportRecord, bytes: [UInt8], app: Int64) throws -> Int64 {
        let number = try self.insert(
            .reports.insertReport,
            [.integer(app)] + report.slot.values + [
                .integer(report.slot.period.begin.number), .bytes(report.digest.bytes), .text(report.name),
                .integer(report.origin.code), .integer(Int64(report.rowCount)), .integer(Int64(report.byteCount)),
                // No column name contains a tab or a line end.
                .text(report.unknownColumns.joined(separator: "\t")), .instant(report.importedAt),
                .text(report.importedBy),
            ]
        )
        for (part, start) in stride(from: 0, to: bytes.count, by: ReportRecord.partByteCount).enumerated() {
            let end = min(start + ReportRecord.partByteCount, bytes.count)
            try self.run(
                .reports.insertReportPart,
                [.integer(number), .integer(Int64(part)), .bytes(Array(bytes[start..<end]))]
            )
        }
        return number
    }

    /// Returns the reports of an app, last imported first.
    package func reports(
        of name: AppName,
        matching filter: ReportFilter,
        before number: Int64?,
        limit: Int
    ) throws -> [ReportRecord] {
        guard let app = try self.knownApp(name) else { return [] }
        let kinds = ReportKind.allCases.map(\.code)
        return try self.all(
            .reports.reportsOfApp,
            [
                .integer(app), .integer(number ?? .max), .integer(filter.kind?.code ?? kinds.min() ?? 0),
                .integer(filter.kind?.code ?? kinds.max() ?? 0), .integer(filter.begin?.lowerBound.number ?? .min),
                .integer(filter.begin?.upperBound.number ?? .max), .text(filter.vendor ?? ""),
                // The last code point of Unicode sorts after every vendor number.
                .text(filter.vendor ?? "\u{10FFFF}"), .integer(filter.isCurrentOnly ? 0 : .max), .integer(Int64(limit)),
            ]
        ) { row in try Self.report(&row) }
    }

    /// Returns a report by its number.
    package func report(_ number: Int64, of name: AppName) throws -> ReportRecord? {
        guard let app = try self.knownApp(name) else { return nil }
        return try self.first(.reports.reportByNumber, [.integer(number), .integer(app)]) { row in try Self.report(&row)
        }
    }

    /// Returns a part of the original file of a report.
    package func part(_ part: Int, ofReport number: Int64, of name: AppName) throws -> [UInt8]? {
        guard try self.report(number, of: name) != nil else { return nil }
        return try self.first(.reports.reportPart, [.integer(number), .integer(Int64(part))]) { row in try row.bytes() }
    }

    /// Stores Apple's answer that there is no report.
    package func put(_ absence: ReportAbsence, of name: AppName) throws {
        try self.run(
            .reports.putReportAbsence,
            [.integer(try self.app(name))] + absence.slot.values + [
                .integer(absence.slot.period.begin.number), .integer(absence.reason.code), .instant(absence.at),
            ]
        )
    }

    /// Returns Apple's answers that there is no report, for reports that begin within a span of days.
    package func absences(of name: AppName, within days: ClosedRange<CivilDay>) throws -> [ReportAbsence] {
        guard let app = try self.knownApp(name) else { return [] }
        let values: [SQLValue] = [
            .integer(app), .integer(days.lowerBound.number), .integer(days.upperBound.number),
        ]
        return try self.all(.reports.reportAbsences, values) { row in
            ReportAbsence(
                slot: try ReportRecord.Slot(&row),
                reason: try row.coded(),
                at: try row.instant()
            )
        }
    }

    private static func report(_ row: inout Row) throws -> ReportRecord {
        ReportRecord(
            number: try row.integer(),
            slot: try ReportRecord.Slot(&row),
            digest: try row.digest(),
            name: try row.text(),
            origin: try row.coded(),
            rowCount: Int(try row.integer()),
            byteCount: Int(try row.integer()),
            unknownColumns: try row.text().split(separator: "\t").map(String.init),
            importedAt: try row.instant(),
            importedBy: try row.text(),
            supersededBy: try row.optionalInteger()
        )
    }
}

extension ReportKind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .sales: 1
        case .subscription: 2
        case .subscriptionEvent: 3
        case .subscriber: 4
        case .financial: 5
        case .financeDetail: 6
        }
    }
}

extension ReportPeriod.Length: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .day: 1
        case .week: 2
        case .month: 3
        case .year: 4
        case .fiscalMonth: 5
        }
    }
}

extension ReportRecord.Origin: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .file: 1
        case .fetched: 2
        }
    }
}

extension ReportAbsence.Reason: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .noSales: 1
        case .notYet: 2
        case .gone: 3
        }
    }
}

extension ReconciledDay.Outcome: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .matched: 1
        case .explained: 2
        case .unexplained: 3
        }
    }
}

extension ReportRecord.Slot {
    /// The values of its columns, in order.
    var values: [SQLValue] {
        [
            .integer(self.kind.code), .integer(self.period.length.code), .text(self.period.text), .text(self.region),
            .text(self.vendor),
        ]
    }

    /// Reads the slot from the next columns of a row.
    init(_ row: inout Row) throws(RepositoryError) {
        let kind: ReportKind = try row.coded()
        let length: ReportPeriod.Length = try row.coded()
        guard let period = ReportPeriod(try row.text(), length: length) else { throw .corrupt }
        self.init(kind: kind, period: period, region: try row.text(), vendor: try row.text())
    }
}
