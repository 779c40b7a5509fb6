import Hummingbird
import Ledger
import PurserService

/// The page with what Apple settled in a fiscal month, compared with the sales.
struct DashboardSettlementController: Sendable {
    /// The use cases of reconciliation.
    let service: ReconciliationService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "reconciliation/months/:month", for: .scope(.read)) { visit, app in
            try await self.page(visit, app)
        }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let possible = DashboardDays.fiscalMonths
        guard let month = FiscalMonth(text: visit.parameters.get("month") ?? ""), possible.contains(month.text) else {
            let says = visit.text("settlementNoMonth", possible.lowerBound, possible.upperBound)
            throw Problem(.notFound, code: "field_invalid", says, field: "month")
        }
        func way(to month: FiscalMonth) -> Any {
            guard possible.contains(month.text) else { return false }
            return ["path": app.path("reconciliation", "months", month.text), "month": month.text]
        }
        var values: [String: Any] = [
            "months": ["month": month.text, "before": way(to: month + -1), "after": way(to: month + 1)] as [String: Any]
        ]
        let days = visit.text("settlementDays", month.days.lowerBound.text, month.days.upperBound.text)
        let settled: SettledSpan
        do throws(ReconciliationError) {
            settled = try await self.service.settle(month, of: app.app.name)
        } catch {
            guard case .financeReportMissing = error else { throw Problem.reconciliation(error) }
            values["says"] = [days, visit.text("settlementMissing", ReportSchedule.financeReportDay(of: month).text)]
            values["actions"] = [
                visit.link("reports", to: app.path("reports", query: ["kind": "FINANCIAL"]))
            ]
            return visit.page("plain", title: "settlement", values)
        }
        values["says"] = [days] + self.sentences(settled, visit)
        let owed = Self.owed(settled, visit)
        values["sums"] = owed
        values["hasSums"] = !owed.isEmpty
        values["heading"] = visit.text("settlementProducts")
        var table = Self.table(of: settled.found?.groups ?? [], visit, app)
        table.part = month.text
        return try await visit.page("plain", title: "settlement", table: table, values)
    }

    private func sentences(_ settled: SettledSpan, _ visit: DashboardVisit) -> [String] {
        var says = [
            settled.unexplainedCount == 0
                ? visit.text("settlementClean") : visit.text("settlementOpen", "\(settled.unexplainedCount)")
        ]
        if settled.foreignRowCount > 0 { says.append(visit.text("settlementForeign", "\(settled.foreignRowCount)")) }
        if settled.settlement.excludedCount > 0 {
            says.append(visit.text("settlementExcluded", "\(settled.settlement.excludedCount)"))
        }
        if !settled.unreadable.isEmpty {
            let numbers = settled.unreadable.map(String.init).joined(separator: ", ")
            says.append(visit.text("settlementUnreadable", numbers))
        }
        return says
    }

    private static func owed(_ settled: SettledSpan, _ visit: DashboardVisit) -> [[String: Any]] {
        (settled.found?.owed ?? [:]).sorted { $0.key < $1.key }.map { currency, owed in
            func money(_ amount: Int64) -> String { HTMLText.money(amount, in: currency) }
            return [
                "name": visit.text("settlementOwed"), "sum": money(owed.totalMilliunits),
                "notes": visit.text(
                    "settlementOwedOf",
                    money(owed.salesMilliunits),
                    money(owed.refundsMilliunits)
                ),
            ]
        }
    }

    private static func table(
        of groups: [SettledMonth.Group],
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        DashboardTable(
            name: "settlement",
            columns: [
                DashboardTable.Column("priceProduct"), DashboardTable.Column("priceStorefront"),
                DashboardTable.Column("settlementDirection"), DashboardTable.Column("state"),
                DashboardTable.Column("settlementSold", isNumber: true),
                DashboardTable.Column("settlementCarriedIn", isNumber: true),
                DashboardTable.Column("settlementSettled", isNumber: true),
                DashboardTable.Column("settlementNever", isNumber: true),
                DashboardTable.Column("settlementCarriedOut", isNumber: true),
                DashboardTable.Column("settlementShare", isNumber: true), DashboardTable.Column("proceedsCurrency"),
            ],
            empty: "settlementEmpty",
            of: groups
        ) { group in
            let share = group.settled.sorted { $0.key < $1.key }.map { currency, amount in
                Money(amountMilliunits: amount.shareMilliunits, currency: currency)
            }
            let units = [
                group.soldThousandths, group.carriedInThousandths, group.settledThousandths,
                group.neverSettledThousandths, group.carriedOutThousandths,
            ]
            let product = group.line.product.rawValue
            return DashboardTable.Row(
                cells: [
                    DashboardTable.Cell(product, link: app.path("prices", product)),
                    DashboardTable.Cell(group.line.storefront ?? "–", value: group.line.storefront ?? ""),
                    DashboardTable.Cell(
                        visit.text(group.line.direction == .sale ? "settlementSale" : "settlementRefund"),
                        value: ReconciliationForm.name(group.line.direction)
                    ),
                    Self.state(group, visit),
                ] + units.map { DashboardTable.Cell.units($0) } + [
                    DashboardTable.Cell(
                        share.map { DashboardNumbers.money($0) }.joined(separator: ", "),
                        value: share.map { DecimalText.amount($0.amountMilliunits, in: $0.currency) }
                            .joined(separator: " ")
                    ),
                    DashboardTable.Cell(
                        share.map(\.currency).joined(separator: ", "),
                        value: share.map(\.currency).joined(separator: " ")
                    ),
                ]
            )
        }
    }

    private static func state(_ group: SettledMonth.Group, _ visit: DashboardVisit) -> DashboardTable.Cell {
        let notes = group.differences.map { Self.sentence($0, visit) }.joined(separator: " ")
        let moved = [group.carriedInThousandths, group.carriedOutThousandths, group.addedThousandths]
        let isOfOtherMonth = notes.isEmpty && moved.contains { $0 != 0 }
        return switch group.state {
        case .matched: DashboardTable.Cell(visit.text("reconciliationMatched"), value: "matched", chip: "good")
        case .explained:
            DashboardTable.Cell(
                visit.text("reconciliationExplained"),
                value: "explained",
                note: isOfOtherMonth ? visit.text("settlementOtherMonth") : notes,
                chip: "good"
            )
        case .unexplained:
            DashboardTable.Cell(visit.text("reconciliationUnexplained"), value: "unexplained", note: notes, chip: "bad")
        }
    }

    private static func sentence(_ difference: SettlementDifference, _ visit: DashboardVisit) -> String {
        let units = HTMLText.units(difference.unitsThousandths)
        let month = difference.soldIn?.text ?? "–"
        let money = DashboardNumbers.money(
            difference.currency.map { Money(amountMilliunits: difference.shareMilliunits, currency: $0) }
        )
        return switch difference.cause {
        case .missingInLedger: visit.text("settlementMissingInLedger", units, money)
        case .neverSettled: visit.text("settlementNeverSettled", units, month)
        case .changedShare: visit.text("settlementChangedShare", money)
        case .otherCurrency: visit.text("settlementOtherCurrency", money)
        case .rounding: visit.text("settlementRounding", money)
        case .soldBefore: visit.text("settlementSoldBefore", units)
        case .missingStorefront: visit.text("settlementMissingStorefront", units)
        case .upgradeCredit: visit.text("settlementUpgradeCredit", money)
        }
    }
}
