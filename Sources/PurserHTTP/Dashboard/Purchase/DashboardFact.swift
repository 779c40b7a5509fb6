import Ledger
import PurserService

/// One thing that a page says about its subject: a label, and a value as tables show it.
struct DashboardFact: Sendable {
    /// The key of the label.
    let label: String
    /// The value.
    let cell: DashboardTable.Cell

    /// Creates a fact with a value; `nil` without one, so that it is left out.
    init?(_ label: String, _ cell: DashboardTable.Cell?) {
        guard let cell else { return nil }
        self.label = label
        self.cell = cell
    }

    /// Creates a fact with a text; `nil` without one.
    init?(
        _ label: String,
        _ text: String?,
        link: String? = nil,
        note: String? = nil,
        chip: String? = nil,
        isID: Bool = false
    ) {
        guard let text, !text.isEmpty else { return nil }
        self.init(label, DashboardTable.Cell(text, link: link, note: note, chip: chip, isID: isID))
    }

    /// Creates a fact with an instant; `nil` without one.
    init?(_ label: String, at instant: Instant?, note: String? = nil) {
        guard let instant else { return nil }
        self.init(label, DashboardTable.Cell(instant, note: note))
    }

    /// Returns facts for the template `facts`.
    static func values(_ facts: [DashboardFact?], _ visit: DashboardVisit) -> [[String: Any]] {
        facts.compactMap(\.self).map { fact in
            DashboardTable.values(of: fact.cell).merging(["label": visit.text(fact.label)]) { $1 }
        }
    }
}
