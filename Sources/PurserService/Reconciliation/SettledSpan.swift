package import AppStore
package import Ledger

/// What Apple settled in a fiscal month, with what is in transit from the months before it.
package struct SettledSpan: Sendable {
    /// The month.
    package let month: FiscalMonth
    /// The settlement through it.
    package let settlement: Settlement
    /// How many rows of the finance reports are about products that this app does not have.
    package let foreignRowCount: Int
    /// The numbers of daily sales reports that cannot be read, so that the proceeds they state are not compared.
    package let unreadable: [Int64]

    /// What was found in the month.
    package var found: SettledMonth? { self.settlement.month(self.month) }

    /// How many differences of the month nothing explains.
    package var unexplainedCount: Int {
        (self.found?.groups ?? []).reduce(0) { $0 + $1.differences.count { !$0.cause.isExplained } }
    }

    /// All of it as JSON.
    package var members: [JSONMember] {
        self.summary + [JSONMember(key: "lines", value: .array(self.lines.map(JSONValue.object)))]
    }

    /// Each product in each storefront.
    package var lines: [[JSONMember]] { (self.found?.groups ?? []).map(Self.members) }

    /// What the month comes to.
    package var summary: [JSONMember] {
        guard let found else { return [] }
        let owed = (found.owed ?? [:]).sorted { $0.key < $1.key }.map { currency, owed in
            JSONValue.object([
                ReconciliationForm.text("currency", currency),
                ReconciliationForm.number("salesMilliunits", owed.salesMilliunits),
                ReconciliationForm.number("refundsMilliunits", owed.refundsMilliunits),
                ReconciliationForm.number("totalMilliunits", owed.totalMilliunits),
            ])
        }
        let inTransit = found.groups.reduce(0 as Int64) { $0 + $1.carriedOutThousandths }
        return [
            ReconciliationForm.text("month", self.month.text),
            ReconciliationForm.text("from", self.month.days.lowerBound.text),
            ReconciliationForm.text("to", self.month.days.upperBound.text),
            ReconciliationForm.text("state", found.state.rawValue),
            JSONMember(key: "owed", value: .array(owed)),
            ReconciliationForm.number("inTransitUnitsThousandths", inTransit),
            ReconciliationForm.number("unexplained", Int64(self.unexplainedCount)),
            ReconciliationForm.number("otherProductRows", Int64(self.foreignRowCount)),
            ReconciliationForm.number("tooLargeRows", Int64(self.settlement.excludedCount)),
            JSONMember(key: "unreadableReports", value: .array(self.unreadable.map { .number(String($0)) })),
        ]
    }

    private static func members(_ group: SettledMonth.Group) -> [JSONMember] {
        var members = [ReconciliationForm.text("product", group.line.product.rawValue)]
        if let storefront = group.line.storefront { members.append(ReconciliationForm.text("storefront", storefront)) }
        let settled = group.settled.mapValues(\.shareMilliunits)
        members += [
            ReconciliationForm.text("direction", ReconciliationForm.name(group.line.direction)),
            ReconciliationForm.text("state", group.state.rawValue),
            ReconciliationForm.number("soldThousandths", group.soldThousandths),
            ReconciliationForm.number("carriedInThousandths", group.carriedInThousandths),
            ReconciliationForm.number("settledThousandths", group.settledThousandths),
            ReconciliationForm.number("neverSettledThousandths", group.neverSettledThousandths),
            ReconciliationForm.number("carriedOutThousandths", group.carriedOutThousandths),
            JSONMember(key: "share", value: ReconciliationForm.amounts(settled)),
        ]
        let differences = group.differences.map { one -> JSONValue in
            var members = [
                ReconciliationForm.text("cause", one.cause.rawValue),
                ReconciliationForm.flag("explained", one.cause.isExplained),
                ReconciliationForm.number("unitsThousandths", one.unitsThousandths),
                ReconciliationForm.number("shareMilliunits", one.shareMilliunits),
            ]
            if let month = one.soldIn { members.append(ReconciliationForm.text("soldIn", month.text)) }
            if let currency = one.currency { members.append(ReconciliationForm.text("currency", currency)) }
            return .object(members)
        }
        return members + [JSONMember(key: "differences", value: .array(differences))]
    }
}
