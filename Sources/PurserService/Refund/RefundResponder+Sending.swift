import Ledger

extension RefundResponder {
    /// Stores an attempt before it begins, and returns whether it is still wanted and nothing else changed.
    ///
    /// The responder that continues after a crash then sends the same answer and knows that Apple may have received it.
    func keep(
        _ answer: RefundAnswer,
        after known: RefundAnswer,
        to request: RefundRequest,
        _ lease: RefundLease
    ) async throws(RepositoryError) -> Bool {
        let until = self.workers.now() + Self.lease
        let kept = try await self.conclude(lease, RefundStep(answer, next: .goOn(until: until)))
        guard let kept else { return false }
        guard kept.openRequest?.id != request.id else { return true }
        // Apple or a person has decided meanwhile, and nothing was sent.
        _ = try await self.conclude(lease, RefundStep(known, next: .at(self.workers.now())))
        return false
    }

    /// Makes one attempt, whose beginning was stored, and records its end.
    func send(
        _ known: RefundAnswer,
        _ request: RefundRequest,
        _ lease: RefundLease,
        wasInDoubt: Bool
    ) async throws(RepositoryError) {
        guard let sent = known.sent else { return }
        var answer = known
        do throws(RefundAttemptError) {
            try await self.send(lease.record, sent)
        } catch {
            answer.isInDoubt = wasInDoubt || error.mayHaveArrived
            if error.notBefore != nil { answer.putOff() }
            let wait = self.wait(after: error, answer, request, lease.record)
            return try await self.fail(error.code, canRetry: error.canRetry, answer, wait, lease)
        }
        let now = self.ambient.now()
        answer.isInDoubt = wasInDoubt
        answer.receivedAt = now
        if case .open = request.status(at: now, lease.record.deadlines) {} else { answer.isLate = true }
        answer.failure = nil
        var record = lease.record
        record.put(answer)
        // Another request of the refund may wait.
        let next = record.openRequest == nil ? RefundStep.Next.never : .at(self.workers.now())
        let step = RefundStep(answer, .refundAnswered, next: next)
        guard try await self.conclude(lease, step) != nil else { return }
        self.metrics.noteAnswer(answer, lease.record, to: request)
    }

    /// Returns the delay after an attempt that failed.
    private func wait(
        after error: RefundAttemptError,
        _ answer: RefundAnswer,
        _ request: RefundRequest,
        _ record: RefundRecord
    ) -> Span {
        let longest = Self.longestWait(record)
        let now = self.ambient.now()
        if let instant = error.notBefore {
            return RefundBackoff.wait(until: instant, longest: longest, for: request, record.deadlines, at: now)
        }
        let attempts = error.canRetry ? answer.attempts : .max
        return RefundBackoff.wait(after: attempts, longest: longest, for: request, record.deadlines, at: now)
    }
}
