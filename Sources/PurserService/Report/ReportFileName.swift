import Ledger

/// The parts of the name that Apple gives to the file of a report.
///
/// `S_D_85123456_20260301.txt.gz` is a daily sales report, with `W`, `M` and `Y` for the other lengths;
/// `Subscription_85123456_20260301.txt.gz`, `Subscription_Event_…` and `Subscriber_…` are daily;
/// `85123456_0726_ZZ.txt.gz` is a financial report: the vendor, month and year of the fiscal calendar, the region.
struct ReportFileName: Hashable, Sendable {
    /// Apple's vendor number.
    private(set) var vendor: String?
    /// The period.
    private(set) var period: ReportPeriod?
    /// Apple's code of the finance region.
    private(set) var region: String?

    /// Reads a name, ignoring folders before it and all after the first dot; all parts of other names are `nil`.
    init(_ name: String) {
        let file = name.split(separator: "/").last ?? ""
        let parts = file.prefix { $0 != "." }.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        if parts.count >= 4, parts[0].utf8.count == 1, let length = Self.lengths[parts[1]] {
            self.take(vendor: parts[2], date: parts[3], length)
        } else if parts.count >= 4, parts[0] == "Subscription", parts[1] == "Event" {
            self.take(vendor: parts[2], date: parts[3], .day)
        } else if parts.count >= 3, parts[0] == "Subscription" || parts[0] == "Subscriber" {
            self.take(vendor: parts[1], date: parts[2], .day)
        } else if parts.count >= 3, parts[1].utf8.count == 4, Self.isRegion(parts[2]) {
            self.take(vendor: parts[0], date: "20\(parts[1].suffix(2))\(parts[1].prefix(2))", .fiscalMonth)
            if self.vendor != nil { self.region = parts[2] }
        }
    }

    private static let lengths: [String: ReportPeriod.Length] = ["D": .day, "W": .week, "M": .month, "Y": .year]

    private static func isRegion(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }

    private mutating func take(vendor: String, date: String, _ length: ReportPeriod.Length) {
        guard !vendor.isEmpty, vendor.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
        self.vendor = vendor
        // `20260301` as `2026-03-01`.
        let digits = date.filter { $0 != "-" }
        let text = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6)].filter { !$0.isEmpty }
        self.period = ReportPeriod(text.joined(separator: "-"), length: length)
    }
}
