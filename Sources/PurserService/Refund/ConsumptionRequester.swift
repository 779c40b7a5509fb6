package import Ledger
package import Logging
import Metrics
import Notation

/// Asks the shop's fulfiller how a purchase was used, when its refund is asked for and the catalog says so.
///
/// What he does not answer in time, or not so that it can be understood, is as if nobody had asked: then what is known
/// without him counts. A call is signed and guarded like everything that he is told.
package struct ConsumptionRequester: Sendable {
    /// The longest answer that is read, in bytes.
    package static let longestAnswer = 4096
    /// The longest that he may be given.
    package static let longestWait = Span.seconds(10)

    /// Makes one call, and returns what was answered within a length of time.
    package typealias Call =
        @Sendable (WebhookMessage, WebhookEndpoint, Duration) async -> (outcome: WebhookOutcome, body: [UInt8]?)

    /// What came of asking.
    enum Outcome: Hashable {
        /// He said how it was used.
        case answered(ConsumptionEvidence)
        /// He knows nothing of it.
        case nothing
        /// He did not answer in time, or refused; with a code.
        case silent(String)
        /// What he said cannot be understood.
        case malformed
        /// He was not asked, because he has not answered of late.
        case suspended

        /// What metrics call it.
        var word: String {
            switch self {
            case .answered: "answered"
            case .nothing: "nothing"
            case .silent: "silent"
            case .malformed: "malformed"
            case .suspended: "suspended"
            }
        }
    }

    private let repository: any Repository
    private let app: ServedApp
    private let breaker: ConsumptionBreaker
    private let logger: Logger
    private let call: Call

    /// Asks the fulfiller of an app, as far as the breaker gives leave.
    package init(
        of app: ServedApp,
        repository: any Repository,
        breaker: ConsumptionBreaker,
        logger: Logger,
        call: @escaping Call
    ) {
        self.app = app
        self.repository = repository
        self.breaker = breaker
        self.logger = logger
        self.call = call
    }

    /// What he says of a purchase now; `nil` where he is not asked, or says nothing that can be used.
    func ask(
        _ record: RefundRecord,
        _ request: RefundRequest,
        _ kind: TransactionSnapshot.Kind,
        at now: Instant
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        guard let wait = self.app.catalog.fulfillment?.asksWithin else { return nil }
        let endpoints = try await self.repository.webhooks(of: self.app.name)
        guard let fulfiller = endpoints.first(where: { $0.isFulfiller && $0.state == .active }) else { return nil }
        let found = await self.outcome(of: record, request, kind, fulfiller, within: wait, at: now)
        Counter(
            label: "purser_refund_consumption_requests_total",
            dimensions: [
                ("app", record.app.rawValue), ("environment", record.environment.rawValue), ("outcome", found.word),
            ]
        ).increment()
        switch found {
        case .answered(let word): return word
        case .nothing, .suspended: return nil
        case .silent(let code):
            self.logger.notice(
                "The fulfiller has not said how a purchase was used; what is known without him counts.",
                metadata: ["refund": "\(record.id)", "code": "\(code)"]
            )
        case .malformed:
            self.logger.warning(
                "What the fulfiller said of how a purchase was used cannot be understood; what is known without him counts.",
                metadata: ["refund": "\(record.id)"]
            )
        }
        return nil
    }

    /// What comes of asking a fulfiller; nothing is asked of one who is spared.
    private func outcome(
        of record: RefundRecord,
        _ request: RefundRequest,
        _ kind: TransactionSnapshot.Kind,
        _ fulfiller: WebhookEndpoint,
        within wait: Span,
        at now: Instant
    ) async -> Outcome {
        guard let permit = self.breaker.permit(to: fulfiller.id) else { return .suspended }
        let message = Self.message(record, request)
        let (outcome, body) = await self.call(message, fulfiller, .milliseconds(wait.milliseconds))
        let found = Self.outcome(of: outcome, body, kind, at: now)
        var hasAnswered = true
        if case .silent = found { hasAnswered = false }
        if self.breaker.note(hasAnswered, permit) {
            self.logger.warning(
                "The fulfiller is not asked for a while how purchases were used: he has not answered several times in a row.",
                metadata: ["app": "\(self.app.name)", "webhook": "\(fulfiller.id)"]
            )
        }
        return found
    }

    /// What he is asked: the same of one request, however often.
    static func message(_ record: RefundRecord, _ request: RefundRequest) -> WebhookMessage {
        let id = "csm_" + request.id.replacing(".", with: "-")
        var json = JSONText()
        json.add("id", id)
        json.add("name", "refund.consumption")
        json.add("app", record.app.rawValue)
        json.add("customer", record.customer?.rawValue)
        json.add("occurredAt", request.signedAt)
        json.add("data") { json in
            json.add("environment", record.environment.rawValue)
            json.add("transaction", record.transactionID.rawValue)
            json.add("originalTransaction", record.subject.originalTransactionID.rawValue)
            json.add("product", record.subject.productID.rawValue)
            json.add("purchasedAt", record.subject.purchasedAt)
        }
        return WebhookMessage(id: EventID(id), body: json.bytes)
    }

    /// What an answer means.
    static func outcome(
        of outcome: WebhookOutcome,
        _ body: [UInt8]?,
        _ kind: TransactionSnapshot.Kind,
        at now: Instant
    ) -> Outcome {
        switch outcome {
        case .arrived: break
        case .failed(let failure, _), .gone(let failure): return .silent(failure.code)
        case .unable(let code): return .silent(code)
        }
        guard let body else { return .malformed }
        guard !body.isEmpty else { return .nothing }
        return ConsumptionAnswerBody.reading(body, kind, at: now)
    }
}
