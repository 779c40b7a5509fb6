import Synchronization

extension RevocationChecker {
    /// Asks the responders whenever questions are due, until the task is canceled, then returns.
    ///
    /// Do not call this method again while it runs, because two runs would take turns with the same work. When the task
    /// is canceled, requests that are under way are abandoned and do not affect the status of a certificate.
    ///
    /// - Parameter clock: The clock for waiting; it and `now` must advance at the same rate.
    public func run(clock: some Clock<Duration> = ContinuousClock()) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                // The deadline is computed before `now` is read, so that a clock change in between shortens the wait
                // and never prolongs it.
                let start = clock.now
                let now = self.now()
                let (questions, nextEventAt) = self.records.withLock { records in
                    records.settle(now: now)
                    let questions = records.takeQuestions(now: now, limit: Self.maximumQuestionCount)
                    // A due question that exceeds the limit is taken when another one ends, which wakes this loop.
                    let isFull = records.askedCount >= Self.maximumQuestionCount
                    return (questions, isFull ? nil : records.nextEventAt(now: now))
                }
                self.reportChanges()
                for question in questions {
                    group.addTask { await self.ask(question, clock: clock) }
                }
                let pause = nextEventAt.map { min(.milliseconds(max($0 - now, 0)), Self.longestRest) }
                await self.rest(until: pause.map { start.advanced(by: $0) }, clock: clock)
            }
            group.cancelAll()
        }
    }

    private func reportChanges() {
        let changes = self.records.withLock { $0.changes }
        guard !changes.isEmpty else { return }
        for change in changes { self.onChange(change) }
        self.records.withLock { $0.strikeChanges(changes.count) }
    }

    private func rest<Time: Clock<Duration>>(until end: Time.Instant?, clock: Time) async {
        guard let end else { return await self.wake.wait() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await clock.sleep(until: end, tolerance: nil) }
            group.addTask { await self.wake.wait() }
            await group.next()
            group.cancelAll()
        }
    }

    private func ask(_ question: RevocationRecords.Question, clock: some Clock<Duration>) async {
        let result = await self.answer(question, clock: clock)
        let now = self.now()
        let isGivenUp = Task.isCancelled
        self.records.withLock {
            $0.record(isGivenUp ? nil : result, for: question.certificateID, now: now)
        }
        self.wake.raise()
    }

    private func answer(
        _ question: RevocationRecords.Question,
        clock: some Clock<Duration>
    ) async -> Result<OCSPResult, RevocationError> {
        do throws(RevocationError) {
            let request = try OCSPRequest(certificateID: question.certificateID, nonce: self.nonce())
            let bytes = try await self.exchange(request.derBytes, with: question.address, clock: clock).get()
            let response = try OCSPResponse(derBytes: bytes)
            return .success(try response.answer(to: request, issuer: question.issuer, at: self.now()))
        } catch {
            return .failure(error)
        }
    }

    /// Sends a request with a timeout that does not depend on the transport.
    private func exchange(
        _ request: [UInt8],
        with address: String,
        clock: some Clock<Duration>
    ) async -> Result<[UInt8], RevocationError> {
        await withTaskGroup(of: Result<[UInt8], RevocationError>.self) { group in
            group.addTask {
                do throws(RevocationError) {
                    return .success(try await self.transport.exchange(address, request))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await clock.sleep(until: clock.now.advanced(by: OCSPTransport.timeout), tolerance: nil)
                return .failure(.timedOut)
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(.timedOut)
        }
    }
}

/// A flag that one task waits for and any other task raises.
///
/// A flag that is raised while no task waits is kept for the next wait; raising it twice counts once.
final class WakeSignal: Sendable {
    private struct State: Sendable {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Whether a task waits.
    var isAwaited: Bool { self.state.withLock { $0.waiter != nil } }

    /// Raises the flag.
    func raise() {
        let waiter = self.state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            if waiter == nil { state.isRaised = true }
            return waiter
        }
        waiter?.resume()
    }

    /// Waits until the flag is raised, and lowers it; returns immediately if the task is canceled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = self.state.withLock { state -> CheckedContinuation<Void, Never>? in
                    // Cancellation is checked under the lock, because its handler also takes the lock, before or after.
                    guard !state.isRaised, !Task.isCancelled else {
                        state.isRaised = false
                        return continuation
                    }
                    let earlier = state.waiter
                    state.waiter = continuation
                    return earlier
                }
                ready?.resume()
            }
        } onCancel: {
            let waiter = self.state.withLock { state in
                let waiter = state.waiter
                state.waiter = nil
                return waiter
            }
            waiter?.resume()
        }
    }
}
