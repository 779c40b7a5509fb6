/// The parts into which a time is divided for a query, so that few rows are read.
///
/// Whole months are read as months, whole days as days, and the rest as quarters of an hour. What is in no day yet is
/// read from the rows of buckets.
struct FigureDivision {
    private let days: FigureCalendar
    /// The first bucket that is in no day yet.
    private let until: FigureBucket
    /// Where quarters of an hour are read that are in a day.
    private let quarters: FigurePart.Source

    /// Creates the division of times for a query.
    init(_ fold: FigureFold, for query: FigureQuery) {
        self.days = FigureCalendar(timeZone: fold.timeZone)
        self.until = fold.until
        self.quarters = query.isKept(in: .quarter) ? .quarters : .buckets
    }

    /// Returns the parts of a span of time, in order.
    func parts(of span: Range<FigureBucket>) -> [FigurePart] {
        let end = min(span.upperBound, self.until)
        guard span.lowerBound < end else {
            return Self.parts(.buckets, from: span.lowerBound.number, to: span.upperBound.number)
        }
        let later = Self.parts(.buckets, from: end.number, to: span.upperBound.number)
        let (firstDay, endDay) = (self.days.firstDay(from: span.lowerBound), self.endDay(of: end))
        guard firstDay < endDay else {
            return Self.parts(self.quarters, from: span.lowerBound.number, to: end.number) + later
        }
        return Self.parts(self.quarters, from: span.lowerBound.number, to: self.days.begin(of: firstDay).number)
            + self.dayParts(from: firstDay, to: endDay, isLast: end == self.until)
            + Self.parts(self.quarters, from: self.days.begin(of: endDay).number, to: end.number) + later
    }

    /// Returns the parts of everything before a bucket, in order.
    func parts(before bucket: FigureBucket) -> [FigurePart] {
        let end = min(bucket, self.until)
        let later = Self.parts(.buckets, from: end.number, to: bucket.number)
        guard end.number > .min else { return later }
        let endDay = self.endDay(of: end)
        let endMonth = self.endMonth(of: endDay, isLast: end == self.until)
        return [FigurePart(source: .months, times: Int64.min..<endMonth)]
            + Self.parts(.days, from: CivilDay(firstOf: endMonth).number, to: endDay.number)
            + Self.parts(self.quarters, from: self.days.begin(of: endDay).number, to: end.number) + later
    }

    private func dayParts(from first: CivilDay, to end: CivilDay, isLast: Bool) -> [FigurePart] {
        let firstMonth = CivilDay(firstOf: first.month) == first ? first.month : first.month + 1
        let endMonth = self.endMonth(of: end, isLast: isLast)
        guard firstMonth < endMonth else { return Self.parts(.days, from: first.number, to: end.number) }
        return Self.parts(.days, from: first.number, to: CivilDay(firstOf: firstMonth).number)
            + Self.parts(.months, from: firstMonth, to: endMonth)
            + Self.parts(.days, from: CivilDay(firstOf: endMonth).number, to: end.number)
    }

    /// Returns the first day that is not read as a whole before a bucket.
    ///
    /// Nothing from `until` on is in a day or a month, so those in which it lies can be read as a whole.
    private func endDay(of end: FigureBucket) -> CivilDay {
        end == self.until ? self.days.firstDay(from: end) : self.days.day(of: end)
    }

    /// Returns the first month that is not read as a whole before a day.
    private func endMonth(of end: CivilDay, isLast: Bool) -> Int64 { isLast ? (end + -1).month + 1 : end.month }

    private static func parts(_ source: FigurePart.Source, from begin: Int64, to end: Int64) -> [FigurePart] {
        begin < end ? [FigurePart(source: source, times: begin..<end)] : []
    }
}

/// A part of a time, and where its figures are read.
struct FigurePart: Hashable {
    /// The rows that have the figures of a time.
    enum Source: Hashable {
        /// The rows of buckets, which have every group apart.
        case buckets
        /// The sums of quarters of an hour.
        case quarters
        /// The rows or sums of days.
        case days
        /// The sums of months.
        case months
    }

    /// Where they are read.
    let source: Source
    /// The numbers of the buckets, days or months.
    let times: Range<Int64>
}
