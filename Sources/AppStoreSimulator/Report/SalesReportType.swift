/// What a sales report is about.
enum SalesReportType: String, Sendable {
    /// Everything that was sold and paid back.
    case sales = "SALES"

    /// The only form that Apple makes it in.
    var subType: String { "SUMMARY" }

    /// The versions that Apple takes.
    var versions: Set<String> { ["1_0", "1_1", "1_3"] }
}
