import Ledger
import PurserService

/// The contents of the page about one case.
struct DashboardRefundDetails {
    /// The case.
    let record: RefundRecord
    /// What comes next in it, and what policies say.
    let outlook: RefundOutlook
    /// The visit that sees the page.
    let visit: DashboardVisit
    /// The app, in the environment of the case.
    let app: DashboardApp

    private var phrases: DashboardRefundPhrases { DashboardRefundPhrases(visit: self.visit) }

    /// Whether Apple decided without a request.
    private var isUnasked: Bool { self.record.refundCase.requests.isEmpty }

    /// The case in one sentence.
    var sentence: String {
        let subject = self.record.subject
        let customer = self.record.customer?.rawValue ?? self.visit.text("refundSomebody")
        let key = self.isUnasked ? "refundSentenceUnasked" : "refundSentence"
        return self.visit.text(
            key,
            customer,
            DashboardNumbers.money(subject.price),
            subject.productID.rawValue,
            self.phrases.evidence(self.outlook)
        )
    }

    /// Returns the values for the template, without what depends on the present instant.
    func values(terms: RefundAdvisor.Terms?) -> [String: Any] {
        let subject = self.record.subject
        let state = self.phrases.state(self.record.status)
        let transaction = self.record.transactionID.rawValue
        var values: [String: Any] = [
            "headline": "\(DashboardNumbers.money(subject.price)) · \(subject.productID.rawValue)",
            "state": state.text, "chip": state.chip, "sentence": self.sentence, "id": self.record.id.rawValue,
            "transaction": transaction, "transactionPath": self.app.path("transactions", transaction),
            "product": subject.productID.rawValue, "price": DashboardNumbers.money(subject.price),
            "purchased": DashboardVisit.time(subject.purchasedAt), "owner": false, "override": false,
            "overridePath": false, "blocked": false, "act": false, "waiting": false, "fulfillment": false,
            "money": false, "history": self.history, "facts": self.facts, "hasFacts": !self.outlook.evidence.isEmpty,
            "factsNone": self.visit.text(self.isUnasked ? "refundFactsUnasked" : "refundFactsNone"),
            "opinions": self.opinions, "hasOpinions": !self.outlook.opinions.isEmpty, "answers": self.answers,
            "hasAnswers": !self.answers.isEmpty,
            "terms": terms.map { self.sentences(of: $0) } ?? [self.visit.text("refundTermsUnknown")],
        ]
        if let customer = self.record.customer?.rawValue {
            values["owner"] = ["name": customer, "path": self.app.path("customers", customer)]
        }
        if let terms, case .refunded = self.record.refundCase.state, let decidedAt = self.record.refundCase.decidedAt {
            let timing = terms.terms.timing
            let expected = timing.expected(from: decidedAt)
            values["money"] = [
                "sentence": timing.sentences[self.visit.language.rawValue] ?? "",
                "soon": DashboardVisit.time(expected.soon), "latest": DashboardVisit.time(expected.latest),
            ]
        }
        return values
    }

    // MARK: What happened

    private var history: [[String: Any]] {
        let subject = self.record.subject
        let requests = self.record.refundCase.requests
        var lines: [(at: Instant, text: String, note: String)] = [
            (subject.purchasedAt, self.visit.text("refundEventPurchase", subject.productID.rawValue), "")
        ]
        for signed in self.record.refundCase.signedRefunds {
            let text =
                switch signed.kind {
                case .requested:
                    self.visit.text(
                        "refundEventRequest",
                        "\(requests.first { $0.id == signed.id }.map { $0.number } ?? 1)"
                    )
                case .refunded(let share): self.visit.text("refundEventRefunded", DashboardNumbers.share(share))
                case .declined: self.visit.text("refundEventDeclined")
                case .reversed: self.visit.text("refundEventReversed")
                case .revoked: self.visit.text("refundEventRevoked")
                }
            var note = ""
            if case .requested(let reason?) = signed.kind { note = self.visit.text("refundReasonGiven", reason) }
            lines.append((signed.signedAt, text, note))
        }
        for answer in self.record.answers {
            if let decision = answer.decision {
                let text = self.visit.text(
                    "refundEventDecision",
                    decision.by,
                    self.phrases.answer(decision.preference)
                )
                lines.append((decision.at, text, ""))
            }
            if let sent = answer.sent {
                let text = self.visit.text("refundEventBuilt", self.phrases.answer(sent.preference))
                lines.append((sent.frozenAt, text, answer.decider.map { self.phrases.decider($0) } ?? ""))
            }
            if let failure = answer.failure {
                lines.append((failure.at, self.visit.text("refundEventFailed", failure.code), ""))
            }
            if let receivedAt = answer.receivedAt {
                lines.append(
                    (
                        receivedAt, self.visit.text("refundEventReceived"),
                        answer.isLate ? self.visit.text("refundLateAnswer") : ""
                    )
                )
            }
        }
        let sorted = lines.enumerated().sorted {
            $0.element.at != $1.element.at ? $0.element.at < $1.element.at : $0.offset < $1.offset
        }
        return sorted.map(\.element).map { line in
            [
                "at": DashboardVisit.time(line.at), "text": line.text,
                "note": line.note.isEmpty ? false : line.note as Any,
            ]
        }
    }

    // MARK: Facts and policies

    private var facts: [[String: Any]] {
        let sentences = DashboardRuleSentences(self.visit.language)
        return RefundEvidence.allCases.compactMap { evidence in
            guard let value = self.outlook.evidence[evidence.rawValue] else { return nil }
            let shown: String
            switch value {
            case .money(let money): shown = DashboardNumbers.money(money)
            case .count(let count): shown = DashboardNumbers.count(count)
            case .flag(let flag): shown = self.visit.text(flag ? "yes" : "no")
            case .text, .share, .span: shown = sentences.text(value)
            }
            let origin = self.outlook.origins[evidence.rawValue].map { origin in
                let key =
                    switch origin {
                    case .wallet: "refundFromWallet"
                    case .time: "refundFromTime"
                    case .fulfillment: "refundFromFulfillment"
                    case .shop: "refundFromShop"
                    case .asked: "refundFromAsked"
                    case .catalog: "refundFromCatalog"
                    case .facts: "refundFromFacts"
                    }
                return self.visit.text(key)
            }
            return [
                "name": evidence.rawValue, "meaning": sentences.phrase(evidence.rawValue), "value": shown,
                "origin": origin ?? "",
            ]
        }
    }

    private var opinions: [[String: Any]] {
        let sentences = DashboardRuleSentences(self.visit.language)
        return self.outlook.opinions.map { opinion in
            var values: [String: Any] = [
                "isCounting": opinion.isCounting, "link": false,
                "sentences": sentences.explanation(of: opinion.decision),
            ]
            let next = self.phrases.verdict(
                opinion.verdict,
                opinion.rule.map { self.visit.text("refundRule", $0) } ?? self.visit.text("refundNoRule")
            )
            (values["chip"], values["answer"], values["note"]) = (next.chip, next.text, next.note)
            switch opinion.source {
            case .published(let version):
                values["link"] = [
                    "path": self.app.path("policies", "\(version)"),
                    "name": self.visit.text("refundPolicyNumber", "\(version)"),
                ]
            case .preset(let preset): values["name"] = self.visit.text("refundPreset", preset.rawValue)
            }
            return values
        }
    }

    // MARK: Answers as sent

    private var answers: [[String: Any]] {
        self.record.answers.filter { $0.sent != nil || $0.refusal != nil || $0.isMissed }.map { answer in
            let number = self.record.refundCase.requests.first { $0.id == answer.request }?.number ?? 1
            var lines: [(key: String, value: String)] = []
            if let sent = answer.sent {
                lines.append(("refundAnswer", self.phrases.meaning(sent.preference)))
                lines.append(("refundDelivery", sent.deliveryStatus.rawValue))
                let share = sent.share.map { DashboardNumbers.share($0) } ?? self.visit.text("refundNotStated")
                lines.append(("refundShare", share))
                lines.append(("refundVersion", sent.isFirstVersion ? "1" : "2"))
            }
            if let decider = answer.decider { lines.append(("refundDecidedBy", self.phrases.decider(decider))) }
            if let assignment = answer.assignment {
                let arm = self.visit.text(assignment.arm == .trial ? "refundArmTrial" : "refundArmHoldOut")
                lines.append(("refundArm", "\(arm) (\(assignment.version))"))
            }
            if let refusal = answer.refusal { lines.append(("refundNoAnswer", self.phrases.refusal(refusal))) }
            lines.append(("refundAttempts", "\(answer.attempts)"))
            if answer.isInDoubt { lines.append(("refundDoubt", self.visit.text("yes"))) }
            if answer.isMissed { lines.append(("refundMissed", self.visit.text("yes"))) }
            let body = answer.sent.flatMap { $0.body.isEmpty ? nil : String(decoding: $0.body, as: UTF8.self) }
            return [
                "title": self.visit.text("refundAnswerNumber", "\(number)"), "body": body ?? false as Any,
                "lines": lines.map { ["name": self.visit.text($0.key), "value": $0.value] },
            ]
        }
    }

    // MARK: Terms

    private func sentences(of advice: RefundAdvisor.Terms) -> [String] {
        let terms = advice.terms
        let purchasedAt = self.record.subject.purchasedAt
        var sentences = [self.visit.text("refundTermsOf", advice.storefront, advice.region)]
        if let length = terms.unconditional {
            sentences.append(self.visit.text("refundTermsFree", (purchasedAt + length).dayText))
        } else {
            sentences.append(self.visit.text("refundTermsNever"))
        }
        sentences.append(self.visit.text("refundTermsReason", (purchasedAt + terms.conditional).dayText))
        if let left = advice.left?.unconditional {
            sentences.append(self.visit.text("refundTermsLeftFree", "\(left)"))
        }
        if let left = advice.left?.conditional {
            sentences.append(self.visit.text("refundTermsLeftReason", "\(left)"))
        }
        return sentences
    }
}
