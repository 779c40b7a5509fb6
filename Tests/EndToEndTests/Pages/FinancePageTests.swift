import AppStoreSimulator
import Foundation
import Testing

/// The page of the month's close, typed as it stands.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: PageSession.arePresent, "curl or jq is not there: run scripts/setup --tests")
)
struct FinancePageTests {
    private static let head = [
        "SKU", "Title", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
        "Customer Currency", "Country Code", "Currency of Proceeds", "Customer Price", "Period",
    ]

    private static func report(_ day: String, _ rows: [[String]]) -> [UInt8] {
        let lines = rows.map { row -> String in
            let fields: [String] = Array(row[0...4]) + ["03/\(day)/2026", "03/\(day)/2026"] + Array(row[5...])
            return fields.joined(separator: "\t")
        }
        return Array(([Self.head.joined(separator: "\t")] + lines).map { $0 + "\n" }.joined().utf8)
    }

    @Test("The commands of the page bring reports in, close the month and write its files")
    func commands() throws {
        let page = try Page("docs/operating/finance.md")
        let session = try PageSession()
        try session.openShop()
        let yearly = ["pro.yearly", "Pro", "IAY", "1", "20.63", "EUR", "DE", "EUR", "30.00", "1 Year"]
        let gems = ["gems.600", "=600", "IA1", "2", "0.70", "USD", "US", "USD", "0.99", ""]
        _ = try session.run("mkdir reports")
        let vendor = ReportAccount(seed: 1).vendorNumber
        _ = try session.folder.write("reports/S_D_\(vendor)_20260301.txt", Self.report("01", [yearly]))
        _ = try session.folder.write("reports/S_D_\(vendor)_20260302.txt", Self.report("02", [gems]))
        let steps = page.steps.map(\.command).filter { $0.hasPrefix("purser ") }
        #expect(steps.count >= 9)
        for step in steps {
            let run = try session.run(step)
            #expect(run.status == 0, "\(step)\n\(run.output)\(run.complaints)")
            if step.hasPrefix("purser reports close") {
                #expect(run.output.contains("31.2 %"), "\(run.output)")
                #expect(run.lines.first?.hasPrefix("Close of 2026-03, shop: ") == true)
            }
            if step.contains("--into USD") { #expect(run.output.contains("EUR=1.08@2026-03-31:ECB")) }
        }
        let html = try session.run("cat march.html").output
        #expect(html.hasPrefix("<!doctype html>") && html.contains("Close of 2026-03"))
        let head = try session.run("head -n 1 journal.csv | tr -d '\\r'").output
        #expect(head == "date,account,debit,credit,currency,product,storefront,source\n")
        let balance = try session.run(
            "tail -n +2 journal.csv | awk -F, '{ sum += $3 - $4 } END { printf \"%.2f\", sum }'"
        )
        #expect(["0.00", "-0.00"].contains(balance.output), "\(balance.output)")
        #expect(try session.run("jq length bill.json").output == "2\n")
        let decimals = try session.run("grep -o '\"developer_proceeds\": *[0-9.]*' bill.json | grep -o '[0-9.]*$'")
        #expect(decimals.output == "20.63\n0.70\n", "\(decimals.output)")
        #expect(try session.run("grep -c \"'=600\" march.csv").output == "1\n")
        let chinese = try session.run("LC_ALL=zh_CN.UTF-8 purser reports close --month 2026-03")
        #expect(chinese.output.hasPrefix("2026-03 月结"))
        // A file that is there is not overwritten.
        #expect(try session.run("purser reports export --month 2026-03 --form bill --output bill.json").status == 73)
    }
}
