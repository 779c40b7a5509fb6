import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserTesting

/// A file with rows in every table: the behaviors of the repository contract, applied one after the other.
enum PopulatedDatabase {
    /// Writes them to a path.
    static func write(to path: String) async throws {
        for behavior in RepositoryContract.behaviors where !Self.isForEmptyDatabase(behavior.description) {
            let repository = try Self.open(path)
            // It expects data in which nothing is yet, so its promises are not looked at; what it writes is.
            try? await behavior.check(RepositoryUnderTest(repository))
            await repository.close()
        }
        let repository = try Self.open(path)
        for (number, name) in ["ada", "42", "007", "\u{4E2D}\u{6587}", "a'b\"c\\"].enumerated() {
            for month in UInt64(0)..<3 {
                let period = Sample.period(
                    "\(UInt64(90_000 + number * 10) + month)",
                    of: "\(90_000 + number * 10)",
                    at: Sample.beginning + .days(Int64(number * 200) + Int64(month) * 30),
                    token: Sample.token(UInt64(number + 900)),
                    reason: month == 0 ? .purchase : .renewal
                )
                _ = try await repository.record(
                    Sample.notification(UInt64(90_000 + number * 10) + month, about: period)
                )
            }
            let submission = Sample.submission(name, "\(90_000 + number * 10)", intent: .purchase)
            _ = try await repository.record(
                Sample.facts(submission: submission, tokens: [Sample.token(UInt64(number + 900))])
            )
        }
        try await Self.writeOrders(in: repository)
        try await Self.writeTrial(in: repository)
        // A purchase that its owner shares with a customer who restores it.
        let lent = Sample.submission("owner", "99000")
        _ = try await repository.record(Sample.facts([Sample.period("99000", of: "99000")], submission: lent))
        let restored = Submission(
            customer: Sample.customer("guest"),
            transactionID: lent.transactionID,
            intent: .restore,
            submittedAt: Sample.beginning + .days(1),
            transfer: .share
        )
        _ = try await repository.record(Sample.facts(submission: restored))
        let now = Sample.beginning + .days(3650)
        if let question = try await repository.read({ view in try view.dueChainChecks(at: now, limit: 1) }).first {
            try await repository.write { unit in
                try unit.answered(question, at: now, revision: "revision", gracePolicy: GracePolicy())
            }
        }
        await repository.close()
        try await DedicatedThread.run { try ChildProgram.run(["python3", "-c", Self.finishing, path]) }
    }

    /// Orders of an app of their own, one paid, and a customer who may make none.
    private static func writeOrders(in repository: SQLiteRepository) async throws {
        let app = AppName("ordering")
        let now = Sample.beginning + .minutes(1)
        for number in UInt64(1)...3 {
            let order = RepositoryContract.order("order-\(number)", token: 500 + number)
            _ = try await repository.write { unit in try unit.create(order, app: app, catalog: Catalog()) }
        }
        if let start = try await repository.read({ view in try view.orderProgress(of: app) }) {
            let payment = RepositoryContract.payment("9000", token: 501, eventPosition: start + 1)
            _ = try await repository.write { unit in
                try unit.hear([payment], app: app, from: start, through: start + 1, at: now)
            }
        }
        let note = OrderNote(at: now, by: "ops", text: "The customer called.")
        _ = try await repository.write { unit in
            try unit.perform(.note(note), on: OrderID("order-1"), app: app, at: now)
        }
        let block = CustomerBlock(at: now, by: "ops", reason: "refunds")
        _ = try await repository.write { unit in try unit.block(Sample.customer("anna"), block, app: app) }
        let override = RefundOverride(.decline, at: now, by: "ops", reason: "refunds")
        try await repository.write { unit in try unit.setRefundOverride(override, of: Sample.customer("anna"), app: app)
        }
    }

    /// A refund policy that is tried, and a case that it decided.
    private static func writeTrial(in repository: SQLiteRepository) async throws {
        let app = AppName("trying")
        let experiment = RefundExperiment(seed: 7, shareMilliunits: 50_000)
        let policy = RefundPolicy(
            version: 1,
            text: "policy: refunds\notherwise: DECLINE\n",
            publishedAt: Sample.beginning,
            publishedBy: "ops",
            reason: nil,
            trial: experiment.map { RefundTrial($0) }
        )
        _ = try await repository.write { unit in try unit.keep(policy, of: app) }
        var intake = RepositoryContract.askedRefund("9100", uuid: "a", hour: 1)
        intake.app = app
        _ = try await repository.record(intake)
        let leased = try await repository.leaseRefunds(
            of: app,
            at: Sample.beginning,
            until: Sample.beginning + .minutes(1),
            limit: 1
        )
        guard let lease = leased.leases.first else { return }
        var answer = RefundAnswer("a")
        answer.assignment = RefundAnswer.Assignment(.trial, of: 1)
        _ = try await repository.write { [answer] unit in
            try unit.conclude(lease, RefundStep(answer, next: .never), at: Sample.beginning)
        }
    }

    /// Takes out what only samples can say: two snapshots with the digest of one, of which either may speak.
    private static let finishing = """
        import sqlite3, sys
        database = sqlite3.connect(sys.argv[1])
        database.execute(\"\"\"DELETE FROM snapshot WHERE EXISTS (
            SELECT 1 FROM snapshot AS other
            WHERE other.original = snapshot.original AND other.transaction_id = snapshot.transaction_id
            AND other.ordinal < snapshot.ordinal AND other.signed_at = snapshot.signed_at
            AND other.digest = snapshot.digest)\"\"\")
        database.commit()
        database.close()
        """

    /// Whether a promise cannot even be tried in data that have something in them, or writes more than is needed.
    private static func isForEmptyDatabase(_ description: String) -> Bool {
        let words = [
            "stream", "sink", "claim ends", "asked about", "at once all", "ledger is the same", "derive, in any order",
            "random", "hundred", "thousand", "needs no answer",
        ]
        return words.contains { description.lowercased().contains($0) }
    }

    /// Opens them as a server does.
    static func open(_ path: String) throws -> SQLiteRepository {
        try SQLiteRepository(path: path, logger: Logger(label: "database") { _ in SwiftLogNoOpLogHandler() }) { _ in }
    }
}
