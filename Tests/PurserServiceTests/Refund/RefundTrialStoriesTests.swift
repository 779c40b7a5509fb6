import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// A policy on trial for a share of the refunds, beside a store that follows the answers.
@Suite struct RefundTrialStoriesTests {
    private static let decline = "policy: refunds\notherwise: DECLINE\n"
    private static let grant = "policy: refunds\notherwise: GRANT_FULL\n"

    /// Lets a customer buy, request a refund, and Apple decide; returns the arm.
    private static func ask(_ stage: RefundStage, _ responder: RefundResponder) async throws -> RefundRecord {
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.work(responder)
        try await stage.pass(.seconds(1))
        try await stage.work(responder)
        let record = try await stage.record(id)
        return try #require(record)
    }

    private static func ended(_ stage: RefundStage) async throws -> Int {
        let anna = try #require(CustomerID("anna"))
        let stream = EventStream(app: stage.shop.app.name, subject: .customer(anna))
        return try await stage.shop.repository.read { view in try view.events(of: stream, after: 0, limit: 2000) }.count
        {
            $0.name == .trialEnded
        }
    }

    @Test("A version that loses money applies to its share, is stopped, and the one in force applies to all")
    func worse() async throws {
        let stage = try RefundStage()
        let name = stage.shop.app.name
        try await stage.consent()
        try await stage.publish(Self.decline)
        let responder = try stage.responder()
        let before = try await Self.ask(stage, responder)
        #expect(before.answers.first?.assignment == nil, "No trial is running yet.")
        let terms = TrialTerms(shareMilliunits: 50_000, seed: 7, minimumCases: 30, maximumCases: 1000)
        let tried = try await stage.service.publish(Self.grant, trial: terms, in: name, by: "eve")
        let experiment = try #require(tried.trial?.experiment)
        #expect(experiment.seed == 7)
        var counts: [RefundExperiment.Arm: Int64] = [:]
        while true {
            let record = try await Self.ask(stage, responder)
            let arm = experiment.arm(of: record.transactionID)
            counts[arm, default: 0] += 1
            let answer = try #require(record.answers.first)
            #expect(answer.assignment == RefundAnswer.Assignment(arm, of: 2))
            #expect(answer.decider == .policy(version: arm == .trial ? 2 : 1, rule: nil))
            #expect(record.status == (arm == .trial ? .refunded : .declined))
            let policy = try await stage.service.policy(2, in: name)
            guard policy.trial?.isRunning == true else { break }
            guard counts.values.reduce(0, +) < 200 else {
                Issue.record("It never ended.")
                return
            }
        }
        let policy = try await stage.service.policy(2, in: name)
        #expect(policy.trial?.end?.ending == .worse)
        let found = try await stage.service.report(on: policy, in: name)
        let report = try #require(found)
        for arm in RefundExperiment.Arm.allCases {
            #expect([report[arm].cases, report[arm].decided] == [counts[arm], counts[arm]])
        }
        #expect(min(report[.trial].decided, report[.holdOut].decided) == 30, "No more refunds than needed.")
        #expect(report[.trial].kept.values.allSatisfy { $0 == 0 })
        #expect(report[.holdOut].kept == report[.holdOut].asked)
        #expect(try await Self.ended(stage) == 1)
        for _ in 0..<6 {
            let after = try await Self.ask(stage, responder)
            #expect(after.status == .declined)
            #expect(after.answers.first?.assignment == nil)
        }
        let left = try await stage.service.report(on: policy, in: name)
        #expect(left == report, "Later refunds do not count.")
    }

    @Test("All requests of a refund and all nodes use the same policy; a person ends a trial, and may begin another")
    func stopped() async throws {
        let stage = try RefundStage()
        let name = stage.shop.app.name
        try await stage.consent()
        try await stage.publish(Self.grant)
        let terms = TrialTerms(shareMilliunits: 50_000)
        let tried = try await stage.service.publish(Self.decline, trial: terms, in: name, by: "eve")
        let experiment = try #require(tried.trial?.experiment)
        #expect(experiment.seed == 2, "Without a seed the policy's number divides the refunds.")
        await #expect(throws: RefundError.trialRunning(2)) {
            _ = try await stage.service.publish(Self.grant, trial: terms, in: name, by: "eve")
        }
        // The customer asks until the trial applies, which declines; and asks again.
        var record = try await Self.ask(stage, stage.responder())
        while experiment.arm(of: record.transactionID) == .holdOut {
            record = try await Self.ask(stage, stage.responder())
        }
        #expect(record.status == .declined)
        try stage.ask(for: record.transactionID.rawValue)
        try await stage.hear()
        // Another node, which has not read the policies yet.
        try await stage.work(stage.responder())
        let again = try await stage.record(record.transactionID.rawValue)
        #expect(again?.answers.map(\.assignment?.arm) == [.trial, .trial])
        let report = try await stage.service.endTrial(of: 2, in: name, by: "eve", reason: "enough")
        #expect(report.trial.end?.ending == .stopped && report.trial.end?.by == "eve")
        #expect(report[.trial].cases == 1 && report[.trial].declined == 1)
        await #expect(throws: RefundError.trialNotRunning) {
            _ = try await stage.service.endTrial(of: 2, in: name, by: "eve")
        }
        await #expect(throws: RefundError.policyUnknown(9)) {
            _ = try await stage.service.endTrial(of: 9, in: name, by: "eve")
        }
        let after = try await Self.ask(stage, stage.responder())
        #expect(after.answers.first?.decider == .policy(version: 1, rule: nil))
        let another = try await stage.service.publish(Self.decline, trial: terms, in: name, by: "eve")
        #expect(another.version == 3 && another.trial?.isRunning == true)
        _ = try await stage.service.publish(Self.decline, in: name, by: "eve")
        let replaced = try await stage.service.policy(3, in: name)
        #expect(replaced.trial?.end?.ending == .replaced)
        let last = try await Self.ask(stage, stage.responder())
        #expect(last.answers.first?.decider == .policy(version: 4, rule: nil))
    }

    @Test("Inconsistent terms start no trial, and nothing is published")
    func invalid() async throws {
        let stage = try RefundStage()
        let name = stage.shop.app.name
        for terms in [
            TrialTerms(shareMilliunits: 0), TrialTerms(shareMilliunits: 100_000),
            TrialTerms(shareMilliunits: 20_000, seed: -1),
            TrialTerms(shareMilliunits: 20_000, minimumCases: 5000, maximumCases: 6000),
        ] {
            await #expect(throws: RefundError.trialInvalid) {
                _ = try await stage.service.publish(Self.grant, trial: terms, in: name, by: "eve")
            }
        }
        #expect(try await stage.service.policies(in: name, before: nil, limit: 9) == [])
    }

    @Test("The Sandbox uses both versions, and counts for nothing")
    func sandbox() async throws {
        let stage = try RefundStage(.sandbox)
        let name = stage.shop.app.name
        try await stage.consent()
        let terms = TrialTerms(shareMilliunits: 50_000, seed: 7)
        _ = try await stage.service.publish(Self.decline, trial: terms, in: name, by: "eve")
        let record = try await Self.ask(stage, stage.responder())
        #expect(record.answers.first?.assignment != nil)
        let report = try await stage.service.report(on: stage.service.policy(1, in: name), in: name)
        #expect(report?.tallies.isEmpty == true)
    }
}
