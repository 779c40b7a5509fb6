/// How long the period of a sales report is.
enum ReportFrequency: String, Sendable {
    /// A day.
    case daily = "DAILY"
    /// A week, Monday to Sunday.
    case weekly = "WEEKLY"
    /// A calendar month.
    case monthly = "MONTHLY"
    /// A calendar year.
    case yearly = "YEARLY"
}
