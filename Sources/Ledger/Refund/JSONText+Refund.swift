package import Notation

/// Refund cases in the terms of our JSON: the names and shapes that the API answers with.
extension JSONText {
    /// Adds everything about a case.
    package mutating func describe(_ record: RefundRecord) {
        let refundCase = record.refundCase
        self.add("id", record.id.rawValue)
        self.add("state", record.standing.rawValue)
        self.add("customer", record.customer?.rawValue)
        self.add("transaction", record.transactionID.rawValue)
        self.add("originalTransaction", record.subject.originalTransactionID.rawValue)
        self.add("product", record.subject.productID.rawValue)
        self.add("purchasedAt", record.subject.purchasedAt)
        self.add("price", record.subject.price)
        self.add("openedAt", refundCase.openedAt)
        self.add("decidedAt", refundCase.decidedAt)
        self.add("decisionMilliseconds", refundCase.timeToDecision?.milliseconds)
        if case .refunded(let share) = refundCase.state { self.add("refundedMilliunits", share) }
        self.add("possibleChargeback", refundCase.isPossibleChargeback)
        self.add("requests", refundCase.rounds) { json, round in
            json.add("id", round.id)
            json.add("number", Int64(round.number))
            json.add("reason", round.reason)
            json.add("requestedAt", round.signedAt)
            json.add("deadline", round.signedAt + record.deadlines.answer)
            json.add("decidedAt", round.decidedAt)
            guard let answer = record.answer(to: round.id) else { return }
            json.add("answer") { $0.describe(answer) }
        }
    }

    private mutating func describe(_ answer: RefundAnswer) {
        switch answer.decider {
        case .policy(let version, let rule):
            self.add("decidedBy", "policy")
            self.add("policyVersion", version)
            self.add("rule", rule)
        case .override(let name):
            self.add("decidedBy", "override")
            self.add("person", name)
        case .person(let name):
            self.add("decidedBy", "person")
            self.add("person", name)
        case nil: break
        }
        if let allotment = answer.allotment {
            self.add("trial", allotment.version)
            self.add("arm", allotment.arm.rawValue)
        }
        self.add("heldUntil", answer.heldUntil)
        if let told = answer.told {
            self.add("preference", told.preference?.rawValue ?? "none")
            self.add("delivery", told.delivery.rawValue)
            self.add("consumedMilliunits", told.share)
            self.add("version", told.isFirstVersion ? 1 : 2)
            self.add("frozenAt", told.frozenAt)
        }
        self.add("withheld", answer.refusal?.rawValue)
        self.add("attempts", answer.attempts)
        self.add("attemptedAt", answer.attemptedAt)
        if answer.isInDoubt { self.add("inDoubt", true) }
        if let failure = answer.failure {
            self.add("failure") { json in
                json.add("code", failure.code)
                json.add("at", failure.at)
            }
        }
        self.add("receivedAt", answer.sentAt)
        self.add("late", answer.isLate)
        self.add("missed", answer.isMissed)
    }
}

extension RefundRecord {
    /// What is told of it.
    package func draft(_ name: EventName) -> Telling.Draft {
        var json = JSONText()
        json.add("environment", self.environment.rawValue)
        json.add("refund") { $0.describe(self) }
        return Telling.Draft(recipient: self.customer, name: name, body: json.bytes)
    }
}
