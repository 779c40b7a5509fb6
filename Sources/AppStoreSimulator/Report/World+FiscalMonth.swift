extension World {
    /// The first and the last day of a fiscal month such as `2026-07`, counted from 1970-01-01, or `nil` when there is
    /// no such month.
    package static func daysOfFiscalMonth(_ text: String) -> ClosedRange<Int64>? {
        FiscalMonth(text).map { $0.period.first...$0.period.last }
    }
}
