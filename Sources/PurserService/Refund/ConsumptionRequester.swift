package import Ledger
package import Logging
import Metrics
import Notation

/// Asks the shop's fulfiller how a purchase was used, where its refund is requested and the catalog enables it.
///
/// Where the fulfiller does not answer in time, or its answer is malformed, the other evidence counts. Requests are
/// signed and restricted to allowed addresses as all webhook requests are.
package struct ConsumptionRequester: Sendable {
    /// The maximum length of an answer in bytes.
    package static let longestAnswer = 4096
    /// The maximum configurable time limit.
    package static let longestWait = Span.seconds(10)

    /// Makes one request and returns its answer within a time limit.
    package typealias Call =
        @Sendable (WebhookMessage, WebhookEndpoint, Duration) async -> (outcome: WebhookOutcome, body: [UInt8]?)

    /// The outcome of a request.
    enum Outcome: Hashable {
        /// The fulfiller stated how the purchase was used.
        case answered(ConsumptionEvidence)
        /// The fulfiller has no information.
        case nothing
        /// The fulfiller did not answer in time, or refused, with this code.
        case silent(String)
        /// The answer is malformed.
        case malformed
        /// The request was not made, because the breaker is open.
        case suspended

        /// The name in metrics.
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

    /// Creates a requester for the fulfiller of an app, within the permits of the breaker.
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

    /// Returns the fulfiller's evidence about a purchase; `nil` where it is not asked or has none.
    ///
    /// It is asked only where an answer may be sent to Apple.
    func ask(
        _ record: RefundRecord,
        _ request: RefundRequest,
        at now: Instant
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        guard let wait = self.app.catalog.fulfillment?.asksWithin else { return nil }
        let known: (fulfiller: WebhookEndpoint, kind: TransactionSnapshot.Kind)? = try await self.repository.read {
            view in
            let endpoints = try view.webhooks(of: self.app.name)
            guard let fulfiller = endpoints.first(where: { $0.isFulfiller && $0.state == .active }),
                let snapshot = try view.purchase(of: record)?.snapshot, snapshot.ownership == .purchased,
                try view.consentBasis(of: record, snapshot, in: self.app, at: now) != nil
            else { return nil }
            return (fulfiller, snapshot.kind)
        }
        guard let (fulfiller, kind) = known else { return nil }
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
                "The fulfiller has not stated how a purchase was used; the other evidence counts.",
                metadata: ["refund": "\(record.id)", "code": "\(code)"]
            )
        case .malformed:
            self.logger.warning(
                "The fulfiller's answer about how a purchase was used is malformed; the other evidence counts.",
                metadata: ["refund": "\(record.id)"]
            )
        }
        return nil
    }

    /// Returns the outcome of asking a fulfiller; makes no request while the breaker is open.
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
                "The fulfiller has not answered several times in a row; consumption requests are suspended for a while.",
                metadata: ["app": "\(self.app.name)", "webhook": "\(fulfiller.id)"]
            )
        }
        return found
    }

    /// Returns the request to the fulfiller, identical for each attempt of one refund request.
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

    /// Returns the outcome for an answer.
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
