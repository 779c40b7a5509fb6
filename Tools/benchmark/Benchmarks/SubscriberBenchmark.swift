import Foundation
import Ledger
import PersistenceSQLite
import PurserService
import PurserTesting

/// The cost of ten million subscribers, beside a million: space, reading one, finding due chains, and recording more.
struct SubscriberBenchmark {
    /// The folder for the databases.
    let folder: String
    /// The size of the larger dataset; the other has a tenth.
    var count = 10_000_000

    /// Measures both datasets.
    func measure() async throws -> [Measurement] {
        var measurements: [Measurement] = []
        for count in [self.count / 10, self.count] {
            measurements += try await self.measure(count: count)
        }
        return measurements
    }

    private func measure(count: Int) async throws -> [Measurement] {
        let path = "\(self.folder)/dataset-\(count).db"
        defer {
            for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
        let dataset = try await SubscriberDataset(path: path, count: count)
        let clock = ContinuousClock()
        let started = clock.now
        let repository = try SubscriberDataset.open(path)
        let opening = clock.now - started
        let millions = "\(Double(count) / 1_000_000)".replacing(".0", with: "") + " million subscribers"
        let settings = try await repository.settings()
        let bytes = Double(settings.pageCount * settings.pageBytes)
        let limit = Double(count) * 400
        var measurements = [
            Measurement.judged(
                "\(millions), without evidence and events",
                "\((bytes / 1e9).rounded2) GB, \(Int(bytes / Double(count))) B each",
                target: "<= \((limit / 1e9).rounded2) GB",
                bytes <= limit
            )
        ]
        let reads = try await self.reads(dataset, repository)
        let p99 = reads.percentile(99).milliseconds
        measurements.append(
            .judged(
                "  entitlement read p50, p99",
                "\(reads.percentile(50).milliseconds.rounded2), \(p99.rounded2) ms",
                target: "< 2 ms",
                p99 < 2
            )
        )
        measurements += try await ReadBenchmark().measure(dataset.count, repository)
        let due = try await self.due(repository)
        measurements.append(.judged("  the due-list asked: p99", "\(due.rounded2) ms", target: "< 1 ms", due < 1))
        measurements.append(
            .scale("  notifications recorded, 64 at once", "\(Int(try await self.record(dataset, repository)))/s")
        )
        measurements.append(.scale("  opening", "\(opening.milliseconds.rounded1) ms"))
        await repository.close()
        return measurements
    }

    /// Queries the entitlements of random customers as the API does.
    private func reads(_ dataset: SubscriberDataset, _ repository: any Repository) async throws -> LoadGenerator.Outcome
    {
        let shop = try TestShop(repository: repository)
        shop.setNow(Sample.beginning + .days(30))
        let query = CustomerQuery(repository: repository, ambient: shop.ambient)
        let app = ServedApp(name: Sample.app, verifier: shop.app.verifier, catalog: Self.catalog)
        var generator = SeededGenerator(seed: 5)
        let clock = ContinuousClock()
        var outcome = LoadGenerator.Outcome()
        for _ in 0..<20_000 {
            let number = generator.number(below: dataset.count)
            let customer = SubscriberDataset.customer(number)
            let started = clock.now
            let answer = try await query.entitlements(of: customer, in: app, environment: .production)
            outcome.latencies.append(clock.now - started)
            precondition(answer.entitlements.count == 1, "Customer \(number) has the entitlement.")
            outcome.succeeded += 1
        }
        return outcome
    }

    /// Returns the time of the query for due chains, with none and with some due.
    private func due(_ repository: any Repository) async throws -> Double {
        let clock = ContinuousClock()
        var times: [Double] = []
        for turn in 0..<1000 {
            let now = Sample.beginning + .days(30) + .seconds(Int64(turn) * 10)
            let started = clock.now
            _ = try await repository.read { view in try view.nextChainDueAt() }
            _ = try await repository.read { view in try view.dueChains(at: now, limit: 10) }
            times.append((clock.now - started).milliseconds)
        }
        return times.sorted()[990]
    }

    /// Returns the rate of recording renewals of random subscribers, with evidence of realistic size and their events,
    /// in group commits.
    private func record(_ dataset: SubscriberDataset, _ repository: any Repository) async throws -> Double {
        var generator = SeededGenerator(seed: 9)
        let intakes = (0..<6400).map { turn in
            let number = generator.number(below: dataset.count)
            let original = SubscriberDataset.transactionID(number).rawValue
            let period = Sample.period(
                "3\(1_000_000 + turn)",
                of: original,
                at: SubscriberDataset.beganAt(number) + .days(30),
                reason: .renewal
            )
            return Sample.notification(UInt64(turn), about: period)
        }
        let clock = ContinuousClock()
        let started = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    for index in stride(from: task, to: intakes.count, by: 64) {
                        _ = try await repository.record(intakes[index])
                    }
                }
            }
            try await group.waitForAll()
        }
        return Double(intakes.count) / (clock.now - started).seconds
    }

    /// The catalog of the subscribers.
    static let catalog: Catalog = {
        let entitlement = EntitlementName("plus")
        let product = Product(
            id: ProductID("com.example.plus.monthly"),
            kind: .autoRenewable,
            group: "plus",
            level: 1,
            unlocks: [entitlement]
        )
        return Catalog(
            entitlements: [entitlement: EntitlementDefinition(name: entitlement)],
            products: [product.id: product]
        )
    }()
}
