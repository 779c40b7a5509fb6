import Ledger
import PurserTesting
import Synchronization

/// A repository whose metrics can neither be read nor written while it is cut off.
final class CutRepository: ForwardingRepository {
    let base: any Repository
    private let cut = Atomic<Bool>(false)
    private let loses = Atomic<Bool>(false)
    private let readOnly = Atomic<Bool>(false)

    init(base: any Repository) {
        self.base = base
    }

    /// Whether it is cut off.
    var isCut: Bool {
        get { self.cut.load(ordering: .sequentiallyConsistent) }
        set { self.cut.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Whether metrics are written without the caller learning it.
    var losesOutcomes: Bool {
        get { self.loses.load(ordering: .sequentiallyConsistent) }
        set { self.loses.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Whether alarms and notices can be read but not written.
    var isReadOnly: Bool {
        get { self.readOnly.load(ordering: .sequentiallyConsistent) }
        set { self.readOnly.store(newValue, ordering: .sequentiallyConsistent) }
    }

    func changeAlarmRecords<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout AlarmRecords) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        if self.isReadOnly { throw .unavailable }
        return try await self.base.write { unit in try unit.changeAlarmRecords(change) }
    }

    func put(_ sample: NodeSample) async throws(RepositoryError) {
        if self.isCut { throw .unavailable }
        try await self.base.write { unit in try unit.put(sample) }
    }

    func samples(through minute: Int64) async throws(RepositoryError) -> [NodeSample] {
        if self.isCut { throw .unavailable }
        return try await self.base.read { view in try view.samples(through: minute) }
    }

    func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64]
    ) async throws(RepositoryError) {
        if self.isCut { throw .unavailable }
        try await self.base.write { unit in try unit.aggregate(rows, removing: samples, droppingBefore: rowNumbers) }
        if self.losesOutcomes { throw .unavailable }
    }
}
