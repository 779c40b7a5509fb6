package import Ledger
package import Logging

/// Answers Apple's consumption requests for refunds of an app, one at a time, until Apple has received each answer
/// once.
///
/// The answer is created once for each request and stored before it is sent, so that the responder that continues after
/// a crash sends the same. Consent is checked before each attempt.
package struct RefundResponder: Sendable {
    /// The duration of a refund's lease, renewed before each attempt: longer than one attempt takes, and much shorter
    /// than the Sandbox's five minutes, because the responder that continues after a crash waits for it to expire.
    package static let lease = Span.seconds(20)
    /// The time limit of one attempt, including the wait for the rate limit.
    package static let deadline = Duration.seconds(15)
    /// The maximum number of refunds that are processed at once.
    package static let capacity = 32
    /// The longest rest of a refund that waits for consent; a consent wakes it up, and the rest covers other changes.
    private static let longestRest = Span.hours(1)

    /// Sends an answer, and returns when Apple has received it.
    package typealias Send = @Sendable (RefundRecord, RefundAnswer.SentAnswer) async throws(RefundAttemptError) -> Void
    /// Fetches a transaction that the ledger does not know from Apple.
    package typealias Fetch = @Sendable (RefundRecord) async -> Void

    let app: ServedApp
    let repository: any Repository
    let factCollector: RefundFactCollector
    let ambient: Ambient
    let workers: Ambient
    let foreignRest: Span?
    let logger: Logger
    let metrics = RefundMetrics()
    let fetch: Fetch
    let send: Send

    /// Creates a responder for an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - repository: The ledger.
    ///   - ambient: The ledger's time, which deadlines follow.
    ///   - workers: Real time, which leases and retries follow.
    ///   - foreignRest: The longest rest where the ledger follows a simulated clock, which may be advanced at any time.
    ///   - logger: The log of what an operator should know.
    ///   - requester: Asks the shop how a purchase was used; `nil` where the shop is not asked.
    ///   - fetch: Fetches a transaction that the ledger does not know from Apple.
    ///   - send: Makes one attempt.
    package init(
        for app: ServedApp,
        repository: any Repository,
        ambient: Ambient,
        workers: Ambient,
        foreignRest: Span? = nil,
        logger: Logger,
        requester: ConsumptionRequester? = nil,
        fetch: @escaping Fetch,
        send: @escaping Send
    ) {
        self.app = app
        self.repository = repository
        self.factCollector = RefundFactCollector(
            repository: repository,
            app: app,
            rules: RefundRules(of: app.name),
            requester: requester
        )
        self.ambient = ambient
        self.workers = workers
        self.foreignRest = foreignRest
        self.logger = logger
        self.fetch = fetch
        self.send = send
    }

    /// Processes due refunds, as many at once as allowed, and returns whether more may be due.
    package func work() async -> Bool {
        let leases = await self.take(upTo: Self.capacity)
        await withDiscardingTaskGroup { group in
            for lease in leases.leases { group.addTask { await self.process(lease) } }
        }
        return leases.count == Self.capacity
    }

    /// Leases at most `limit` due refunds.
    func take(upTo limit: Int) async -> RefundLeases {
        do throws(RepositoryError) {
            let now = self.workers.now()
            let leases = try await self.repository.leaseRefunds(
                of: self.app.name,
                at: now,
                until: now + Self.lease,
                limit: limit
            )
            for id in leases.unreadable {
                self.logger.error(
                    "A refund cannot be read; Apple gets no answer about it.",
                    metadata: ["refund": "\(id)", "code": "\(RepositoryError.corrupt.code)"]
                )
            }
            return leases
        } catch {
            self.logger.error("No refund can be processed now.", metadata: ["code": "\(error.code)"])
            return RefundLeases()
        }
    }

    /// Processes one refund.
    func process(_ lease: RefundLease) async {
        do throws(RepositoryError) {
            try await self.freeze(lease.record)
            guard let request = lease.record.openRequest else { return try await self.close(lease) }
            let answer = lease.record.answer(to: request.id)
            if answer == nil { self.metrics.noteRequest(lease.record) }
            try await self.answer(request, answer ?? RefundAnswer(request.id), lease)
        } catch {
            // The lease expires, and the refund is processed again.
            self.logger.error("A refund cannot be processed now.", metadata: ["code": "\(error.code)"])
        }
    }

    /// Records Apple's decision, also where Apple decided without an answer.
    private func close(_ lease: RefundLease) async throws(RepositoryError) {
        let record = lease.record
        if let request = record.forgoneRequest(at: self.ambient.now()) {
            var answer = record.answer(to: request.id) ?? RefundAnswer(request.id)
            answer.isMissed = true
            // Another request of the refund may be open.
            let step = RefundStep(answer, .refundMissed, next: .at(self.workers.now()))
            guard try await self.conclude(lease, step) != nil else { return }
            return answer.isInDoubt ? self.metrics.noteDoubtful(record) : self.metrics.noteMissed(record)
        }
        let isNew = record.outcome != nil && record.outcome != record.noted
        let step = RefundStep(next: .never, noted: isNew ? record.outcome : nil)
        guard try await self.conclude(lease, step) != nil, isNew else { return }
        self.metrics.noteOutcome(record)
    }

    private func answer(
        _ request: RefundRequest,
        _ known: RefundAnswer,
        _ lease: RefundLease
    ) async throws(RepositoryError) {
        let now = self.ambient.now()
        var answer = known
        switch request.status(at: now, lease.record.deadlines) {
        case .open, .late: break
        case .over, .decided:
            answer.isMissed = true
            // A later request may be open.
            let event: EventName? = answer.refusal == nil ? .refundMissed : nil
            let step = RefundStep(answer, event, next: .at(self.workers.now()))
            guard try await self.conclude(lease, step) != nil, event != nil else { return }
            return answer.isInDoubt
                ? self.metrics.noteDoubtful(lease.record) : self.metrics.noteMissed(lease.record)
        }
        if let next = try await self.nextCheck(at: answer, request, lease.record, at: now) {
            _ = try await self.conclude(lease, RefundStep(next: .at(next)))
            return
        }
        if answer.sent == nil {
            guard let decided = try await self.decide(request, answer, lease, at: now) else { return }
            answer = decided
        } else if try await !self.repository.read({ view in try self.maySend(lease.record, at: now, in: view) }) {
            return try await self.withhold(.noConsent, answer, request, lease)
        } else {
            answer.begin(at: now)
            guard try await self.keep(answer, after: known, to: request, lease) else { return }
        }
        try await self.send(answer, request, lease, wasInDoubt: known.isInDoubt)
    }

    /// Returns whether an answer may be sent.
    private func maySend(_ record: RefundRecord, at now: Instant, in view: any ReadView) throws -> Bool {
        guard let snapshot = try view.purchase(of: record)?.snapshot else { return false }
        return try view.consentBasis(of: record, snapshot, in: self.app, at: now) != nil
    }

    /// Records an attempt that failed, and plans the next.
    func fail(
        _ code: String,
        canRetry: Bool,
        _ known: RefundAnswer,
        _ wait: Span,
        _ lease: RefundLease
    ) async throws(RepositoryError) {
        var answer = known
        answer.failure = RefundAnswer.Failure(code: code, at: self.ambient.now())
        self.metrics.noteFailure(code, lease.record)
        self.logger.log(
            level: canRetry ? .notice : .error,
            "An answer about a refund could not be sent to Apple; the server tries again.",
            metadata: ["refund": "\(lease.record.id)", "code": "\(code)"]
        )
        _ = try await self.conclude(lease, RefundStep(answer, next: .at(self.workers.now() + wait)))
    }

    /// Records that no answer may be sent; where consent may come, the refund is checked again later.
    func withhold(
        _ refusal: RefundReply.Refusal,
        _ known: RefundAnswer,
        _ request: RefundRequest,
        _ lease: RefundLease
    ) async throws(RepositoryError) {
        var answer = known
        let isNew = answer.refusal != refusal
        answer.refusal = refusal
        let now = self.workers.now()
        let next = refusal.isFinal ? now : self.nextCheck(at: request, lease.record)
        let step = RefundStep(answer, isNew ? .refundWithheld : nil, next: .at(next))
        guard try await self.conclude(lease, step) != nil, isNew else { return }
        self.metrics.noteWithheld(refusal, lease.record)
    }

    /// Records that a person may decide until an instant.
    func hold(_ answer: RefundAnswer, isNew: Bool, until: Instant, _ lease: RefundLease) async throws(RepositoryError) {
        let step = RefundStep(answer, isNew ? .refundHeld : nil, next: .at(self.real(until)))
        _ = try await self.conclude(lease, step)
    }

    /// Returns when to check a waiting request again, without collecting its facts; `nil` where it may be answered now.
    ///
    /// The server waits for a person until the deadline of their decision, and for consent until the customer has given
    /// one.
    private func nextCheck(
        at answer: RefundAnswer,
        _ request: RefundRequest,
        _ record: RefundRecord,
        at now: Instant
    ) async throws(RepositoryError) -> Instant? {
        if answer.refusal == .noConsent {
            let hasAgreed = try await self.repository.read { view in try self.hasAgreed(record, at: now, in: view) }
            return hasAgreed ? nil : self.nextCheck(at: request, record)
        }
        guard let until = answer.heldUntil, now < until, answer.sent == nil, answer.decision == nil else { return nil }
        let waits = try await self.repository.read { view in
            let override = try record.customer.flatMap { try view.refundOverride(of: $0, app: record.app) }
            return try override == nil && self.hasAgreed(record, at: now, in: view)
        }
        return waits ? self.real(until) : nil
    }

    /// Returns whether the customer has given any consent, even a rescinded one, or whether the storefront requires
    /// none.
    private func hasAgreed(_ record: RefundRecord, at now: Instant, in view: any ReadView) throws -> Bool {
        guard let customer = record.customer, !customer.isErased else { return false }
        let consents = try view.refundConsents(of: customer, app: record.app)
        if Consent.current(among: consents, at: now) != nil { return true }
        guard self.app.catalog.consent.hasOptOut else { return false }
        return try self.maySend(record, at: now, in: view)
    }

    /// Returns when to check a request that waits for consent again.
    private func nextCheck(at request: RefundRequest, _ record: RefundRecord) -> Instant {
        let now = self.ambient.now()
        let rest = RefundBackoff.rest(longest: Self.longestRest, for: request, record.deadlines, at: now)
        return self.real(now + rest)
    }

    /// Returns the instant of real time that corresponds to an instant of the ledger.
    private func real(_ instant: Instant) -> Instant {
        let rest = max(instant - self.ambient.now(), .zero)
        return self.workers.now() + (self.foreignRest.map { min(rest, $0) } ?? rest)
    }

    /// Stores a step and returns the refund after it; `nil` where the lease has expired.
    func conclude(_ lease: RefundLease, _ step: RefundStep) async throws(RepositoryError) -> RefundRecord? {
        try await self.repository.write { unit in try unit.conclude(lease, step, at: self.ambient.now()) }
    }

    /// Holds the remaining coins while Apple decides, where the product has this policy, and releases the hold
    /// afterwards.
    ///
    /// A hold is released automatically after seven days.
    private func freeze(_ record: RefundRecord) async throws(RepositoryError) {
        guard self.app.catalog.products[record.subject.productID]?.onRequest == .freeze,
            let request = record.refundCase.requests.last
        else { return }
        let now = self.ambient.now()
        let isOpen = record.refundCase.state == .requested
        let end = request.signedAt + WalletPurchase.Hold.longest
        // The server does not wait longer than a hold lasts.
        if isOpen, now >= end { return }
        let key = "\(record.id)/\(request.id)"
        var coins: [CoinName: Coin] = [:]
        for (name, coin) in self.app.catalog.coins { coins[CoinName(name)] = coin }
        try await self.repository.write { [coins] unit in
            guard let purchase = try unit.purchase(of: record)?.purchase else { return }
            // This request neither releases nor repeats the hold of a reported refund.
            if !isOpen, purchase.isReportFrozen { return }
            let walletRequest = WalletRequest(
                isOpen ? .hold(purchase.key, until: end) : .releaseHold(purchase.key),
                cause: .refund,
                key: isOpen ? key : "\(key)/releaseHold",
                reason: "refund request",
                at: now
            )
            // A purchase that credited no coins has none to hold.
            _ = try unit.carryOut(walletRequest, app: record.app, environment: record.environment, coins: coins)
        }
    }

    /// Returns the longest delay between two attempts.
    static func longestWait(_ record: RefundRecord) -> Span {
        record.environment == .production ? .minutes(10) : .seconds(20)
    }
}
