import AppStore
import Ledger
import Logging

extension RefundWorker {
    /// Decides what Apple is told about a request and keeps it; `nil` where nothing is to be sent now, which is kept too.
    func decide(
        _ round: RefundRound,
        _ known: RefundAnswer,
        _ lease: RefundLease,
        at now: Instant
    ) async throws(RepositoryError) -> RefundAnswer? {
        var answer = known
        let record = lease.record
        // Of what waits for a person the shop was asked when it began to wait.
        let mayAsk = known.heldUntil == nil
        var gathered = try await self.gathering.findings(on: record, round, at: now, mayAsk: mayAsk)
        if gathered == nil {
            // Apple may take its time.
            let until = self.workers.now() + Self.lease
            _ = try await self.conclude(lease, RefundStep(next: .goOn(until: until)))
            await self.fetch(record)
            gathered = try await self.gathering.findings(on: record, round, at: now, mayAsk: mayAsk)
        }
        guard let found = gathered else {
            let rest = RefundPace.rest(longest: Self.longestWait(record), for: round, record.deadlines, at: now)
            try await self.fail(
                RefundAttemptError.Code.transactionUnknown.rawValue,
                canRetry: true,
                answer,
                rest,
                lease
            )
            return nil
        }
        answer.evidence = found.named
        answer.origins = found.origins
        answer.circumstances = found.circumstances
        let counting = try await self.rules.counting()
        if let strange = counting.strange {
            self.logger.error(
                "A refund policy is not understood by this version of the server; an earlier one counts.",
                metadata: [
                    "app": "\(self.app.name)", "version": "\(strange)", "counts": "\(counting.inForce.version)",
                ]
            )
        }
        var second: Ledger.RefundPreference?
        let wish: Ledger.RefundPreference?
        if let word = answer.word {
            (answer.decider, wish) = (.person(word.by), word.preference)
        } else if let override = try await self.override(of: record) {
            (answer.decider, wish) = (.override(by: override.by), override.preference)
        } else {
            let (policy, allotment) = counting.policy(for: record.transactionID)
            let verdict = policy.rules.verdict(on: answer.evidence)
            answer.decider = .policy(version: policy.version, rule: verdict.decided?.name)
            second = policy.second
            // About what nothing may be told neither arm has any say. Who was held by one stays with it, whoever decides.
            if found.circumstances.mayTell { answer.allotment = answer.allotment ?? allotment }
            switch RefundDecision(verdict.answer, for: round, record.deadlines) {
            case .tell(let preference): wish = preference
            case .hold(let until, let preference):
                // Without consent nobody has anything to decide.
                if now < until, found.circumstances.mayTell {
                    let isNew = answer.heldUntil == nil
                    answer.heldUntil = until
                    answer.refusal = nil
                    try await self.hold(answer, isNew: isNew, until: until, lease)
                    return nil
                }
                wish = preference
            }
        }
        let reply: RefundReply
        do throws(RefundReply.Refusal) {
            reply = try RefundReply(wish, otherwise: second, in: found.circumstances)
        } catch let refusal {
            try await self.withhold(refusal, answer, round, lease)
            return nil
        }
        guard let body = Self.body(reply, record, found, at: now) else {
            let rest = RefundPace.rest(longest: Self.longestWait(record), for: round, record.deadlines, at: now)
            try await self.fail(RefundAttemptError.Code.answerIllegal.rawValue, canRetry: false, answer, rest, lease)
            return nil
        }
        answer.told = RefundAnswer.Told(
            body: body,
            isFirstVersion: record.wantsFirstVersion,
            delivery: reply.delivery,
            share: reply.share,
            preference: reply.preference,
            frozenAt: now
        )
        answer.begin(at: now)
        return try await self.keep(answer, after: known, to: round, lease) ? answer : nil
    }

    func override(of record: RefundRecord) async throws(RepositoryError) -> RefundOverride? {
        guard let customer = record.customer else { return nil }
        return try await self.repository.refundOverride(of: customer, app: record.app)
    }

    private static func body(
        _ reply: RefundReply,
        _ record: RefundRecord,
        _ found: RefundFindings,
        at now: Instant
    ) -> [UInt8]? {
        guard record.wantsFirstVersion else {
            return ConsumptionAnswer(reply, about: found.snapshot.kind)?.request.json()
        }
        let token = found.snapshot.accountToken.map(StoreDesk.uuid)
        return ConsumptionAnswerV1(reply, facts: found.facts, dollars: found.dollars, token: token, at: now)
            .request.json()
    }
}
