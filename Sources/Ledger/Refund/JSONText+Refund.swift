package import Notation

/// Refund cases as JSON, with the names and shapes of the API's answers.
extension JSONText {
    /// Adds everything about a case.
    package mutating func describe(_ record: RefundRecord) {
        let refundCase = record.refundCase
        self.add("id", record.id.rawValue)
        self.add("state", record.status.rawValue)
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
        self.add("requests", refundCase.requests) { json, request in
            json.add("id", request.id)
            json.add("number", Int64(request.number))
            json.add("reason", request.reason)
            json.add("requestedAt", request.signedAt)
            json.add("deadline", request.signedAt + record.deadlines.answer)
            json.add("decidedAt", request.decidedAt)
            guard let answer = record.answer(to: request.id) else { return }
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
        if let assignment = answer.assignment {
            self.add("trial", assignment.version)
            self.add("arm", assignment.arm.rawValue)
        }
        self.add("heldUntil", answer.heldUntil)
        if let sent = answer.sent {
            self.add("preference", sent.preference?.rawValue ?? "none")
            self.add("deliveryStatus", sent.deliveryStatus.rawValue)
            self.add("consumedMilliunits", sent.share)
            self.add("version", sent.isFirstVersion ? 1 : 2)
            self.add("frozenAt", sent.frozenAt)
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
        self.add("receivedAt", answer.receivedAt)
        self.add("late", answer.isLate)
        self.add("missed", answer.isMissed)
    }
}

extension RefundRecord {
    /// Returns the draft of the event that publishes the case.
    package func draft(_ name: EventName) -> EventDerivation.Draft {
        var json = JSONText()
        json.add("environment", self.environment.rawValue)
        json.add("refund") { $0.describe(self) }
        return EventDerivation.Draft(recipient: self.customer, name: name, body: json.bytes)
    }
}
