/// A refund case with Apple's signed refunds and the server's answers.
///
/// Apple's signed refunds are a set, from which the case follows in any order; answers are stored by request.
package struct RefundRecord: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The transaction whose refund is requested.
    package let transactionID: TransactionID
    /// The purchase that the case is about.
    package private(set) var subject: RefundSubject
    /// The owner of the purchase when it was last determined; `nil` without an owner.
    package var customer: CustomerID?
    /// Whether Apple accepts only the first version of an answer about it.
    package private(set) var wantsFirstVersion: Bool
    /// Apple's signed refunds and the state that follows from them.
    package private(set) var refundCase: RefundCase
    /// The answers to requests, in the order in which they were begun.
    package private(set) var answers: [RefundAnswer]
    /// The entries of the case in trials of policies, as far as they were counted.
    package var counted: [RefundTrialEntry]
    /// The outcome that the metrics have counted.
    package var noted: String?

    /// Creates a stored case; `nil` without a signed refund.
    package init?(
        app: AppName,
        environment: StoreEnvironment,
        transactionID: TransactionID,
        subject: RefundSubject,
        customer: CustomerID?,
        wantsFirstVersion: Bool,
        signedRefunds: [SignedRefund],
        answers: [RefundAnswer] = [],
        counted: [RefundTrialEntry] = [],
        noted: String? = nil
    ) {
        guard let refundCase = RefundCase(signedRefunds) else { return nil }
        self.app = app
        self.environment = environment
        self.transactionID = transactionID
        self.subject = subject
        self.customer = customer
        self.wantsFirstVersion = wantsFirstVersion
        self.refundCase = refundCase
        self.answers = answers
        self.counted = counted
        self.noted = noted
    }

    /// Creates a new case; `nil` without a signed refund.
    package init?(_ update: RefundUpdate, app: AppName, environment: StoreEnvironment, customer: CustomerID?) {
        self.init(
            app: app,
            environment: environment,
            transactionID: update.transactionID,
            subject: update.subject,
            customer: customer,
            wantsFirstVersion: update.wantsFirstVersion,
            signedRefunds: update.signedRefunds
        )
    }

    /// The id of the case.
    package var id: RefundID { RefundID(self.transactionID, in: self.environment) }

    /// Apple's deadlines in the environment of the case.
    package var deadlines: RefundDeadlines { RefundDeadlines(of: self.environment) }

    /// Returns the answer to a request.
    package func answer(to request: String) -> RefundAnswer? { self.answers.first { $0.request == request } }

    /// The request that is still to be answered or given up: the newest one, because Apple expects no answer to earlier
    /// requests.
    package var openRequest: RefundRequest? {
        let newest = self.refundCase.requests.last { $0.decidedAt == nil }
        return newest.flatMap { self.answer(to: $0.id)?.isOver == true ? nil : $0 }
    }

    /// The time after a request within which a decision of Apple without an answer counts as missed.
    ///
    /// It is somewhat longer than Apple retries undelivered notifications; a request that arrives later belongs to the
    /// past.
    private static let missable = Span.days(7)

    /// Returns the first request that Apple decided without an answer and that is not recorded as missed.
    ///
    /// Of several requests that one decision ended, it is the last: Apple expects no answer to earlier requests.
    package func forgoneRequest(at now: Instant) -> RefundRequest? {
        let requests = self.refundCase.requests
        return requests.enumerated().first { place, request in
            guard let decidedAt = request.decidedAt, now < request.signedAt + Self.missable else { return false }
            guard !requests[(place + 1)...].contains(where: { $0.decidedAt == decidedAt }) else { return false }
            guard let answer = self.answer(to: request.id) else { return true }
            return !answer.isOver && answer.refusal == nil
        }?.element
    }

    /// Apple's last decision, as the metrics name it; `nil` while a request is open, and where nothing was to be
    /// decided.
    package var outcome: String? {
        switch self.refundCase.state {
        case .refunded: "refunded"
        case .declined: "declined"
        case .reversed: "reversed"
        case .revoked, .requested: nil
        }
    }

    /// The largest share that was sent to Apple or may have been: an answer that was built may have reached it.
    package var shareSent: Int64? { self.answers.compactMap { $0.sent?.share }.max() }

    /// The status of the case.
    package var status: RefundStatus {
        switch self.refundCase.state {
        case .refunded: return .refunded
        case .declined: return .declined
        case .reversed: return .reversed
        case .revoked: return .revoked
        case .requested: break
        }
        guard let last = self.refundCase.requests.last.flatMap({ self.answer(to: $0.id) }) else { return .requested }
        if last.receivedAt != nil { return .answered }
        if last.isMissed { return last.isInDoubt ? .doubtful : .missed }
        if last.refusal != nil { return .withheld }
        return last.heldUntil != nil && last.sent == nil && last.decision == nil ? .held : .requested
    }

    /// The refund as a refund of the Apple Account; `nil` where no refund is in force, or the Apple Account is unknown.
    package var accountRefund: AccountRefund? {
        guard self.subject.account != nil, let refundedAt = self.refundCase.refundedAt else { return nil }
        let purchase = self.subject.purchase ?? .single(self.transactionID)
        return AccountRefund(transactionID: self.transactionID, purchase: purchase, refundedAt: refundedAt)
    }

    /// Adds what an update states of the purchase; returns whether it is new.
    package mutating func learn(from update: RefundUpdate) -> Bool { self.subject.learn(from: update.subject) }

    /// Applies an update and returns the event to publish; `nil` where nothing is new.
    package mutating func apply(_ update: RefundUpdate) -> EventName? {
        guard let heard = RefundCase(self.refundCase.signedRefunds + update.signedRefunds) else { return nil }
        let isFirst = update.wantsFirstVersion && !self.wantsFirstVersion
        guard heard != self.refundCase || isFirst else { return nil }
        let former = self.refundCase
        self.refundCase = heard
        if isFirst { self.wantsFirstVersion = true }
        return Self.event(from: former, to: heard)
    }

    /// Returns the event to publish after a case changed: it has a newer signed refund, or more is known of the past.
    package static func event(from former: RefundCase?, to heard: RefundCase) -> EventName {
        guard let last = heard.signedRefunds.last, former?.signedRefunds.last != last else { return .refundChanged }
        switch last.kind {
        case .requested: return .refundRequested
        case .refunded: return .refundGranted
        case .declined: return .refundDeclined
        case .reversed: return .refundReversed
        case .revoked: return .refundRevoked
        }
    }

    /// Stores the answer to a request.
    package mutating func put(_ answer: RefundAnswer) {
        if let place = self.answers.firstIndex(where: { $0.request == answer.request }) {
            self.answers[place] = answer
        } else {
            self.answers.append(answer)
        }
    }

    /// Removes the personal data of the answers.
    package mutating func forgetPerson() {
        for place in self.answers.indices { self.answers[place].forgetPerson() }
    }

    /// The operator's decision that waits to be sent; `nil` where none does.
    package var waitingDecision: RefundAnswer.Decision? {
        let answer = self.openRequest.flatMap { self.answer(to: $0.id) }
        return answer?.sent == nil && answer?.refusal == nil ? answer?.decision : nil
    }

    /// The reason why the server may not answer the open request; `nil` where it may, or where none is open.
    package var openRefusal: RefundReply.Refusal? {
        self.openRequest.flatMap { self.answer(to: $0.id)?.refusal }
    }

    /// Records an operator's decision on the request that waits for one, or would be answered next.
    package mutating func decide(_ decision: RefundAnswer.Decision) -> Bool {
        guard let request = self.openRequest else { return false }
        var answer = self.answer(to: request.id) ?? RefundAnswer(request.id)
        // An answer that was built may have reached Apple.
        guard answer.sent == nil, answer.refusal == nil else { return false }
        answer.decision = decision
        self.put(answer)
        return true
    }

    /// The requests as a policy would have evaluated them.
    package var pastRequests: [PastRefundRequest] {
        self.refundCase.requests.compactMap { request in
            guard let answer = self.answer(to: request.id), let circumstances = answer.circumstances else { return nil }
            return PastRefundRequest(
                id: request.id,
                evidence: answer.evidence,
                circumstances: circumstances,
                sent: answer.receivedAt == nil ? nil : answer.sent.map { PastRefundRequest.SentAnswer($0.preference) },
                outcome: self.outcome(of: request),
                price: self.subject.price
            )
        }
    }

    private func outcome(of request: RefundRequest) -> RefundCase.State? {
        guard let decidedAt = request.decidedAt else { return nil }
        switch self.refundCase.signedRefunds.first(where: { $0.signedAt == decidedAt && $0.kind.isDecision })?.kind {
        case .refunded(let share): return .refunded(share: share)
        case .declined: return .declined
        case .requested, .reversed, .revoked, nil: return nil
        }
    }
}

/// The id of a refund case, which never changes.
///
/// It is made of the environment and the transaction, so it does not depend on the order of arrival or the database. It
/// contains only letters, digits, `-`, `_` and `~`.
package typealias RefundID = Identifier<RefundRecord>

extension RefundID {
    private static let prefix = "rfd_"

    /// Creates the id of the case of a transaction.
    package init(_ transactionID: TransactionID, in environment: StoreEnvironment) {
        self.init("\(Self.prefix)\(environment.rawValue)_\(EventID.escaped(transactionID.rawValue))")
    }

    /// The transaction and environment of which the id is made, or `nil` when it is no id of a case.
    package var place: (transactionID: TransactionID, environment: StoreEnvironment)? {
        guard self.rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = self.rawValue.dropFirst(Self.prefix.count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let environment = StoreEnvironment(rawValue: String(parts[0])),
            let text = EventID.unescaped(parts[1]), !text.isEmpty
        else { return nil }
        let id = TransactionID(text)
        // One case has one id.
        return Self(id, in: environment) == self ? (id, environment) : nil
    }
}

/// The status of a refund case for operators.
package enum RefundStatus: String, Hashable, Sendable, CaseIterable {
    /// A request is open.
    case requested
    /// An operator may decide.
    case held
    /// Apple received the answer and has not decided.
    case answered
    /// The server may not answer.
    case withheld
    /// Apple received no answer in time, and accepts none any more.
    case missed
    /// Apple accepts no answer any more, and it is unknown whether it received an attempt: the attempt was in progress
    /// when its node died, or its connection broke.
    case doubtful
    /// Apple refunded all of the price or a part.
    case refunded
    /// Apple paid back nothing.
    case declined
    /// Apple reversed its refund.
    case reversed
    /// A family-shared purchase ended.
    case revoked
}
