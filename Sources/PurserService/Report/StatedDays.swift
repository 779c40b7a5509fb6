import AppStore
import Ledger

/// The days in a report.
struct StatedDays {
    /// The days of the first row, or of the lines before the rows.
    private(set) var first: ClosedRange<CivilDay>?
    /// The line of the first row with other days.
    private(set) var otherLine: Int?
    /// The first and the last day of a settlement.
    private var settled: ClosedRange<CivilDay>?
    private var stated: (begin: ReportDate, end: ReportDate)?

    /// Adds the days of a row.
    mutating func take(_ begin: ReportDate, _ end: ReportDate, line: Int) {
        if let stated {
            if begin != stated.begin || end != stated.end { self.otherLine = self.otherLine ?? line }
            return
        }
        guard begin <= end else {
            self.otherLine = self.otherLine ?? line
            return
        }
        self.stated = (begin, end)
        self.first = CivilDay(begin)...CivilDay(end)
    }

    /// Adds the day of a settlement; a monthly report has many.
    mutating func takeSettlement(_ date: ReportDate) {
        let day = CivilDay(date)
        guard let settled else {
            self.settled = day...day
            self.first = self.first ?? day...day
            return
        }
        if !settled.contains(day) {
            self.settled = min(settled.lowerBound, day)...max(settled.upperBound, day)
        }
    }

    /// Adds the days of the lines before the header, such as `Start Date` and `End Date` with a date each.
    mutating func takeHead(of text: [UInt8]) {
        var dates: [String: ReportDate] = [:]
        for line in text.prefix(4096).split(separator: 0x0A).prefix(12) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: "\t").map { $0.trimmingPrefix(" ") }
            guard fields.count >= 2 else { continue }
            let value = fields[1].prefix { !$0.isWhitespace }
            if let date = ReportDate(reported: value) { dates[fields[0].lowercased()] = date }
        }
        guard let begin = dates["start date"], let end = dates["end date"], begin <= end else { return }
        self.first = CivilDay(begin)...CivilDay(end)
    }

    /// The fiscal month in the head, or the one that contains all settlements.
    var fiscalMonth: ReportPeriod? {
        if let first, let period = ReportReading.fiscalMonth(first) { return period }
        guard let settled else { return nil }
        let month = FiscalMonth(of: PacificDay(number: settled.lowerBound.number))
        guard month.days.contains(PacificDay(number: settled.upperBound.number)) else { return nil }
        return .fiscalMonth(month)
    }
}

extension CivilDay {
    /// Creates the day of a report's date.
    fileprivate init(_ date: ReportDate) {
        self = CivilDay(year: date.year, month: date.month) + Int64(date.day - 1)
    }
}
