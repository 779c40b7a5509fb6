import Foundation
import Ledger
import Testing

/// The commands of the page about reconciliation, executed with a report of purchases that the server does not know.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: PageSession.arePresent, "curl or jq is not there: run scripts/setup --tests")
)
struct ReconciliationPageTests {
    private static let columns = [
        "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date", "Customer Currency",
        "Country Code", "Currency of Proceeds", "Customer Price",
    ]

    @Test("Each command of the page is there and ends as the page says")
    func commands() throws {
        let page = try Page("docs/operating/reconciliation.md")
        let session = try PageSession()
        try session.openShop()
        try FileManager.default.createDirectory(
            atPath: session.folder.path + "/reports",
            withIntermediateDirectories: true
        )
        let date = "03/02/2026"
        let row = ["gems.600", "IA1", "2", "7.00", date, date, "USD", "US", "USD", "9.99"]
        let text = [Self.columns, row].map { $0.joined(separator: "\t") + "\n" }.joined()
        _ = try session.folder.write("reports/second-of-march.txt", Array(text.utf8))
        #expect(page.steps.count == 5)
        for step in page.steps {
            if step.command.contains("--accept") {
                let run = try session.run(step.command + " --yes")
                #expect(run.status == 0, "\(step.command)\n\(run.output)\(run.complaints)")
            } else {
                try session.follow(step, status: step.command.contains("reconcile") ? 1 : 0)
            }
        }
    }

    @Test("Every cause has a row, and every row is a cause or a state")
    func causes() throws {
        let page = try Page("docs/operating/reconciliation.md")
        let named = Set(page.rows.filter { $0.section.contains("Causes") }.flatMap { Page.spans(in: $0.text) })
        for cause in SaleDifference.Cause.allCases.map(\.rawValue) {
            #expect(named.contains(cause), "\(cause) has no row")
        }
    }
}
