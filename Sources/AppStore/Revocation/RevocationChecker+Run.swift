import Synchronization

extension RevocationChecker {
    /// Asks what is due until the task is canceled, then returns quietly.
    ///
    /// One at a time: a second run would take turns with the first. Questions on their way at the end are given up and
    /// count neither for nor against a certificate.
    ///
    /// - Parameter clock: The clock to rest by; it and `now` must keep the same pace.
    public func run(clock: some Clock<Duration> = ContinuousClock()) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                // Before `now`: a clock that is moved in between makes the rest too short, and never too long.
                let start = clock.now
                let now = self.now()
                let (questions, nextEventAt) = self.records.withLock { records in
                    records.settle(now: now)
                    let questions = records.takeQuestions(now: now, limit: Self.maximumQuestionCount)
                    // What is due and must wait its turn is taken when a question ends, which wakes this loop.
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

    /// Sends a request and gives up when the time is over, whatever the transport does about time itself.
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

/// A flag that one task waits for and any other raises.
///
/// Raised while nobody waits, it is kept for the next who does; raised twice, it counts once.
final class WakeSignal: Sendable {
    private struct State: Sendable {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Whether somebody waits.
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

    /// Waits until the flag is raised, and lowers it; returns at once when the task is canceled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = self.state.withLock { state -> CheckedContinuation<Void, Never>? in
                    // Cancellation is looked at under the lock: its handler takes the lock too, before or after.
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
