import AppStore
import Ledger
import Logging
import PersistencePostgreSQL
import PurserService

/// The findings of all judges at the end.
struct ClusterJudgment {
    /// The findings about the ledger and the receivers.
    var verdict = Verdict()
    /// The number of series of numbers.
    var seriesCount = 0
    /// The number of numbers in them.
    var numberCount = 0
    /// The number of notifications that the server found although no client had sent them.
    var healedCount = 0
    /// The findings about event streams.
    var streams = EventStreamJudge([], receivers: [])
    /// The findings about requests to the App Store.
    var rates = RateJudge([], bundleID: "")

    /// Judges the database and all logs.
    static func judge(
        _ connection: String,
        corpus: TortureCorpus,
        asked: PolledShop,
        post: SendQueue,
        arrivals: [Arrival],
        visits: [EventStreamVisit],
        calls: [AppleCall],
        flaw: TortureFlaw?
    ) async throws -> Self {
        let settings = PostgreSQLSettings(connection: connection, applicationName: "judgment")
        let repository: any Repository = try PostgreSQLRepository(
            settings,
            migrates: false,
            readerCount: 1,
            logger: Logger(label: "judgment") { _ in SwiftLogNoOpLogHandler() }
        )
        var judgment = Self()
        judgment.verdict = try await Judgment.judge(
            repository,
            plans: ReceiverPlan.cluster,
            log: nil,
            corpus: corpus,
            post: post,
            arrivals: Arrival.spoiled(arrivals, by: flaw)
        )
        for (number, digest) in asked.digests.enumerated() {
            if try await repository.read({ view in try view.evidence(digest, app: AppName(PolledShop.app)) }) == nil {
                judgment.verdict.violate("notification \(number), which no client sent, was never found")
            } else {
                judgment.healedCount += 1
            }
        }
        // Nothing is recorded, so the time is never asked for.
        let nobody = Ambient(now: { Instant(milliseconds: 0) }, randomBytes: { Array(repeating: 0, count: $0) })
        for flaw in try await AuditLog(repository: repository, ambient: nobody).flaws() {
            judgment.verdict.violate("the audit log: \(flaw)")
        }
        await repository.close()
        let numbers = try PostgreSQLConnection(settings, interruption: try PostgreSQLInterruption())
        let series = NumberSeries.spoiled(try LedgerNumbers(numbers).series, by: flaw)
        numbers.close()
        judgment.seriesCount = series.count
        judgment.numberCount = series.reduce(0) { $0 + $1.numbers.count }
        for sentence in series.flatMap(\.violations) { judgment.verdict.violate(sentence) }
        judgment.streams = EventStreamJudge(
            EventStreamVisit.spoiled(visits, by: flaw),
            receivers: ReceiverPlan.cluster.map(\.name)
        )
        judgment.rates = RateJudge(
            AppleCall.spoiled(calls, by: flaw),
            bundleID: TortureCorpus.bundleID(of: PolledShop.app)
        )
        return judgment
    }

    /// All violations.
    var violations: [String] {
        self.verdict.violations + self.streams.violations.prefix(Verdict.limit) + self.rates.violations
    }
}
