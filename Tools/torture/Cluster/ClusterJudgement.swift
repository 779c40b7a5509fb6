import AppStore
import Ledger
import Logging
import PersistencePostgreSQL
import PurserService

/// What was found at the end, by everybody who looks.
struct ClusterJudgement {
    /// What the books hold, and what receivers were told.
    var verdict = Verdict()
    /// How many series of numbers there are.
    var seriesCount = 0
    /// How many numbers there are in them.
    var numberCount = 0
    /// How many notifications were found that nobody had sent.
    var healedCount = 0
    /// Lanes by who told them.
    var lanes = LaneJudge([], receivers: [])
    /// What was asked of the App Store how often.
    var rates = RateJudge([], bundleID: "")

    /// Judges the database, and what everybody wrote down.
    static func judge(
        _ connection: String,
        corpus: TortureCorpus,
        asked: AskedShop,
        post: Post,
        arrivals: [Arrival],
        visits: [LaneVisit],
        calls: [AppleCall],
        flaw: TortureFlaw?
    ) async throws -> Self {
        let settings = PostgreSQLSettings(connection: connection, applicationName: "judgement")
        let repository: any Repository = try PostgreSQLRepository(
            settings,
            migrates: false,
            readerCount: 1,
            logger: Logger(label: "judgement") { _ in SwiftLogNoOpLogHandler() }
        )
        var judgement = Self()
        judgement.verdict = try await Judgement.judge(
            repository,
            plans: ReceiverPlan.cluster,
            log: nil,
            corpus: corpus,
            post: post,
            arrivals: Arrival.spoiled(arrivals, by: flaw)
        )
        for (number, digest) in asked.digests.enumerated() {
            if try await repository.evidence(digest, app: AppName(AskedShop.app)) == nil {
                judgement.verdict.violate("notification \(number) of what nobody sent was never found")
            } else {
                judgement.healedCount += 1
            }
        }
        // Nothing is entered, so nobody asks for the time.
        let nobody = Ambient(now: { Instant(milliseconds: 0) }, randomBytes: { Array(repeating: 0, count: $0) })
        for flaw in try await AuditLog(repository: repository, ambient: nobody).flaws() {
            judgement.verdict.violate("the audit log: \(flaw)")
        }
        await repository.close()
        let numbers = try PostgreSQLConnection(settings, interruption: try PostgreSQLInterruption())
        let series = NumberSeries.spoiled(try BookNumbers(numbers).series, by: flaw)
        numbers.close()
        judgement.seriesCount = series.count
        judgement.numberCount = series.reduce(0) { $0 + $1.numbers.count }
        for sentence in series.flatMap(\.violations) { judgement.verdict.violate(sentence) }
        judgement.lanes = LaneJudge(
            LaneVisit.spoiled(visits, by: flaw),
            receivers: ReceiverPlan.cluster.map(\.name)
        )
        judgement.rates = RateJudge(
            AppleCall.spoiled(calls, by: flaw),
            bundleID: TortureCorpus.bundleID(of: AskedShop.app)
        )
        return judgement
    }

    /// Everything that is wrong.
    var violations: [String] {
        self.verdict.violations + self.lanes.violations.prefix(Verdict.limit) + self.rates.violations
    }
}
