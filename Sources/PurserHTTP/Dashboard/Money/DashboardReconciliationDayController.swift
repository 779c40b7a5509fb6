import Hummingbird
import Ledger
import PurserService

/// The page with the comparison of one day: both sides, each difference in sentences, and the transactions behind it.
struct DashboardReconciliationDayController: Sendable {
    /// The maximum number of differences on a page; a file has all.
    private static let maximumShown = 100

    /// The use cases of reconciliation.
    let service: ReconciliationService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "reconciliation/:day", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let day = try visit.dayInPath()
        let service = self.service
        let page = try await Problem.explaining(by: Problem.reconciliation) { () async throws(ReconciliationError) in
            try await service.page(of: day, in: app.app.name)
        }
        let (state, found) = (page.state, page.found)
        let shown = DashboardDayState(state, page.gap)
        var values: [String: Any] = [
            "day": day.text, "color": shown.color, "state": shown.word(visit), "says": shown.sentence(visit),
            "month": app.path("reconciliation", query: ["month": DashboardDays.month(of: day)]),
            "earlier": app.path("reconciliation", (day + -1).text),
            "later": app.path("reconciliation", (day + 1).text),
            "actions": self.actions(state, visit, app), "acceptance": false, "compared": false, "sides": false,
            "allApps": page.isOfAllApps && found != nil ? visit.text("reconciliationAllApps") : false,
            "large": false,
        ]
        if page.isTooLarge, page.gap == nil {
            let limit = DashboardNumbers.count(ReconciliationService.pageSales)
            values["large"] = visit.text(
                found == nil ? "reconciliationLargeUnread" : "reconciliationLarge",
                limit
            )
        }
        if let acceptance = state.acceptance {
            values["acceptance"] = [
                "by": acceptance.by, "reason": acceptance.reason, "at": DashboardVisit.time(acceptance.at),
            ]
        }
        if let summary = state.summary { values["compared"] = DashboardVisit.time(summary.comparedAt) }
        if let digest = state.digest { values["digest"] = digest.hexadecimal }
        let differences = found?.differences ?? []
        let sentences = ReconciliationMessages(isChinese: visit.language == .simplifiedChinese, isPage: true)
        if let found {
            values["sides"] = ["rows": Self.sides(found, visit)]
            let matched = DashboardNumbers.count(found.matchedGroupCount)
            values["agree"] = visit.text("reconciliationAgree", matched, "\(differences.count)")
        } else if let summary = state.summary, page.isTooLarge {
            values["agree"] = visit.text(
                "reconciliationAgree",
                DashboardNumbers.count(summary.matchedGroupCount),
                "\(summary.explainedCount + summary.unexplainedCount)"
            )
        }
        let ordered =
            differences.filter { $0.outcome == .unexplained } + differences.filter { $0.outcome != .unexplained }
        let listed = ordered.prefix(Self.maximumShown)
        values["hasDifferences"] = !differences.isEmpty
        values["differences"] = listed.map { Self.difference($0, sentences, visit, app) }
        values["further"] =
            ordered.count > listed.count
            ? visit.text("reconciliationFurther", "\(ordered.count - listed.count)") : false
        return try await visit.page(
            "reconciliation-day",
            title: "reconciliationDayTitle",
            table: Self.table(of: ordered),
            values
        )
    }

    private func actions(_ state: DayState, _ visit: DashboardVisit, _ app: DashboardApp) -> [[String: Any]] {
        guard visit.mayUseMoney(.write) else { return [] }
        let day = state.day.text
        var actions: [[String: Any]] = []
        if state.phase == .open, let digest = state.digest {
            actions.append(
                visit.link(
                    "reconciliationAccept",
                    to: app.path("reconciliation", day, "accept", query: ["digest": digest.hexadecimal])
                )
            )
        }
        if state.acceptance != nil {
            actions.append(visit.link("reconciliationRevoke", to: app.path("reconciliation", day, "revoke")))
        }
        actions.append(
            visit.link(
                "reconciliationCompare",
                to: app.path("reconciliation", "compare", query: ["from": day, "to": day])
            )
        )
        return actions
    }

    // MARK: Both sides

    private static func sides(_ found: ReconciledDay, _ visit: DashboardVisit) -> [[String: Any]] {
        let (ours, theirs) = (found.ours, found.theirs)
        var rows: [[String: Any]] = [
            [
                "name": visit.text("reconciliationUnits"), "ours": HTMLText.units(ours.unitsThousandths),
                "theirs": HTMLText.units(theirs.unitsThousandths),
                "difference": HTMLText.units(theirs.unitsThousandths - ours.unitsThousandths),
            ]
        ]
        func add(_ name: String, _ left: [String: Int64], _ right: [String: Int64]) {
            for currency in Set(left.keys).union(right.keys).sorted() {
                func money(_ amount: Int64) -> String { HTMLText.money(amount, in: currency) }
                let (one, other) = (left[currency], right[currency])
                rows.append([
                    "name": name, "ours": one.map(money) ?? "–", "theirs": other.map(money) ?? "–",
                    "difference": money((other ?? 0) &- (one ?? 0)),
                ])
            }
        }
        add(visit.text("reconciliationPrices"), ours.priceMilliunits, theirs.priceMilliunits)
        // The ledger knows no proceeds, only Apple's report does.
        for (currency, amount) in theirs.proceedsMilliunits.sorted(by: { $0.key < $1.key }) {
            rows.append([
                "name": visit.text("reconciliationProceeds"), "ours": "–",
                "theirs": HTMLText.money(amount, in: currency),
                "difference": "–",
            ])
        }
        for reason in SaleExclusion.allCases where (ours.excluded[reason] ?? 0) + (theirs.excluded[reason] ?? 0) > 0 {
            rows.append([
                "name": Self.excluded(reason, visit), "ours": "\(ours.excluded[reason] ?? 0)",
                "theirs": "\(theirs.excluded[reason] ?? 0)", "difference": "–",
            ])
        }
        return rows
    }

    private static func excluded(_ reason: SaleExclusion, _ visit: DashboardVisit) -> String {
        let word =
            switch reason {
            case .family: visit.text("reconciliationFamily")
            case .assigned: visit.text("reconciliationAssigned")
            case .sandbox: visit.text("environmentSandbox")
            case .trial: visit.text("reconciliationTrial")
            case .promotional: visit.text("reconciliationPromotional")
            case .free: visit.text("reconciliationFree")
            case .unpriced: visit.text("reconciliationUnpriced")
            case .restored: visit.text("reconciliationRestored")
            case .notInApp: visit.text("reconciliationNotInApp")
            case .empty: visit.text("reconciliationEmptyRow")
            case .outOfBounds: visit.text("reconciliationOutOfBounds")
            }
        return visit.text("reconciliationExcluded", word)
    }

    // MARK: Differences

    private static func difference(
        _ difference: SaleDifference,
        _ sentences: ReconciliationMessages,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [String: Any] {
        let isOpen = difference.outcome == .unexplained
        let further = difference.furtherTransactionCount
        return [
            "color": isOpen ? "bad" : "good",
            "word": visit.text(isOpen ? "reconciliationUnexplained" : "reconciliationExplained"),
            "found": sentences.found(difference), "why": sentences.why(difference), "next": sentences.next(difference),
            "hasTransactions": !difference.transactionIDs.isEmpty,
            "transactions": difference.transactionIDs.map {
                ["id": $0.rawValue, "path": app.path("transactions", $0.rawValue)]
            },
            "more": further > 0 ? visit.text("reconciliationFurtherTransactions", "\(further)") : false,
        ]
    }

    /// The differences as a file, in English in every language.
    private static func table(of all: [SaleDifference]) -> DashboardTable {
        let sentences = ReconciliationMessages(isChinese: false)
        return DashboardTable(
            name: "reconciliationDifferences",
            columns: [
                DashboardTable.Column("state"), DashboardTable.Column("reconciliationCause"),
                DashboardTable.Column("reconciliationFound"), DashboardTable.Column("reconciliationWhy"),
                DashboardTable.Column("reconciliationNext"), DashboardTable.Column("transaction"),
            ],
            empty: "emptyPage",
            of: all
        ) { one in
            DashboardTable.Row(cells: [
                DashboardTable.Cell(one.outcome == .unexplained ? "unexplained" : "explained"),
                DashboardTable.Cell(one.causes.map(\.rawValue).joined(separator: " ")),
                DashboardTable.Cell(sentences.found(one)), DashboardTable.Cell(sentences.why(one)),
                DashboardTable.Cell(sentences.next(one)),
                DashboardTable.Cell(one.transactionIDs.map(\.rawValue).joined(separator: " ")),
            ])
        }
    }
}

extension DashboardVisit {
    /// Returns the day in the path.
    func dayInPath() throws -> PacificDay {
        guard let day = PacificDay(text: self.parameters.get("day") ?? "") else {
            throw Problem(.notFound, code: "field_invalid", self.text("reconciliationNoDay"), field: "day")
        }
        return day
    }
}
