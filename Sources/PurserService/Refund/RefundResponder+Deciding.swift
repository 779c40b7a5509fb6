import AppStore
import Ledger
import Logging

extension RefundResponder {
    /// Decides the answer to a request and stores it; `nil` where nothing is to be sent now, which is stored too.
    func decide(
        _ request: RefundRequest,
        _ known: RefundAnswer,
        _ lease: RefundLease,
        at now: Instant
    ) async throws(RepositoryError) -> RefundAnswer? {
        var answer = known
        let record = lease.record
        // The shop was already asked about a request that waits for a person.
        let mayAsk = known.heldUntil == nil
        var gathered = try await self.factCollector.sources(on: record, request, at: now, mayAsk: mayAsk)
        if gathered == nil {
            // The shop may take its time.
            let until = self.workers.now() + Self.lease
            _ = try await self.conclude(lease, RefundStep(next: .goOn(until: until)))
            await self.fetch(record)
            gathered = try await self.factCollector.sources(on: record, request, at: now, mayAsk: mayAsk)
        }
        guard let sources = gathered else {
            let rest = RefundBackoff.rest(longest: Self.longestWait(record), for: request, record.deadlines, at: now)
            try await self.fail(
                RefundAttemptError.Code.transactionUnknown.rawValue,
                canRetry: true,
                answer,
                rest,
                lease
            )
            return nil
        }
        let found = RefundFacts(sources, about: record, request, catalog: self.app.catalog)
        answer.evidence = found.named
        answer.origins = found.origins
        answer.circumstances = found.circumstances
        let counting = sources.policies
        if let strange = counting.strange {
            self.logger.error(
                "This version of the server does not understand the newest refund policy; an earlier one counts.",
                metadata: [
                    "app": "\(self.app.name)", "version": "\(strange)", "counts": "\(counting.inForce.version)",
                ]
            )
        }
        var second: Ledger.RefundPreference?
        let desired: Ledger.RefundPreference?
        if let decision = answer.decision {
            (answer.decider, desired) = (.person(decision.by), decision.preference)
        } else if let override = sources.owner?.override {
            (answer.decider, desired) = (.override(by: override.by), override.preference)
        } else {
            let (policy, assignment) = counting.policy(for: record.transactionID)
            let decision = policy.rules.decision(on: answer.evidence)
            answer.decider = .policy(version: policy.version, rule: decision.matched?.name)
            second = policy.second
            // Where no answer may be sent, neither arm counts. A refund that one arm held stays in it, even if a person decides.
            if found.circumstances.maySend { answer.assignment = answer.assignment ?? assignment }
            switch RefundDecision(decision.answer, for: request, record.deadlines) {
            case .answer(let preference): desired = preference
            case .hold(let until, let preference):
                // Without consent there is no decision for a person.
                if now < until, found.circumstances.maySend {
                    let isNew = answer.heldUntil == nil
                    answer.heldUntil = until
                    answer.refusal = nil
                    try await self.hold(answer, isNew: isNew, until: until, lease)
                    return nil
                }
                desired = preference
            }
        }
        let reply: RefundReply
        do throws(RefundReply.Refusal) {
            reply = try RefundReply(desired, otherwise: second, in: found.circumstances)
        } catch let refusal {
            try await self.withhold(refusal, answer, request, lease)
            return nil
        }
        guard let body = Self.body(reply, record, found, at: now) else {
            let rest = RefundBackoff.rest(longest: Self.longestWait(record), for: request, record.deadlines, at: now)
            try await self.fail(RefundAttemptError.Code.answerIllegal.rawValue, canRetry: false, answer, rest, lease)
            return nil
        }
        answer.sent = RefundAnswer.SentAnswer(
            body: body,
            isFirstVersion: record.wantsFirstVersion,
            deliveryStatus: reply.deliveryStatus,
            share: reply.share,
            preference: reply.preference,
            frozenAt: now
        )
        answer.begin(at: now)
        return try await self.keep(answer, after: known, to: request, lease) ? answer : nil
    }

    private static func body(
        _ reply: RefundReply,
        _ record: RefundRecord,
        _ found: RefundFacts,
        at now: Instant
    ) -> [UInt8]? {
        guard record.wantsFirstVersion else {
            return ConsumptionInformation(reply, about: found.snapshot.kind)?.request.json()
        }
        let token = found.snapshot.accountToken.map(AppStoreService.uuid)
        return ConsumptionInformationV1(reply, facts: found.facts, dollars: found.dollars, token: token, at: now)
            .request.json()
    }
}
