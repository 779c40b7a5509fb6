package import AppStore
package import Ledger

/// The results of comparisons as JSON, identical in the API and in commands.
package struct ReconciliationForm: Sendable {
    private let sentences: ReconciliationMessages

    /// Creates a form with messages in a language.
    package init(_ sentences: ReconciliationMessages = ReconciliationMessages(isChinese: false)) {
        self.sentences = sentences
    }

    // MARK: Days

    /// Returns the state of a day.
    package func state(_ state: DayState, _ gap: ReconciliationResult.Gap?) -> [JSONMember] {
        var members = [
            JSONMember("day", state.day.text), JSONMember("state", state.phase.rawValue),
            JSONMember("report", gap?.name ?? "reported"),
        ]
        if let outcome = state.outcome { members.append(JSONMember("outcome", outcome.rawValue)) }
        if let digest = state.digest { members.append(JSONMember("digest", digest.hexadecimal)) }
        if let summary = state.summary {
            members += [
                JSONMember("matchedGroups", Int64(summary.matchedGroupCount)),
                JSONMember("explained", Int64(summary.explainedCount)),
                JSONMember("unexplained", Int64(summary.unexplainedCount)),
                JSONMember("oursUnitsThousandths", summary.ourUnitsThousandths),
                JSONMember("theirsUnitsThousandths", summary.theirUnitsThousandths),
                JSONMember("comparedAt", summary.comparedAt.rfc3339),
            ]
        }
        if let acceptance = state.acceptance {
            members.append(JSONMember("reopened", state.isReopened))
            members.append(
                JSONMember(
                    key: "acceptance",
                    value: .object([
                        JSONMember("by", acceptance.by), JSONMember("reason", acceptance.reason),
                        JSONMember("at", acceptance.at.rfc3339), JSONMember("digest", acceptance.digest.hexadecimal),
                    ])
                )
            )
        }
        return members
    }

    /// Returns the states of days, and the number of days in each state.
    package func overview(
        _ overview: ReconciliationOverview,
        healing: [PacificDay: ReconciliationResult.Healing] = [:]
    ) -> [JSONMember] {
        let days = overview.days.map { day in
            var members = self.state(overview.state(day), overview.gaps[day])
            if let asked = healing[day] { members.append(JSONMember("healing", asked.rawValue)) }
            return JSONValue.object(members)
        }
        let counts = overview.counts
        var summary = [JSONMember("days", Int64(days.count))]
        summary += DayState.Phase.allCases.map { JSONMember($0.rawValue, Int64(counts[$0] ?? 0)) }
        summary.append(JSONMember("withoutReport", Int64(overview.gaps.count)))
        return [
            JSONMember("from", overview.span.lowerBound.text), JSONMember("to", overview.span.upperBound.text),
            JSONMember(key: "summary", value: .object(summary)), JSONMember(key: "days", value: .array(days)),
        ]
    }

    /// Returns the result of a comparison of days, with the reports of longer periods.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - isDetailed: Whether each day has both sides and its differences; a difference that concerns two days is
    ///     listed once.
    /// - Returns: The members of a JSON object.
    package func compared(_ result: ReconciliationResult, isDetailed: Bool) -> [JSONMember] {
        var members = self.overview(result.overview, healing: result.healing)
        if isDetailed {
            members = members.filter { $0.key != "days" }
            members.append(JSONMember(key: "days", value: .array(self.detailedDays(result))))
        }
        let longer = result.longer.map { JSONValue.object(self.longer($0)) }
        return members + [
            JSONMember("unexplained", Int64(result.unexplainedCount)),
            JSONMember("ofAllApps", result.isOfAllApps),
            JSONMember(key: "longer", value: .array(longer)),
        ]
    }

    private func detailedDays(_ result: ReconciliationResult) -> [JSONValue] {
        let differences = Dictionary(grouping: result.differences) { $0.day }
        return result.overview.days.map { day in
            var members = self.state(result.state(day), result.gaps[day])
            if let asked = result.healing[day] { members.append(JSONMember("healing", asked.rawValue)) }
            if case .unreadable(let number, let mismatch)? = result.gaps[day] {
                members.append(JSONMember("unreadable", "\(number): \(mismatch.detail)"))
            }
            if let found = result.day(day) {
                members += self.sides(found).filter { $0.key != "matchedGroups" }
                let listed = (differences[day] ?? []).map { JSONValue.object(self.difference($0.difference, on: day)) }
                members.append(JSONMember(key: "differences", value: .array(listed)))
            }
            return .object(members)
        }
    }

    /// Returns both sides of a day and the number of groups that agree.
    package func sides(_ found: ReconciledDay) -> [JSONMember] {
        [
            JSONMember("matchedGroups", Int64(found.matchedGroupCount)),
            JSONMember(key: "ours", value: Self.side(found.ours)),
            JSONMember(key: "theirs", value: Self.side(found.theirs)),
        ]
    }

    /// Returns the full result of a day.
    package func day(_ found: ReconciledDay, _ state: DayState) -> [JSONMember] {
        let known = ["matchedGroups", "explained", "unexplained", "oursUnitsThousandths", "theirsUnitsThousandths"]
        let differences = found.differences.map { JSONValue.object(self.difference($0, on: found.day)) }
        return self.state(state, nil).filter { !known.contains($0.key) } + self.sides(found) + [
            JSONMember(key: "differences", value: .array(differences))
        ]
    }

    private static func side(_ side: ReconciledDay.Side) -> JSONValue {
        let excluded = SaleExclusion.allCases.compactMap { reason in
            side.excluded[reason].map { count in
                JSONValue.object([JSONMember("reason", reason.rawValue), JSONMember("count", Int64(count))])
            }
        }
        return .object([
            JSONMember("unitsThousandths", side.unitsThousandths),
            JSONMember(key: "price", value: Self.amounts(side.priceMilliunits)),
            JSONMember(key: "proceeds", value: Self.amounts(side.proceedsMilliunits)),
            JSONMember(key: "excluded", value: .array(excluded)),
        ])
    }

    // MARK: Differences

    /// Returns a difference, with its cause and the next action as text.
    package func difference(_ difference: SaleDifference, on day: PacificDay) -> [JSONMember] {
        let explanation: String? =
            if case .explained(let explanation) = difference.outcome { explanation.rawValue } else { nil }
        var members = [JSONMember("day", day.text)]
        if let group = difference.theirs ?? difference.ours {
            members.append(JSONMember(key: "group", value: Self.group(group)))
        }
        members.append(JSONMember("outcome", explanation == nil ? "unexplained" : "explained"))
        if let explanation { members.append(JSONMember("explanation", explanation)) }
        let causes = difference.causes.map(\.rawValue)
        members += [
            JSONMember("cause", causes.first ?? ""),
            JSONMember(key: "causes", value: .array(causes.map(JSONValue.string))),
            JSONMember("ambiguous", difference.isAmbiguous),
            JSONMember("unitsThousandths", difference.unitsThousandths),
            JSONMember(key: "ours", value: Self.sum(difference.ourSum, difference.ours)),
            JSONMember(key: "theirs", value: Self.sum(difference.theirSum, difference.theirs)),
            JSONMember(key: "transactions", value: .array(difference.transactionIDs.map { .string($0.rawValue) })),
            JSONMember("furtherTransactions", Int64(difference.furtherTransactionCount)),
            JSONMember("step", Self.name(difference.step).rawValue),
        ]
        return members + [
            JSONMember("found", self.sentences.found(difference)), JSONMember("why", self.sentences.why(difference)),
            JSONMember("next", self.sentences.next(difference)),
        ]
    }

    /// Returns the values of a group; unknown values are omitted.
    package static func group(_ group: SaleGroup) -> JSONValue {
        var members = [JSONMember("day", group.day.text), JSONMember("product", group.product.rawValue)]
        if let storefront = group.storefront { members.append(JSONMember("storefront", storefront)) }
        if let currency = group.currency { members.append(JSONMember("currency", currency)) }
        if let price = group.unitPriceMilliunits { members.append(JSONMember("unitPriceMilliunits", price)) }
        members.append(JSONMember("direction", Self.name(group.direction)))
        members.append(JSONMember("period", Self.name(group.period)))
        return .object(members)
    }

    private static func sum(_ sum: SaleSum, _ group: SaleGroup?) -> JSONValue {
        var members = [
            JSONMember("unitsThousandths", sum.unitsThousandths), JSONMember("priceMilliunits", sum.priceMilliunits),
            JSONMember("count", Int64(sum.count)),
            JSONMember(key: "proceeds", value: Self.amounts(sum.proceedsMilliunits)),
        ]
        if let group { members.append(JSONMember(key: "group", value: Self.group(group))) }
        return .object(members)
    }

    /// Returns the name of a direction.
    package static func name(_ direction: SaleGroup.Direction) -> String {
        switch direction {
        case .sale: "sale"
        case .refund: "refund"
        }
    }

    /// Returns the name of a period.
    package static func name(_ period: SaleGroup.Period) -> String {
        switch period {
        case .none: "none"
        case .new: "new"
        case .renewal: "renewal"
        }
    }

    /// The names of the next actions in JSON.
    private enum StepName: String, CaseIterable {
        case none
        case fetchHistory
        case fetchReport
        case addProduct
        case checkPrice
        case checkProceeds
        case checkTransactions
        case checkSeats
    }

    /// The names of all next actions.
    package static let stepNames = StepName.allCases.map(\.rawValue)

    private static func name(_ step: SaleDifference.Step) -> StepName {
        switch step {
        case .none: .none
        case .fetchHistory: .fetchHistory
        case .fetchReport: .fetchReport
        case .addProduct: .addProduct
        case .checkPrice: .checkPrice
        case .checkProceeds: .checkProceeds
        case .checkTransactions: .checkTransactions
        case .checkSeats: .checkSeats
        }
    }

    // MARK: Longer periods

    /// Returns a report of a longer period, with its comparison or the note that shorter reports replace it.
    package func longer(_ longer: ReconciliationResult.Longer) -> [JSONMember] {
        let period = longer.report.slot.period
        var members = [
            JSONMember("from", period.begin.text), JSONMember("to", period.end.text),
            JSONMember("report", longer.report.number), JSONMember("compared", longer.found != nil),
        ]
        guard let found = longer.found else { return members }
        members.append(JSONMember("outcome", found.outcome.rawValue))
        let differences = found.differences.map { JSONValue.object(self.difference($0, on: found.day)) }
        return members + self.sides(found) + [JSONMember(key: "differences", value: .array(differences))]
    }

    // MARK: Parts

    /// Returns amounts by currency, sorted by currency.
    package static func amounts(_ amounts: [String: Int64]) -> JSONValue {
        .array(
            amounts.sorted { $0.key < $1.key }.map { currency, amount in
                .object([JSONMember("amountMilliunits", amount), JSONMember("currency", currency)])
            }
        )
    }
}
