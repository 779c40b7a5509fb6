import Ledger

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
    /// The values of its columns, in their order.
    var values: [SQLValue] {
        [
            .integer(self.kind.code), .integer(self.period.length.code), .text(self.period.text), .text(self.region),
            .text(self.vendor),
        ]
    }

    /// The slot whose columns follow in a row.
    init(_ row: inout Row) throws(RepositoryError) {
        let kind: ReportKind = try row.coded()
        let length: ReportPeriod.Length = try row.coded()
        guard let period = ReportPeriod(try row.text(), length: length) else { throw .corrupt }
        self.init(kind: kind, period: period, region: try row.text(), vendor: try row.text())
    }
}
