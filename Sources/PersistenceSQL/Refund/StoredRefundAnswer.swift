import Ledger

/// The state of the answer to one request, as JSON.
struct StoredRefundAnswer: Codable {
    /// The decider.
    private struct Decider: Codable {
        var version: Int64?
        var rule: String?
        var override: String?
        var person: String?
    }

    /// A person's decision.
    private struct Decision: Codable {
        let preference: String?
        let by: String
        let at: Int64
    }

    /// The answer that was sent.
    private struct SentAnswer: Codable {
        let body: String
        let first: Bool?
        let deliveryStatus: String
        let share: Int64?
        let preference: String?
        let at: Int64
    }

    /// The circumstances that decide which answers Apple accepts.
    private struct Circumstances: Codable {
        let kind: String
        let ownership: String
        let deliveryStatus: String
        let share: Int64?
        let sentBefore: Int64?
        let sample: Bool
        let consent: Bool
    }

    private let request: String
    private let decider: Decider?
    private let trial: Int64?
    private let arm: String?
    private let heldUntil: Int64?
    private let decision: Decision?
    private let sent: SentAnswer?
    private let refusal: String?
    private let attempts: Int64?
    private let attemptedAt: Int64?
    private let doubt: Bool?
    private let failure: String?
    private let failedAt: Int64?
    private let receivedAt: Int64?
    private let late: Bool?
    private let missed: Bool?
    private let evidence: [String: String]?
    private let origins: [String: String]?
    private let circumstances: Circumstances?

    /// Creates the stored form of an answer.
    init(_ answer: RefundAnswer) {
        self.request = answer.request
        self.decider = answer.decider.map { decider in
            switch decider {
            case .policy(let version, let rule): Decider(version: version, rule: rule)
            case .override(let name): Decider(override: name)
            case .person(let name): Decider(person: name)
            }
        }
        self.trial = answer.assignment?.version
        self.arm = answer.assignment?.arm.rawValue
        self.heldUntil = answer.heldUntil?.milliseconds
        self.decision = answer.decision.map {
            Decision(preference: $0.preference?.rawValue, by: $0.by, at: $0.at.milliseconds)
        }
        self.sent = answer.sent.map { sent in
            SentAnswer(
                body: String(decoding: sent.body, as: UTF8.self),
                first: sent.isFirstVersion ? true : nil,
                deliveryStatus: sent.deliveryStatus.rawValue,
                share: sent.share,
                preference: sent.preference?.rawValue,
                at: sent.frozenAt.milliseconds
            )
        }
        self.refusal = answer.refusal?.rawValue
        self.attempts = answer.attempts == 0 ? nil : answer.attempts
        self.attemptedAt = answer.attemptedAt?.milliseconds
        self.doubt = answer.isInDoubt ? true : nil
        self.failure = answer.failure?.code
        self.failedAt = answer.failure?.at.milliseconds
        self.receivedAt = answer.receivedAt?.milliseconds
        self.late = answer.isLate ? true : nil
        self.missed = answer.isMissed ? true : nil
        self.evidence = answer.evidence.isEmpty ? nil : answer.evidence.mapValues(Self.text)
        self.origins = answer.origins.isEmpty ? nil : answer.origins.mapValues(\.rawValue)
        self.circumstances = answer.circumstances.map { known in
            Circumstances(
                kind: known.kind.rawValue,
                ownership: known.ownership.rawValue,
                deliveryStatus: known.deliveryStatus.rawValue,
                share: known.share,
                sentBefore: known.shareSentBefore,
                sample: known.isSampleOffered,
                consent: known.hasConsent
            )
        }
    }

    /// Returns the answer.
    func answer() throws(RepositoryError) -> RefundAnswer {
        var answer = RefundAnswer(self.request)
        if let decider {
            if let name = decider.person {
                answer.decider = .person(name)
            } else if let name = decider.override {
                answer.decider = .override(by: name)
            } else {
                answer.decider = .policy(version: decider.version ?? 0, rule: decider.rule)
            }
        }
        if let trial, let arm { answer.assignment = RefundAnswer.Assignment(try Self.required(arm), of: trial) }
        answer.heldUntil = self.heldUntil.map(Instant.init(milliseconds:))
        if let decision {
            answer.decision = RefundAnswer.Decision(
                try Self.coded(decision.preference),
                by: decision.by,
                at: Instant(milliseconds: decision.at)
            )
        }
        if let sent {
            answer.sent = RefundAnswer.SentAnswer(
                body: Array(sent.body.utf8),
                isFirstVersion: sent.first ?? false,
                deliveryStatus: try Self.required(sent.deliveryStatus),
                share: sent.share,
                preference: try Self.coded(sent.preference),
                frozenAt: Instant(milliseconds: sent.at)
            )
        }
        answer.refusal = try Self.coded(self.refusal)
        answer.attempts = self.attempts ?? 0
        answer.attemptedAt = self.attemptedAt.map(Instant.init(milliseconds:))
        answer.isInDoubt = self.doubt ?? false
        if let failure, let failedAt {
            answer.failure = RefundAnswer.Failure(code: failure, at: Instant(milliseconds: failedAt))
        }
        answer.receivedAt = self.receivedAt.map(Instant.init(milliseconds:))
        answer.isLate = self.late ?? false
        answer.isMissed = self.missed ?? false
        for (name, text) in self.evidence ?? [:] { answer.evidence[name] = try Self.value(text) }
        for (name, origin) in self.origins ?? [:] { answer.origins[name] = try Self.required(origin) }
        if let known = self.circumstances {
            answer.circumstances = RefundCircumstances(
                kind: try Self.required(known.kind),
                ownership: try Self.required(known.ownership),
                deliveryStatus: try Self.required(known.deliveryStatus),
                share: known.share,
                shareSentBefore: known.sentBefore,
                isSampleOffered: known.sample,
                hasConsent: known.consent
            )
        }
        return answer
    }

    /// Returns a value as text: a letter for its kind, a colon, and the value.
    private static func text(_ value: RuleValue) -> String {
        switch value {
        case .text(let text): "w:\(text)"
        case .count(let count): "c:\(count)"
        case .share(let share): "s:\(share)"
        case .span(let span): "t:\(span.milliseconds)"
        case .money(let money): "m:\(money.amountMilliunits):\(money.currency)"
        case .flag(let flag): flag ? "f:1" : "f:0"
        }
    }

    private static func value(_ text: String) throws(RepositoryError) -> RuleValue {
        let said = text.dropFirst(2)
        switch text.prefix(2) {
        case "w:": return .text(String(said))
        case "c:": if let count = Int64(said) { return .count(count) }
        case "s:": if let share = Int64(said) { return .share(share) }
        case "t:": if let span = Int64(said) { return .span(Span(milliseconds: span)) }
        case "f:": return .flag(said == "1")
        case "m:":
            let parts = said.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, let amount = Int64(parts[0]) {
                return .money(Money(amountMilliunits: amount, currency: String(parts[1])))
            }
        default: break
        }
        throw .corrupt
    }

    private static func required<Value: RawRepresentable>(
        _ text: String
    ) throws(RepositoryError) -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: text) else { throw .corrupt }
        return value
    }

    private static func coded<Value: RawRepresentable>(
        _ text: String?
    ) throws(RepositoryError) -> Value? where Value.RawValue == String {
        guard let text else { return nil }
        return try Self.required(text)
    }
}
