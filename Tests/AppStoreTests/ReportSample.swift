import AppStore
import Testing

/// A reader of one of Apple's reports, with a report that it can read.
///
/// The columns are those of Apple's published descriptions; rows are keyed by the names of their columns.
enum ReportSample: String, CaseIterable, CustomTestStringConvertible {
    case sales
    case subscriber
    case financial
    case detail

    var testDescription: String { self.rawValue }

    /// All columns in Apple's order.
    var columns: [String] {
        switch self {
        case .sales:
            [
                "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier",
                "Units", "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code",
                "Currency of Proceeds", "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier",
                "Subscription", "Period", "Category", "CMB", "Device", "Supported Platforms", "Proceeds Reason",
                "Preserved Pricing", "Client", "Order Type",
            ]
        case .subscriber:
            [
                "Event Date", "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
                "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Name",
                "Promotional Offer ID", "Subscription Offer Type", "Subscription Offer Duration",
                "Marketing Opt-In Duration", "Customer Price", "Customer Currency", "Developer Proceeds",
                "Proceeds Currency", "Preserved Pricing", "Proceeds Reason", "Client", "Device", "Country",
                "Subscriber ID", "Subscriber ID Reset", "Refund", "Purchase Date", "Units",
            ]
        case .financial:
            [
                "Start Date", "End Date", "UPC", "ISRC/ISBN", "Vendor Identifier", "Quantity", "Partner Share",
                "Extended Partner Share", "Partner Share Currency", "Sales or Return", "Apple Identifier",
                "Artist/Show/Developer/Author", "Title", "Label/Studio/Network/Developer/Publisher", "Grid",
                "Product Type Identifier", "ISAN/Other Identifier", "Country Of Sale", "Pre-order Flag", "Promo Code",
                "Customer Price", "Customer Currency",
            ]
        case .detail:
            [
                "Transaction Date", "Settlement Date", "Apple Identifier", "SKU", "Title", "Developer Name",
                "Product Type Identifier", "Country of Sale", "Quantity", "Partner Share", "Extended Partner Share",
                "Partner Share Currency", "Customer Price", "Customer Currency", "Sale or Return", "Promo Code",
                "Order Type", "Region",
            ]
        }
    }

    /// The columns that a report must have.
    var required: [String] {
        switch self {
        case .sales:
            [
                "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
                "Customer Currency", "Country Code", "Currency of Proceeds", "Customer Price",
            ]
        case .subscriber:
            [
                "Event Date", "Subscription Apple ID", "Customer Price", "Customer Currency", "Developer Proceeds",
                "Proceeds Currency", "Country", "Subscriber ID",
            ]
        case .financial:
            [
                "Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share", "Extended Partner Share",
                "Partner Share Currency", "Sales or Return", "Country Of Sale",
            ]
        case .detail:
            [
                "Transaction Date", "Settlement Date", "SKU", "Quantity", "Partner Share", "Extended Partner Share",
                "Partner Share Currency", "Sale or Return", "Country of Sale",
            ]
        }
    }

    /// The required columns that contain numbers.
    var numbers: [String] {
        let numbers: Set<String> = [
            "Units", "Developer Proceeds", "Customer Price", "Quantity", "Partner Share", "Extended Partner Share",
        ]
        return self.required.filter(numbers.contains)
    }

    /// Two rows, of which the second is a refund; missing fields are blank.
    var rows: [[String: String]] {
        switch self {
        case .sales:
            let sale = [
                "Provider": "APPLE", "Provider Country": "US", "SKU": "coins", "Developer": "Beispiel GmbH",
                "Title": "\u{91D1}\u{5E01}", "Product Type Identifier": "IA1", "Units": "3",
                "Developer Proceeds": "2.94", "Begin Date": "03/28/2026", "End Date": "03/28/2026",
                "Customer Currency": "EUR", "Country Code": "DE", "Currency of Proceeds": "EUR",
                "Apple Identifier": "1234567890", "Customer Price": "4.99", "Parent Identifier": "app",
                "Device": "iPhone", "Supported Platforms": "iOS",
            ]
            return [sale, sale.merging(["Units": "-0.37", "Customer Price": "-4.99"]) { $1 }]
        case .subscriber:
            let charge = [
                "Event Date": "2026-03-28", "App Name": "App", "Subscription Apple ID": "42", "Customer Price": "9.99",
                "Customer Currency": "USD", "Developer Proceeds": "7.00", "Proceeds Currency": "USD", "Country": "US",
                "Subscriber ID": "900719925474099312", "Units": "1",
            ]
            let refund = ["Customer Price": "-9.99", "Refund": "Yes", "Purchase Date": "2026-03-01"]
            return [charge, charge.merging(refund) { $1 }]
        case .financial, .detail:
            let isSummary = self == .financial
            let side = isSummary ? "Sales or Return" : "Sale or Return"
            var sale = [
                "Quantity": "10", "Partner Share": "0.70", "Extended Partner Share": "7.00",
                "Partner Share Currency": "USD", "Product Type Identifier": "IA1", "Customer Price": "0.99",
                "Customer Currency": "USD",
            ]
            sale[side] = "S"
            sale[isSummary ? "Start Date" : "Transaction Date"] = "03/01/2026"
            sale[isSummary ? "End Date" : "Settlement Date"] = "03/28/2026"
            sale[isSummary ? "Vendor Identifier" : "SKU"] = "coins"
            sale[isSummary ? "Country Of Sale" : "Country of Sale"] = "US"
            let back = ["Quantity": "-2", "Extended Partner Share": "-1.40", side: "R"]
            return [sale, sale.merging(back) { $1 }]
        }
    }

    /// Returns a report's text.
    func text(
        columns: [String]? = nil,
        rows: [[String: String]]? = nil,
        blank: String = " ",
        end: String = "\n"
    ) -> String {
        let columns = columns ?? self.columns
        var lines = [columns.joined(separator: "\t")]
        for row in rows ?? self.rows {
            let fields = columns.map { row[$0].flatMap { $0.isEmpty ? nil : $0 } ?? blank }
            lines.append(fields.joined(separator: "\t"))
        }
        return lines.map { $0 + end }.joined()
    }

    /// Returns a description of each row that the reader reads, without its line number.
    func read(_ bytes: [UInt8]) throws -> [String] {
        var rows: [String] = []
        func add(_ row: Any, _ line: Int) {
            rows.append("\(row)".replacingOccurrences(ofLine: line))
        }
        switch self {
        case .sales:
            try SalesReport(ReportTable(bytes)).forEachRow { row throws(ReportError) in add(row, row.line) }
        case .subscriber:
            try SubscriberReport(ReportTable(bytes)).forEachRow { row throws(ReportError) in add(row, row.line) }
        case .financial, .detail:
            let report = try FinancialReport(bytes)
            guard report.form == (self == .financial ? .summary : .detail) else { throw ReportError.noHeader }
            try report.forEachRow { row throws(ReportError) in add(row, row.line) }
        }
        return rows
    }

    func read(_ text: String) throws -> [String] { try self.read(Array(text.utf8)) }

    /// Returns the columns that the reader does not know.
    func unknown(_ text: String) throws -> [String] {
        let bytes = Array(text.utf8)
        return switch self {
        case .sales: try SalesReport(ReportTable(bytes)).unknownColumns.map(\.name)
        case .subscriber: try SubscriberReport(ReportTable(bytes)).unknownColumns.map(\.name)
        case .financial, .detail: try FinancialReport(bytes).unknownColumns.map(\.name)
        }
    }
}

extension String {
    /// Returns the description of a row without its line, so that equal rows on different lines are equal.
    fileprivate func replacingOccurrences(ofLine line: Int) -> String {
        guard let range = self.firstRange(of: "line: \(line), ") else { return self }
        return self.replacingCharacters(in: range, with: "")
    }

    private func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
