/// One refund case with everything that was said and done about it.
///
/// What Apple said is a set, from which the case follows in any order; what was done is kept by request.
package struct RefundRecord: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The transaction that the customer wants his money back for.
    package let transactionID: TransactionID
    /// What it is about.
    package private(set) var subject: RefundSubject
    /// Whose purchase it was when somebody looked last; `nil` where nobody's.
    package var customer: CustomerID?
    /// Whether Apple takes only the first version of an answer about it.
    package private(set) var wantsFirstVersion: Bool
    /// What Apple said.
    package private(set) var refundCase: RefundCase
    /// What was done about requests, in the order in which somebody began.
    package private(set) var answers: [RefundAnswer]
    /// What it counts for in trials of policies, as far as that was counted.
    package var counted: [RefundTrialEntry]
    /// The outcome that the metrics have counted.
    package var noted: String?

    /// A case as it is kept; `nil` without a word.
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

    /// A new case.
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

    /// Its name.
    package var id: RefundID { RefundID(self.transactionID, in: self.environment) }

    /// How long Apple listens in its environment.
    package var deadlines: RefundDeadlines { RefundDeadlines(of: self.environment) }

    /// What became of answering a request.
    package func answer(to request: String) -> RefundAnswer? { self.answers.first { $0.request == request } }

    /// The request that is still to be answered, or has to be given up: the newest, because who asks again waits for no
    /// earlier answer.
    package var openRequest: RefundRequest? {
        let newest = self.refundCase.requests.last { $0.decidedAt == nil }
        return newest.flatMap { self.answer(to: $0.id)?.isOver == true ? nil : $0 }
    }

    /// How long after a request it counts as missed that Apple decided without an answer.
    ///
    /// It is somewhat longer than Apple goes on to send what it could not deliver; what became known later is history.
    private static let missable = Span.days(7)

    /// The first request that Apple decided while nobody answered, and of which nobody has taken note.
    ///
    /// Of several that one decision ended it is the last: who asks again waits for no earlier answer.
    package func forgoneRequest(at now: Instant) -> RefundRequest? {
        let requests = self.refundCase.requests
        return requests.enumerated().first { place, request in
            guard let decidedAt = request.decidedAt, now < request.signedAt + Self.missable else { return false }
            guard !requests[(place + 1)...].contains(where: { $0.decidedAt == decidedAt }) else { return false }
            guard let answer = self.answer(to: request.id) else { return true }
            return !answer.isOver && answer.refusal == nil
        }?.element
    }

    /// What Apple decided last, in the word of the metrics; `nil` while it is asking, and where nothing was to be
    /// decided.
    package var outcome: String? {
        switch self.refundCase.state {
        case .refunded: "refunded"
        case .declined: "declined"
        case .reversed: "reversed"
        case .revoked, .requested: nil
        }
    }

    /// The largest share that was told Apple so far, or may have been: what was put together may have reached it.
    package var shareSent: Int64? { self.answers.compactMap { $0.sent?.share }.max() }

    /// How it stands.
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

    /// The refund of the Apple Account that it counts as; `nil` where none stands, or the Apple Account is not known.
    package var accountRefund: AccountRefund? {
        guard self.subject.account != nil, let refundedAt = self.refundCase.refundedAt else { return nil }
        let purchase = self.subject.purchase ?? .single(self.transactionID)
        return AccountRefund(transactionID: self.transactionID, purchase: purchase, refundedAt: refundedAt)
    }

    /// Learns which Apple Account paid where that was not known; returns whether it is new.
    package mutating func learn(from update: RefundUpdate) -> Bool { self.subject.learn(from: update.subject) }

    /// Takes in what was said, and returns what there is to publish of it; `nil` where nothing is new.
    package mutating func apply(_ update: RefundUpdate) -> EventName? {
        guard let heard = RefundCase(self.refundCase.signedRefunds + update.signedRefunds) else { return nil }
        let isFirst = update.wantsFirstVersion && !self.wantsFirstVersion
        guard heard != self.refundCase || isFirst else { return nil }
        let former = self.refundCase
        self.refundCase = heard
        if isFirst { self.wantsFirstVersion = true }
        return Self.event(from: former, to: heard)
    }

    /// What there is to publish now that a case is another: that it has a newest word, or that more is known of what
    /// was.
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

    /// Keeps what became of answering a request.
    package mutating func put(_ answer: RefundAnswer) {
        if let place = self.answers.firstIndex(where: { $0.request == answer.request }) {
            self.answers[place] = answer
        } else {
            self.answers.append(answer)
        }
    }

    /// Forgets what was known of the customer when his requests were answered.
    package mutating func forgetPerson() {
        for place in self.answers.indices { self.answers[place].forgetPerson() }
    }

    /// The person's word that waits to be told; `nil` where none does.
    package var waitingDecision: RefundAnswer.Decision? {
        let answer = self.openRequest.flatMap { self.answer(to: $0.id) }
        return answer?.sent == nil && answer?.refusal == nil ? answer?.decision : nil
    }

    /// Why nothing may be told about the request that is still to be answered; `nil` where something may, or none is.
    package var openRefusal: RefundReply.Refusal? {
        self.openRequest.flatMap { self.answer(to: $0.id)?.refusal }
    }

    /// Takes a person's word on the request that waits for one, or would be answered next; whether there is one that
    /// can still be decided, and about which something may be told.
    package mutating func decide(_ decision: RefundAnswer.Decision) -> Bool {
        guard let request = self.openRequest else { return false }
        var answer = self.answer(to: request.id) ?? RefundAnswer(request.id)
        // What was put together may have reached Apple.
        guard answer.sent == nil, answer.refusal == nil else { return false }
        answer.decision = decision
        self.put(answer)
        return true
    }

    /// Its requests as a policy would have met them.
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

/// The name of a refund case, the same for good.
///
/// It is made of the environment and the transaction, so it is the same whatever arrived first and whatever database
/// keeps it. It holds nothing but letters, digits, `-`, `_` and `~`.
package typealias RefundID = Identifier<RefundRecord>

extension RefundID {
    private static let prefix = "rfd_"

    /// The name of the case of this transaction.
    package init(_ transactionID: TransactionID, in environment: StoreEnvironment) {
        self.init("\(Self.prefix)\(environment.rawValue)_\(EventID.escaped(transactionID.rawValue))")
    }

    /// The transaction and environment that it is made of, or `nil` when it is no name of a case.
    package var place: (transactionID: TransactionID, environment: StoreEnvironment)? {
        guard self.rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = self.rawValue.dropFirst(Self.prefix.count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let environment = StoreEnvironment(rawValue: String(parts[0])),
            let text = EventID.unescaped(parts[1]), !text.isEmpty
        else { return nil }
        let id = TransactionID(text)
        // One case has one name.
        return Self(id, in: environment) == self ? (id, environment) : nil
    }
}

/// How a refund case stands for the people who look after it.
package enum RefundStatus: String, Hashable, Sendable, CaseIterable {
    /// Apple has asked and is to be answered.
    case requested
    /// A person may decide.
    case held
    /// Apple has received the answer, and has not decided.
    case answered
    /// Nothing may be told.
    case withheld
    /// Nothing was received in time, and nobody listens any more.
    case missed
    /// Nobody listens any more, and nobody knows whether an attempt was received: it was under way when its node died,
    /// or its connection broke.
    case doubtful
    /// Money went back, all of it or a part.
    case refunded
    /// Apple paid back nothing.
    case declined
    /// Apple took its refund back.
    case reversed
    /// What a family shared has ended.
    case revoked
}
