/// A report on refunds over a span of time: Apple's requests, the answers in time, Apple's decisions, and the money by
/// outcome.
///
/// It is a sum over cases, so it does not depend on the order in which they are added.
package struct RefundReport: Hashable, Sendable {
    /// The requests of cases, by what became of them.
    package struct Requests: Hashable, Sendable {
        /// The number of requests.
        package var asked: Int64 = 0
        /// The number of requests that were answered before the deadline.
        package var inTime: Int64 = 0
        /// The number of requests that were answered after the deadline.
        package var late: Int64 = 0
        /// The number of requests without an answer while Apple accepted one.
        package var missed: Int64 = 0
        /// The number of requests for which it is unknown whether Apple received an answer while it accepted one.
        package var doubtful: Int64 = 0
        /// The number of requests that ended before there was an answer: Apple had sent a new request, or decided.
        package var superseded: Int64 = 0
        /// The number of requests that wait for their answer.
        package var open: Int64 = 0
        /// The number of requests that the server was not allowed to answer, by the reason.
        package var withheld: [RefundReply.Refusal: Int64] = [:]
    }

    /// The outcomes of cases, and their money.
    package struct Sum: Hashable, Sendable {
        /// The number of cases.
        package var cases: Int64 = 0
        /// The number of them that Apple has not decided.
        package var open: Int64 = 0
        /// The number of them that Apple refunded, wholly or in part.
        package var refunded: Int64 = 0
        /// The number of them that Apple declined.
        package var declined: Int64 = 0
        /// The number of refunds that Apple reversed.
        package var reversed: Int64 = 0
        /// The number of family-shared purchases that ended.
        package var revoked: Int64 = 0
        /// The payments of customers in decided cases, in thousandths of a unit by currency.
        package var paid: [String: Int128] = [:]
        /// The part of it that Apple paid back.
        package var paidBack: [String: Int128] = [:]
        /// The part of it that the shop kept.
        package var kept: [String: Int128] = [:]

        /// Creates a sum without cases.
        package init() {}

        /// Adds a case.
        package mutating func take(_ record: RefundRecord) {
            self.cases += 1
            let state = record.refundCase.state
            switch state {
            case .requested: self.open += 1
            case .refunded: self.refunded += 1
            case .declined: self.declined += 1
            case .reversed: self.reversed += 1
            case .revoked: self.revoked += 1
            }
            guard let price = record.subject.price, let back = state.paidBack(of: price) else { return }
            let (paid, paidBack) = (Int128(price.amountMilliunits), Int128(back.amountMilliunits))
            self.paid[price.currency, default: 0] += paid
            self.paidBack[price.currency, default: 0] += paidBack
            self.kept[price.currency, default: 0] += paid - paidBack
        }
    }

    /// The preference that was sent to Apple, or that none was sent.
    package enum Answer: String, Hashable, Sendable, CaseIterable {
        /// The preference not to refund.
        case decline = "DECLINE"
        /// The preference for a full refund.
        case grantFull = "GRANT_FULL"
        /// The preference for a partial refund.
        case grantProrated = "GRANT_PRORATED"
        /// The facts without a preference.
        case none
        /// No answer was sent.
        case nothing

        /// Creates the answer that was sent, if any.
        package init(_ sent: RefundAnswer.SentAnswer?) {
            guard let sent else {
                self = .nothing
                return
            }
            switch sent.preference {
            case .decline: self = .decline
            case .grantFull: self = .grantFull
            case .grantProrated: self = .grantProrated
            case nil: self = .none
            }
        }
    }

    /// The environment of the cases: the Sandbox involves no real money.
    package let environment: StoreEnvironment
    /// The requests.
    package private(set) var requests = Requests()
    /// The outcomes of the cases with a request.
    package private(set) var asked = Sum()
    /// The same, by the last answer sent.
    package private(set) var answers: [Answer: Sum] = [:]
    /// The same, by product.
    package private(set) var products: [ProductID: Sum] = [:]
    /// The same, by storefront; `nil` where it is unknown.
    package private(set) var storefronts: [String?: Sum] = [:]
    /// The same, of the cases that were not answered for lack of consent.
    package private(set) var unconsented = Sum()
    /// The outcomes of the cases without a request.
    package private(set) var unasked = Sum()
    /// The number of reported refunds that Apple did not sign, by state.
    package private(set) var reported: [ReportedRefund.State: Int64] = [:]

    /// Creates a report without cases.
    package init(environment: StoreEnvironment) { self.environment = environment }

    /// Adds a case of this environment; ignores others.
    package mutating func take(_ record: RefundRecord) {
        guard record.environment == self.environment else { return }
        guard !record.refundCase.requests.isEmpty else { return self.unasked.take(record) }
        self.asked.take(record)
        self.answers[Answer(record.answers.last { $0.receivedAt != nil }?.sent), default: Sum()].take(record)
        self.products[record.subject.productID, default: Sum()].take(record)
        self.storefronts[record.storefront, default: Sum()].take(record)
        let isSent = record.answers.contains { $0.receivedAt != nil }
        if !isSent, record.answers.last?.refusal == .noConsent { self.unconsented.take(record) }
        let newest = record.refundCase.requests.last?.id
        for request in record.refundCase.requests {
            self.take(request, record.answer(to: request.id), isNewest: request.id == newest)
        }
    }

    /// Adds a reported refund of this environment.
    package mutating func take(_ state: ReportedRefund.State) { self.reported[state, default: 0] += 1 }

    private mutating func take(_ request: RefundRequest, _ answer: RefundAnswer?, isNewest: Bool) {
        self.requests.asked += 1
        if let answer, answer.receivedAt != nil {
            if answer.isLate { self.requests.late += 1 } else { self.requests.inTime += 1 }
        } else if let refusal = answer?.refusal {
            self.requests.withheld[refusal, default: 0] += 1
        } else if let answer, answer.isMissed {
            if answer.isInDoubt { self.requests.doubtful += 1 } else { self.requests.missed += 1 }
        } else if request.decidedAt == nil, isNewest {
            self.requests.open += 1
        } else {
            self.requests.superseded += 1
        }
    }
}

extension RefundRecord {
    /// The storefront of the purchase when the last answer was built; `nil` without an answer.
    fileprivate var storefront: String? {
        for answer in self.answers.reversed() {
            if case .text(let storefront)? = answer.evidence[RefundEvidence.storefront.rawValue] { return storefront }
        }
        return nil
    }
}
