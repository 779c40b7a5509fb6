import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// A client of a world's App Store Connect.
struct ReportClient {
    static let wallClock: Int64 = 1_790_000_000
    let world: World

    /// Requests a path with a fresh token of the team.
    func ask(
        _ path: String,
        _ query: [String: String],
        limit: Int? = nil,
        headers: [String: String] = [:]
    ) -> AppleAPIResponse {
        let token = self.world.reportAccount.key.teamToken(issuedAtSeconds: Self.wallClock)
        return self.ask(path, query, token: token, limit: limit, headers: headers)
    }

    func ask(
        _ path: String,
        _ query: [String: String],
        token: String?,
        limit: Int? = nil,
        headers: [String: String] = [:]
    ) -> AppleAPIResponse {
        var fields = headers
        fields["authorization"] = token.map { "Bearer \($0)" }
        var parameters = query.map { (name: "filter[\($0.key)]", value: $0.value) }
        if let limit { parameters.append((name: "limit", value: "\(limit)")) }
        return self.world.answer(
            AppleAPIRequest("GET", path, query: parameters, headers: fields),
            wallClockSeconds: Self.wallClock
        )
    }

    /// Requests a sales report.
    func sales(
        _ date: String?,
        _ frequency: String = "DAILY",
        type: String = "SALES",
        subType: String = "SUMMARY",
        headers: [String: String] = [:],
        change: (inout [String: String]) -> Void = { _ in }
    ) -> AppleAPIResponse {
        var query = [
            "vendorNumber": self.world.reportAccount.vendorNumber, "reportType": type, "reportSubType": subType,
            "frequency": frequency,
        ]
        query["reportDate"] = date
        change(&query)
        return self.ask("/v1/salesReports", query, headers: headers)
    }

    /// Requests a financial report.
    func finance(_ month: String, _ type: String = "FINANCIAL", region: String = "ZZ") -> AppleAPIResponse {
        let vendor = self.world.reportAccount.vendorNumber
        let query = ["vendorNumber": vendor, "reportType": type, "regionCode": region, "reportDate": month]
        return self.ask("/v1/financeReports", query)
    }

    /// Returns the code, status and detail of an error.
    static func error(_ answer: AppleAPIResponse) throws -> (status: Int, code: String, detail: String) {
        let value = try JSONValue(json: answer.body)
        guard case .array(let errors)? = value["errors"], let error = errors.first,
            case .string(let code)? = error["code"], case .string(let detail)? = error["detail"],
            case .string(let status)? = error["status"]
        else { throw WorldError.unknownApp }
        #expect(status == String(answer.status))
        return (answer.status, code, detail)
    }

    /// The rows of a sales report; none where Apple says that there were no sales.
    func salesRows(_ date: String, _ frequency: String = "DAILY") throws -> [SalesRow] {
        let answer = self.sales(date, frequency)
        if answer.status == 404 {
            #expect(try Self.error(answer).detail == "There were no sales for the date specified.")
            return []
        }
        return try Self.salesRows(answer)
    }

    static func salesRows(_ answer: AppleAPIResponse) throws -> [SalesRow] {
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/a-gzip")
        let report = try SalesReport(try ReportTable(try StoredGzip.content(answer.body)))
        #expect(report.unknownColumns.isEmpty)
        var rows: [SalesRow] = []
        try report.forEachRow { row throws(ReportError) in rows.append(row) }
        return rows
    }

    static func financialRows(_ answer: AppleAPIResponse) throws -> [FinancialRow] {
        #expect(answer.status == 200)
        let report = try FinancialReport(try StoredGzip.content(answer.body))
        #expect(report.unknownColumns.isEmpty)
        var rows: [FinancialRow] = []
        try report.forEachRow { row throws(ReportError) in rows.append(row) }
        return rows
    }

    static func subscriberRows(_ answer: AppleAPIResponse) throws -> [SubscriberRow] {
        #expect(answer.status == 200)
        let report = try SubscriberReport(try ReportTable(try StoredGzip.content(answer.body)))
        #expect(report.unknownColumns.isEmpty)
        var rows: [SubscriberRow] = []
        try report.forEachRow { row throws(ReportError) in rows.append(row) }
        return rows
    }

    /// The rows of any report, each by the names of its columns, without the spaces around them.
    static func rows(_ answer: AppleAPIResponse) throws -> [[String: String]] {
        #expect(answer.status == 200)
        let text = String(decoding: try StoredGzip.content(answer.body), as: UTF8.self)
        let lines = text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let names = lines.first ?? []
        return lines.dropFirst().map { fields in
            Dictionary(zip(names, fields).map { ($0, $1) }) { first, _ in first }
        }
    }
}
