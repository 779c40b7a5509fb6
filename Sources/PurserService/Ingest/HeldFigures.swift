package import Ledger
import Metrics

/// Measures how much evidence is held, when somebody asks.
package enum HeldFigures {
    /// Records the counts by reason; what cannot be read now keeps its last value, because health says that the database
    /// is ill.
    package static func record(from repository: any Repository) async {
        guard let counts = try? await repository.heldCounts() else { return }
        for reason in HeldEvidence.Reason.allCases {
            Gauge(label: "purser_held_evidence", dimensions: [("reason", reason.rawValue)]).record(counts[reason] ?? 0)
        }
    }
}
