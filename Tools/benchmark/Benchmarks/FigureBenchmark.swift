import Foundation
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting

/// What figures cost the intake.
///
/// A unit of work always keeps its figures, so they cannot be left out for a comparison. Instead renewals are recorded
/// in turn as they are, and with figures derived and added once more within the same unit, in rows of other products
/// and storefronts. The difference is the cost of figures, and it is compared with that of the unit and with that of a
/// whole notification, from HTTP to the disk. Both turns contain the sums of what is past, which a server adds up once
/// in a quarter of an hour.
struct FigureBenchmark {
    /// The folder for the databases.
    let folder: String

    private static let subscribers = 100_000
    /// The number of renewals that are recorded in one turn, and of pairs of turns.
    private static let batch = 500
    private static let pairs = 9
    private static let writers = 64
    /// The number of notifications of one run through HTTP.
    private static let notifications = 6000

    /// A renewal, with what its figures derive from if they were those of another product and storefront.
    private struct Renewal: Sendable {
        let intake: Intake
        let before: DerivedChain
        let after: DerivedChain
        let sales: SaleChange
    }

    /// The cost of one unit of work.
    private struct Cost {
        /// The processor time in microseconds.
        let processor: Double
        /// The wall clock time in microseconds, of which the units of one commit share.
        let wall: Double
    }

    /// Measures on a database with subscribers and a year of figures.
    func measure() async throws -> [Measurement] {
        let path = "\(self.folder)/figures.db"
        _ = try await SubscriberDataset(path: path, count: Self.subscribers)
        let repository = try SubscriberDataset.open(path)
        let now = Sample.beginning + .days(30)
        let rowCount = try await FigureYear(subscribers: Self.subscribers, until: now).fill(repository)
        let renewals = Self.renewals()
        var (plain, added): ([Cost], [Cost]) = ([], [])
        for turn in 0..<Self.pairs * 2 {
            let part = Array(renewals[(turn * Self.batch)..<((turn + 1) * Self.batch)])
            let cost = try await Self.record(part, addingFigures: turn % 2 == 1, in: repository)
            if turn % 2 == 0 { plain.append(cost) } else { added.append(cost) }
        }
        await repository.close()
        let unit = Self.median(plain.map(\.processor))
        let figures = Self.median(zip(plain, added).map { $1.processor - $0.processor })
        let wall = Self.median(plain.map(\.wall))
        let share = Self.median(zip(plain, added).map { $1.wall - $0.wall }) / wall * 100
        let intake = try await self.intake()
        // Of the intake without figures, whose time is in the whole.
        let ofIntake = figures / (intake - figures) * 100
        return [
            .judged(
                "figures, beside the rest of the intake",
                "\(figures.rounded1) of \(Int(intake)) us = \(ofIntake.rounded1) %",
                target: "<= 5 %",
                ofIntake <= 5
            ),
            .scale(
                "  beside the rest of a unit of work",
                "\(figures.rounded1) of \(Int(unit)) us = \((figures / (unit - figures) * 100).rounded1) %"
            ),
            .scale("  share of the commit, by wall clock", "\(share.rounded1) % of \(Int(wall)) us"),
            .scale("  rows of figures in the database", "\(rowCount)"),
        ]
    }

    /// Returns the renewals that are due first, in their order.
    private static func renewals() -> [Renewal] {
        var generator = SeededGenerator(seed: 37)
        let count = Self.batch * Self.pairs * 2
        let due = (0..<Self.subscribers).sorted { SubscriberDataset.beganAt($0) < SubscriberDataset.beganAt($1) }
        return due.prefix(count).enumerated().map { turn, number in
            let id = SubscriberDataset.transactionID(number).rawValue
            let beganAt = SubscriberDataset.beganAt(number)
            let renewed = Sample.period(
                "3\(1_000_000 + turn)",
                of: id,
                at: beganAt + .days(30),
                reason: .renewal
            )
            let group = FigureYear.group(&generator)
            let periods = [Sample.period(id, of: id, at: beganAt), renewed].map { period in
                var period = period
                period.productID = group.product
                period.storefront = group.storefront
                period.price = group.currency.map {
                    Money(amountMilliunits: FigureYear.price(of: group.product), currency: $0)
                }
                return period
            }
            let before = Chain(
                transactions: [TransactionRecord(periods[0])],
                renewals: [Sample.renewal(of: periods[0])]
            )
            let after = Chain(
                transactions: periods.map { TransactionRecord($0) },
                renewals: [Sample.renewal(of: periods[1])]
            )
            return Renewal(
                intake: Sample.notification(UInt64(turn), about: renewed),
                before: DerivedChain(before),
                after: DerivedChain(after),
                sales: SaleChange(from: [before], to: after, in: .production)
            )
        }
    }

    /// Records renewals by several writers at once, and returns what one costs.
    private static func record(
        _ renewals: [Renewal],
        addingFigures: Bool,
        in repository: any Repository
    ) async throws -> Cost {
        let clock = ContinuousClock()
        let (started, processorSeconds) = (clock.now, LoadGenerator.processorSeconds())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<Self.writers {
                group.addTask {
                    for index in stride(from: task, to: renewals.count, by: Self.writers) {
                        try await Self.record(renewals[index], addingFigures: addingFigures, in: repository)
                    }
                }
            }
            try await group.waitForAll()
        }
        let count = Double(renewals.count)
        return Cost(
            processor: (LoadGenerator.processorSeconds() - processorSeconds) * 1e6 / count,
            wall: (clock.now - started).seconds * 1e6 / count
        )
    }

    private static func record(
        _ renewal: Renewal,
        addingFigures: Bool,
        in repository: any Repository
    ) async throws {
        try await repository.write(recording: renewal.intake) { unit in
            _ = try unit.record(renewal.intake)
            guard addingFigures else { return }
            guard let session = unit as? Session else { throw RepositoryError.corrupt }
            let change = FigureChange(
                from: [renewal.before],
                to: renewal.after,
                sales: renewal.sales,
                in: .production
            )
            let scope = try session.scope(ScopeName(app: Sample.app, environment: .production))
            try session.add(change.rows, toRebuilt: false, scope: scope)
        }
    }

    /// Returns the processor time of a notification through HTTP in microseconds, the load generator's included; the
    /// median of three runs.
    private func intake() async throws -> Double {
        let corpus = try NotificationCorpus(count: Self.notifications, chain: .short)
        var costs: [Double] = []
        for run in 0..<3 {
            let repository = try SubscriberDataset.open("\(self.folder)/figures-intake-\(run).db")
            let outcome = try await IntakeRun(nodes: [repository], corpus: corpus)
                .send(connections: IntakeBenchmark.connections)
            await repository.close()
            precondition(outcome.failed == 0, "Every notification is acknowledged.")
            costs.append(outcome.processorSeconds * 1e6 / Double(outcome.succeeded))
        }
        return Self.median(costs)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
