/// How the refund service did over a time: what Apple asked and was told in time, what it decided, and the money on
/// each side.
///
/// It is a sum over cases, so it is the same in whatever order they are taken in.
package struct RefundReport: Hashable, Sendable {
    /// What became of the requests of cases.
    package struct Requests: Hashable, Sendable {
        /// How many there were.
        package var asked: Int64 = 0
        /// Of how many Apple had an answer before its deadline.
        package var inTime: Int64 = 0
        /// Of how many it had one after it.
        package var late: Int64 = 0
        /// Of how many it had none while it listened.
        package var missed: Int64 = 0
        /// Of how many nobody knows whether it had one while it listened.
        package var doubtful: Int64 = 0
        /// Of how many Apple asked no longer before there was an answer: it had asked anew, or decided.
        package var superseded: Int64 = 0
        /// How many wait for their answer.
        package var open: Int64 = 0
        /// Of how many nothing might be told, by the reason.
        package var withheld: [RefundReply.Refusal: Int64] = [:]
    }

    /// What became of cases, and of the money that they are about.
    package struct Sum: Hashable, Sendable {
        /// How many cases.
        package var cases: Int64 = 0
        /// How many of them Apple has not decided.
        package var open: Int64 = 0
        /// How many of them Apple refunded, wholly or in part.
        package var refunded: Int64 = 0
        /// How many of them Apple declined.
        package var declined: Int64 = 0
        /// How many refunds Apple took back.
        package var reversed: Int64 = 0
        /// How many ended with a family.
        package var revoked: Int64 = 0
        /// What customers had paid for those that are decided, in thousandths of a unit by currency.
        package var paid: [String: Int128] = [:]
        /// What of it Apple paid back.
        package var paidBack: [String: Int128] = [:]
        /// What of it was kept.
        package var kept: [String: Int128] = [:]

        /// The sum of nothing.
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

    /// What Apple was asked for, or that it was told nothing.
    package enum Answer: String, Hashable, Sendable, CaseIterable {
        /// Not to refund.
        case decline = "DECLINE"
        /// To refund all.
        case grantFull = "GRANT_FULL"
        /// To refund a part.
        case grantProrated = "GRANT_PRORATED"
        /// It was told the facts.
        case none
        /// It was told nothing.
        case nothing

        /// What was told, if anything was.
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

    /// The environment whose cases it is about: money of the Sandbox is none.
    package let environment: StoreEnvironment
    /// What became of the requests.
    package private(set) var requests = Requests()
    /// What became of the cases that Apple asked about.
    package private(set) var asked = Sum()
    /// The same by what Apple was told last.
    package private(set) var answers: [Answer: Sum] = [:]
    /// The same by product.
    package private(set) var products: [ProductID: Sum] = [:]
    /// The same by storefront; `nil` where none is known.
    package private(set) var storefronts: [String?: Sum] = [:]
    /// The same of the cases that were told nothing for want of consent.
    package private(set) var unconsented = Sum()
    /// What became of the cases that Apple never asked about.
    package private(set) var unasked = Sum()
    /// How many refunds were reported that Apple did not sign, by what has become of them.
    package private(set) var reported: [ReportedRefund.State: Int64] = [:]

    /// A report on nothing yet.
    package init(environment: StoreEnvironment) { self.environment = environment }

    /// Adds a case, if it is one of this environment.
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
    /// The storefront of the purchase as it was known when the last answer was put together; `nil` where none was.
    fileprivate var storefront: String? {
        for answer in self.answers.reversed() {
            if case .text(let storefront)? = answer.evidence[RefundEvidence.storefront.rawValue] { return storefront }
        }
        return nil
    }
}
