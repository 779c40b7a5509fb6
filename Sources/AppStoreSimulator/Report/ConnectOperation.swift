/// What a request to the App Store Connect API asks for.
enum ConnectOperation: Hashable, Sendable {
    /// A sales report.
    case salesReports
    /// A financial report.
    case financeReports

    /// The operation of a method and a path; `nil` when there is none.
    init?(_ request: AppleAPIRequest) {
        guard request.method == "GET" else { return nil }
        switch request.path {
        case ["v1", "salesReports"]: self = .salesReports
        case ["v1", "financeReports"]: self = .financeReports
        default: return nil
        }
    }

    /// Its name in rules of misbehaviour and in the journal.
    var name: String {
        switch self {
        case .salesReports: "getSalesReports"
        case .financeReports: "getFinanceReports"
        }
    }
}
