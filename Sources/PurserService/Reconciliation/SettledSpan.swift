package import AppStore
package import Ledger

/// The amounts that Apple settled in a fiscal month, with those in transit from the months before it.
package struct SettledSpan: Sendable {
    /// The month.
    package let month: FiscalMonth
    /// The settlement through the month.
    package let settlement: Settlement
    /// The number of rows of the finance reports about products that this app does not have.
    package let foreignRowCount: Int
    /// The numbers of daily sales reports that cannot be read, so that their proceeds are not compared.
    package let unreadable: [Int64]

    /// The result of the month.
    package var found: SettledMonth? { self.settlement.month(self.month) }

    /// The number of unexplained differences of the month.
    package var unexplainedCount: Int {
        (self.found?.groups ?? []).reduce(0) { $0 + $1.differences.count { !$0.cause.isExplained } }
    }

    /// The settlement as JSON.
    package var members: [JSONMember] {
        self.summary + [JSONMember(key: "lines", value: .array(self.lines.map(JSONValue.object)))]
    }

    /// The products by storefront.
    package var lines: [[JSONMember]] { (self.found?.groups ?? []).map(Self.members) }

    /// The sums of the month.
    package var summary: [JSONMember] {
        guard let found else { return [] }
        let owed = (found.owed ?? [:]).sorted { $0.key < $1.key }.map { currency, owed in
            JSONValue.object([
                JSONMember("currency", currency),
                JSONMember("salesMilliunits", owed.salesMilliunits),
                JSONMember("refundsMilliunits", owed.refundsMilliunits),
                JSONMember("totalMilliunits", owed.totalMilliunits),
            ])
        }
        let inTransit = found.groups.reduce(0 as Int64) { $0 + $1.carriedOutThousandths }
        return [
            JSONMember("month", self.month.text),
            JSONMember("from", self.month.days.lowerBound.text),
            JSONMember("to", self.month.days.upperBound.text),
            JSONMember("state", found.state.rawValue),
            JSONMember(key: "owed", value: .array(owed)),
            JSONMember("inTransitUnitsThousandths", inTransit),
            JSONMember("unexplained", Int64(self.unexplainedCount)),
            JSONMember("otherProductRows", Int64(self.foreignRowCount)),
            JSONMember("tooLargeRows", Int64(self.settlement.excludedCount)),
            JSONMember(key: "unreadableReports", value: .array(self.unreadable.map { .number(String($0)) })),
        ]
    }

    private static func members(_ group: SettledMonth.Group) -> [JSONMember] {
        var members = [JSONMember("product", group.line.product.rawValue)]
        if let storefront = group.line.storefront { members.append(JSONMember("storefront", storefront)) }
        let settled = group.settled.mapValues(\.shareMilliunits)
        members += [
            JSONMember("direction", ReconciliationForm.name(group.line.direction)),
            JSONMember("state", group.state.rawValue),
            JSONMember("soldThousandths", group.soldThousandths),
            JSONMember("carriedInThousandths", group.carriedInThousandths),
            JSONMember("settledThousandths", group.settledThousandths),
            JSONMember("neverSettledThousandths", group.neverSettledThousandths),
            JSONMember("carriedOutThousandths", group.carriedOutThousandths),
            JSONMember(key: "share", value: ReconciliationForm.amounts(settled)),
        ]
        let differences = group.differences.map { one -> JSONValue in
            var members = [
                JSONMember("cause", one.cause.rawValue),
                JSONMember("explained", one.cause.isExplained),
                JSONMember("unitsThousandths", one.unitsThousandths),
                JSONMember("shareMilliunits", one.shareMilliunits),
            ]
            if let month = one.soldIn { members.append(JSONMember("soldIn", month.text)) }
            if let currency = one.currency { members.append(JSONMember("currency", currency)) }
            return .object(members)
        }
        return members + [JSONMember(key: "differences", value: .array(differences))]
    }
}
