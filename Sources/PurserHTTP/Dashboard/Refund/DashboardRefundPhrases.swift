import Ledger
import PurserService

/// What pages say about refund cases, in the language of a page.
struct DashboardRefundPhrases: Sendable {
    /// What comes next in a case, as one cell.
    struct Next: Sendable {
        /// The answer, or that a person decides.
        var text: String
        /// The color: `warn` where a person should look.
        var chip = ""
        /// By what, and when.
        var note: String
        /// The instant until which a person may decide.
        var until: Instant?
    }

    /// The visit that sees the page.
    let visit: DashboardVisit

    /// Returns a state with its color.
    func state(_ status: RefundStatus) -> (text: String, chip: String) {
        let (key, chip) =
            switch status {
            case .requested: ("refundStateRequested", "")
            case .held: ("refundStateHeld", "warn")
            case .answered: ("refundStateAnswered", "")
            case .withheld: ("refundStateWithheld", "warn")
            case .missed: ("refundStateMissed", "bad")
            case .doubtful: ("refundStateDoubtful", "bad")
            case .refunded: ("refundStateRefunded", "")
            case .declined: ("refundStateDeclined", "")
            case .reversed: ("refundStateReversed", "")
            case .revoked: ("refundStateRevoked", "")
            }
        return (self.visit.text(key), chip)
    }

    /// Returns a preference in Apple's word, or that there is none.
    func answer(_ preference: RefundPreference?) -> String {
        preference?.rawValue ?? self.visit.text("refundNoPreference")
    }

    /// Returns an answer of a dry run.
    func answer(_ answer: RefundDryRun.Answer) -> String {
        switch answer {
        case .decline, .grantFull, .grantProrated: answer.rawValue
        case .none: self.visit.text("refundNoPreference")
        case .hold: self.visit.text("refundHeldForYou")
        case .withheld: self.visit.text("refundNoAnswer")
        }
    }

    /// Returns an answer of a report.
    func answer(_ answer: RefundReport.Answer) -> String {
        switch answer {
        case .decline, .grantFull, .grantProrated: answer.rawValue
        case .none: self.visit.text("refundNoPreference")
        case .nothing: self.visit.text("refundNoAnswer")
        }
    }

    /// Returns a preference with what it asks of Apple.
    func meaning(_ preference: RefundPreference?) -> String {
        switch preference {
        case .decline: self.visit.text("refundMeansDecline")
        case .grantFull: self.visit.text("refundMeansFull")
        case .grantProrated: self.visit.text("refundMeansProrated")
        case nil: self.visit.text("refundMeansNone")
        }
    }

    /// Returns a length of time that is left: `9 h 12 min`.
    func left(_ span: Span) -> String {
        let minutes = max(0, span.milliseconds / 60_000)
        return minutes < 60
            ? self.visit.text("refundMinutes", "\(minutes)")
            : self.visit.text("refundHours", "\(minutes / 60)", "\(minutes % 60)")
    }

    /// Returns the facts that matter most, in a phrase: `fulfilled; 62 % spent`.
    func evidence(_ outlook: RefundOutlook) -> String {
        var parts: [String] = []
        if outlook.circumstances?.hasConsent == false { parts.append(self.visit.text("refundNoConsent")) }
        if case .text(let word)? = outlook.evidence[RefundEvidence.fulfillmentState.rawValue],
            let state = FulfillmentState(rawValue: word)
        {
            parts.append(self.fulfillment(state))
        }
        if case .share(let share)? = outlook.evidence[RefundEvidence.share.rawValue] {
            let isConsumable = outlook.circumstances?.kind == .consumable
            parts.append(self.visit.text(isConsumable ? "refundSpent" : "refundUsed", DashboardNumbers.share(share)))
        } else if case .span(let age)? = outlook.evidence[RefundEvidence.age.rawValue] {
            parts.append(self.visit.text("refundAge", "\(age.milliseconds / Span.days(1).milliseconds)"))
        }
        return parts.isEmpty ? "–" : parts.joined(separator: self.visit.text("catalogAnd"))
    }

    /// Returns whether the purchase was fulfilled.
    func fulfillment(_ state: FulfillmentState) -> String {
        switch state {
        case .waiting, .due, .fulfilling, .suspended: self.visit.text("refundUnfulfilled")
        case .canceled: self.visit.text("refundFulfillmentCanceled")
        case .confirmed, .revocationDue, .revoking, .revoked, .revocationSuspended:
            self.visit.text("refundFulfilled")
        }
    }

    /// Returns the reason why the server may not answer.
    func refusal(_ refusal: RefundReply.Refusal) -> String {
        switch refusal {
        case .noConsent: self.visit.text("refundRefusalConsent")
        case .familyShared: self.visit.text("refundRefusalFamily")
        case .assigned: self.visit.text("refundRefusalSeat")
        }
    }

    /// Returns the source of a decision.
    func decider(_ decider: RefundAnswer.Decider) -> String {
        switch decider {
        case .policy(let version, let rule): self.rule(rule, of: version)
        case .override(let name): self.visit.text("refundByOverride", name)
        case .person(let name): self.visit.text("refundByPerson", name)
        }
    }

    /// Returns a rule of a policy.
    func rule(_ rule: String?, of version: Int64) -> String {
        guard version > 0 else { return self.visit.text("refundByNoPolicy") }
        guard let rule else { return self.visit.text("refundByOtherwise", "\(version)") }
        return self.visit.text("refundByRule", "\(version)", rule)
    }

    /// Returns what comes next in a case.
    func next(_ next: RefundOutlook.Next) -> Next {
        switch next {
        case .nothing: Next(text: "–", note: "")
        case .sending(let sent): Next(text: self.answer(sent.preference), note: self.visit.text("refundSending"))
        case .person(let name, let verdict):
            self.verdict(verdict, self.visit.text("refundByPerson", name))
        case .override(let name, let verdict): self.verdict(verdict, self.visit.text("refundByOverride", name))
        case .policy(let version, let rule, let verdict): self.verdict(verdict, self.rule(rule, of: version))
        case .withheld(let refusal): self.verdict(.withheld(refusal), "")
        case .purchaseUnknown:
            Next(text: self.visit.text("refundUnknown"), chip: "warn", note: self.visit.text("refundUnknownWhy"))
        }
    }

    /// Returns the answer of a policy, with its reason.
    func verdict(_ verdict: RefundOutlook.Verdict, _ reason: String) -> Next {
        switch verdict {
        case .answer(let reply): Next(text: self.answer(reply.preference), note: reason)
        case .hold(let until, let then):
            Next(
                text: self.visit.text("refundHeldForYou"),
                chip: "warn",
                note: self.visit.text("refundThen", self.answer(then.preference), reason),
                until: until
            )
        case .withheld(let refusal):
            Next(text: self.visit.text("refundNoAnswer"), chip: "warn", note: self.refusal(refusal))
        }
    }

    /// Returns what a reply tells Apple, one sentence each.
    func sentences(_ reply: RefundReply) -> [String] {
        var sentences = [self.visit.text("refundTold", self.meaning(reply.preference))]
        let share = reply.share.map { DashboardNumbers.share($0) } ?? self.visit.text("refundNotStated")
        sentences.append(self.visit.text("refundToldFacts", reply.deliveryStatus.rawValue, share))
        for change in RefundReply.Change.allCases where reply.changes.contains(change) {
            let key =
                switch change {
                case .nothingConsumed: "refundChangeNothing"
                case .allConsumed: "refundChangeAll"
                case .shareUnknown: "refundChangeUnknown"
                case .shareRaised: "refundChangeRaised"
                }
            sentences.append(self.visit.text(key))
        }
        return sentences
    }

    /// Returns sums of money by currency, in the order of the currencies.
    static func amounts(_ sums: [String: Int128]) -> String {
        let all = sums.sorted { $0.key < $1.key }.map { currency, sum in
            HTMLText.money(Int64(clamping: sum), in: currency)
        }
        return all.isEmpty ? "–" : all.joined(separator: ", ")
    }
}
