/// The period that a report is about.
package enum ReportPeriod: Hashable, Sendable {
    /// A day in Pacific time.
    case day(CivilDay)
    /// The week that ends with this Sunday.
    case week(CivilDay)
    /// A calendar month, from 1 to 12.
    case month(year: Int, month: Int)
    /// A calendar year.
    case year(Int)
    /// A month of Apple's fiscal year: month 1 begins at the end of the September before.
    case fiscalMonth(year: Int, month: Int)
}
