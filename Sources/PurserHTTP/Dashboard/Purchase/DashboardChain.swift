import Ledger
import PurserService

/// The purchases of one chain as a table: the periods of a subscription, or the single purchase.
struct DashboardChain: Sendable {
    private let report: TransactionReport
    private let lines: [PurchaseLine]
    private let app: DashboardApp

    /// Creates the table of a transaction's chain.
    init(_ report: TransactionReport, at now: Instant, _ app: DashboardApp) {
        self.report = report
        self.lines = report.lines(at: now, catalog: app.app.catalog)
        self.app = app
    }

    /// The newest purchase.
    var newest: PurchaseLine? { self.lines.last }

    /// Returns the table, newest purchase first; the page that shows one transaction marks it instead of a link.
    func table(for visit: DashboardVisit, on shown: TransactionID? = nil) -> DashboardTable {
        DashboardTable(
            name: "purchaseChain",
            columns: [
                .init("purchaseAt"), .init("purchaseEnds"), .init("purchaseProduct"),
                .init("purchasePrice", isMoney: true), .init("purchaseState"), .init("customer"), .init("transaction"),
            ],
            empty: "purchaseChainNone",
            of: self.lines.reversed()
        ) { self.row($0, on: shown, visit) }
    }

    private func row(
        _ line: PurchaseLine,
        on shown: TransactionID?,
        _ visit: DashboardVisit
    ) -> DashboardTable.Row {
        let id = line.transactionIDs[0]
        let isThis = shown.map(line.transactionIDs.contains) ?? false
        let claim = self.report.chain.claims[id] ?? .unclaimed
        return DashboardTable.Row(cells: [
            DashboardTable.Cell(line.purchasedAt), DashboardTable.Cell(line.endsAt),
            DashboardTable.Cell(line.productID.rawValue, note: line.offer?.name(for: visit)),
            .money(line.price),
            DashboardTable.Cell(visit.text(line.state.textKey), value: line.state.rawValue, chip: line.state.chip),
            self.app.cell(of: claim.owner, note: claim.reason.sentence(visit)),
            DashboardTable.Cell(
                id.rawValue,
                link: isThis ? nil : self.app.path("transactions", id.rawValue),
                note: isThis ? visit.text("purchaseThis") : nil,
                isID: true
            ),
        ])
    }
}

extension DashboardNumbers {
    /// Returns numbers of coins by their names: `600 gems`; `nil` without coins.
    static func coins(_ coins: [String: Int]) -> String? {
        guard !coins.isEmpty else { return nil }
        return coins.sorted { $0.key < $1.key }.map { "\(Self.count($0.value)) \($0.key)" }.joined(separator: ", ")
    }
}
