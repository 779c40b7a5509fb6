import Crypto
package import Ledger
import Logging

/// Reads Apple's notification history for facts that a report has and the ledger lacks.
extension ReconciliationService {
    /// The number of days around a day in which Apple may have sent notifications about its report's rows.
    private static let reachDays: Int64 = 1

    /// Compares days for a person, with entries in the audit log; if wanted, with Apple's notification history.
    package func reconcile(
        _ app: AppName,
        days: ClosedRange<PacificDay>,
        heals: Bool,
        by origin: RequestOrigin
    ) async throws(ReconciliationError) -> ReconciliationResult {
        let record = AuditRecord(
            by: origin.name,
            .reconciliationCompare,
            on: app.rawValue,
            reason: origin.reason,
            details: [
                "app": app.rawValue, "from": days.lowerBound.text, "to": days.upperBound.text,
                "heal": heals ? "true" : "false",
            ]
        )
        return try await self.audit.around(
            record,
            code: { (error: ReconciliationError) in error.code },
            trouble: { ReconciliationError.storage($0) },
            { () throws(ReconciliationError) -> ReconciliationResult in
                heals
                    ? try await self.reconcileAndHeal(app, days: days)
                    : try await self.reconcile(app, days: days)
            }
        )
    }

    /// Compares days, reads Apple's notification history for those whose reports have more than the ledger, and
    /// compares these again.
    ///
    /// The history of a day is read once for the same differences: Apple's answer would be the same.
    package func reconcileAndHeal(
        _ app: AppName,
        days: ClosedRange<PacificDay>
    ) async throws(ReconciliationError) -> ReconciliationResult {
        var result = try await self.reconcile(app, days: days)
        var healing: [PacificDay: ReconciliationResult.Healing] = [:]
        for day in result.days where day.outcome == .unexplained {
            healing[day.day] = try await self.plan(day, of: app)
        }
        if try await self.isReadingOpen(app, healing) {
            await self.read(app)
            result = try await self.reconcile(app, days: days)
        }
        result.healing = healing
        return result
    }

    /// Compares days with new data without an operator: differences are logged, and Apple's history is read for facts
    /// that the ledger lacks.
    ///
    /// - Returns: Whether the days could be compared.
    @discardableResult
    package func refresh(_ app: AppName, days: ClosedRange<PacificDay>) async -> Bool {
        let first = max(days.lowerBound, days.upperBound + (1 - Self.maximumDays))
        do throws(ReconciliationError) {
            let result = try await self.reconcileAndHeal(app, days: first...days.upperBound)
            guard result.unexplainedCount > 0 else { return true }
            self.logger.notice(
                "Apple's reports and the ledger have unexplained differences.",
                metadata: ["app": "\(app)", "differences": "\(result.unexplainedCount)"]
            )
            return true
        } catch {
            self.logger.warning(
                "Days cannot be compared with Apple's reports now.",
                metadata: ["app": "\(app)", "code": "\(error.code)"]
            )
            return false
        }
    }

    /// Compares the older open days, as far back as Apple's history goes, because evidence may have been healed since.
    ///
    /// - Returns: Whether all of them could be compared.
    package func refreshOpen(_ app: AppName, before day: PacificDay) async -> Bool {
        let first = PacificDay(of: self.ambient.now() - HistoryPlan.reach)
        guard first < day else { return true }
        let states: [PacificDay: DayState]
        do throws(ReconciliationError) {
            states = try await self.states(of: app, within: first...(day + -1))
        } catch {
            return false
        }
        let open = states.values.filter { $0.phase == .open && $0.digest != nil }.map(\.day)
        for span in PacificDay.spans(of: open) {
            guard await self.refresh(app, days: span) else { return false }
        }
        return true
    }

    /// Plans to read Apple's history of the days on which a report has more than the ledger, and marks the differences
    /// as planned in the same transaction.
    func plan(
        _ found: ReconciledDay,
        of app: AppName
    ) async throws(ReconciliationError) -> ReconciliationResult.Healing {
        let now = self.ambient.now()
        let earliest = now - HistoryPlan.reach
        let windows = found.daysToHeal.compactMap { day -> HistoryWindow? in
            let from = max((day + -Self.reachDays).begin, earliest)
            let through = min((day + Self.reachDays).end, now)
            guard from < through else { return nil }
            return HistoryWindow(rank: HistoryPlan.firstTypes.count, type: nil, from: from, through: through)
        }
        guard !windows.isEmpty, self.reading(of: app) != nil else { return .none }
        let mark = Self.mark(of: found)
        let name = BudgetName(app: app, environment: .production, operation: "reconciliation.heal.\(found.day.text)")
        return try await Self.stored { () throws(RepositoryError) in
            try await self.repository.write { unit in
                guard try unit.changeBudget(name, { $0 == mark ? nil : mark }) != mark else { return .already }
                // Where no history was read yet, the first reading goes back as far as Apple's history does.
                guard let through = try unit.history(of: app, environment: .production).plannedThrough else {
                    return .asked
                }
                try unit.planHistory(
                    of: app,
                    environment: .production,
                    windows: windows,
                    through: through,
                    deepAt: nil
                )
                return .asked
            }
        }
    }

    /// Returns whether planned history is still unread, including that of an earlier reading that failed.
    private func isReadingOpen(
        _ app: AppName,
        _ healing: [PacificDay: ReconciliationResult.Healing]
    ) async throws(ReconciliationError) -> Bool {
        if healing.values.contains(.asked) { return true }
        guard healing.values.contains(.already) else { return false }
        return try await Self.stored { () throws(RepositoryError) in
            try await !self.repository.read { view in try view.history(of: app, environment: .production) }.windows
                .isEmpty
        }
    }

    /// Reads the planned part of Apple's history; the next hourly reading reads what fails now.
    private func read(_ app: AppName) async {
        guard let reading = self.reading(of: app) else { return }
        do {
            _ = try await reading.run(.production)
        } catch {
            self.logger.warning(
                "Apple's notification history of a day cannot be read now; it is read later.",
                metadata: ["app": "\(app)", "code": "\(error.code)"]
            )
        }
    }

    private func reading(of app: AppName) -> HistoryReading? {
        self.readings.first { $0.app.name == app && $0.app.askable.contains(.production) }
    }

    /// Returns a number derived from the rows that a day's report has and the ledger lacks; never zero.
    private static func mark(of day: ReconciledDay) -> Int64 {
        var text = ""
        for difference in day.differences where difference.outcome == .unexplained {
            guard let group = difference.theirs else { continue }
            text += "\(group.day.text) \(group.product) \(group.storefront ?? "") \(group.currency ?? "") "
            text += "\(group.unitPriceMilliunits ?? 0) \(group.direction) \(group.period) "
            text += "\(difference.unitsThousandths)\n"
        }
        let number = SHA256.hash(data: Array(text.utf8)).prefix(7).reduce(0 as Int64) { $0 << 8 | Int64($1) }
        return number + 1
    }
}
