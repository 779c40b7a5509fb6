import Foundation
import Ledger
import Testing

/// The page about reconciliation, typed as it stands, with two reports of which one has a sale too many.
@Suite(
    .serialized,
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
        for (day, units) in [("01", 1), ("02", 2)] {
            let date = "03/\(day)/2026"
            let row = ["gems.600", "IA1", "\(units)", "0.70", date, date, "USD", "US", "USD", "0.99"]
            let text = [Self.columns, row].map { $0.joined(separator: "\t") + "\n" }.joined()
            _ = try session.folder.write("reports/S_D_2026_03_\(day).txt", Array(text.utf8))
        }
        let commands = page.steps.map(\.command)
        #expect(commands.count == 5)
        for command in commands {
            let isAct = command.contains("--accept")
            let run = try session.run(isAct ? command + " --yes" : command)
            // The reports have what nobody bought here, and no finance report is there.
            let isFine = command.contains("reconcile") && !isAct ? [1, 69].contains(run.status) : run.status == 0
            #expect(isFine, "\(command) \(run.status)\n\(run.output)\(run.complaints)")
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
