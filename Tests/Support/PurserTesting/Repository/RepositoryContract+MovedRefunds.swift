import Ledger

extension RepositoryContract {
    /// The behavior of refunds whose purchase is transferred to another customer.
    static let movedRefunds = [
        Behavior("A transfer makes a waiting refund due at once, leased or not, and it is decided again") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.paidRefund("1", by: "ada"))
            _ = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            let first = try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due.")
            try Self.require(first.record.customer, is: Sample.customer("ada"), "It is hers.")
            var answer = RefundAnswer("a")
            answer.heldUntil = Self.atHour(9)
            let held = RefundStep(answer, .refundHeld, next: .at(Self.atHour(9)))
            _ = try await repository.write { unit in try unit.conclude(first, held, at: Self.atHour(1)) }
            try Self.require(try await Self.leasedRefunds(repository, 60).isEmpty, "It waits for a person.")
            try await Self.give("1", to: "bea", repository)
            let listed = try await repository.read { view in
                try view.refunds(
                    of: Sample.app,
                    matching: RefundFilter(customer: Sample.customer("bea")),
                    after: 0,
                    limit: 9
                )
            }
            try Self.require(listed.map(\.record.status), is: [.requested], "It is listed among the new owner's.")
            let second = try Self.unwrap(try await Self.leasedRefunds(repository, 60).first, "It is due at once.")
            try Self.require(second.record.customer, is: Sample.customer("bea"), "It is another's.")
            try Self.require(second.record.answer(to: "a")?.heldUntil == nil, is: true, "Nothing is decided yet.")
            try await Self.give("1", to: "cleo", repository)
            let stale = try await repository.write { unit in try unit.conclude(second, held, at: Self.atHour(2)) }
            try Self.require(stale == nil, "What was decided of the former owner is worth nothing.")
            let third = try await Self.leasedRefunds(repository, 60).first
            try Self.require(third?.record.customer, is: Sample.customer("cleo"), "It is due again.")
        },
        Behavior("An answer withheld for lack of an owner is due at once when a customer claims the purchase") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            let first = try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due.")
            try Self.require(first.record.customer == nil, "It has no owner.")
            var answer = RefundAnswer("a")
            answer.refusal = .noConsent
            let withheld = RefundStep(answer, .refundWithheld, next: .at(Self.atHour(9)))
            _ = try await repository.write { unit in try unit.conclude(first, withheld, at: Self.atHour(1)) }
            _ = try await repository.record(Self.paidRefund("1", by: "ada"))
            let second = try Self.unwrap(try await Self.leasedRefunds(repository, 60).first, "It is due at once.")
            try Self.require(second.record.customer, is: Sample.customer("ada"), "It is hers.")
        },
        Behavior("A computed answer stays unchanged when its purchase is transferred") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.paidRefund("1", by: "ada"))
            _ = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            let first = try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due.")
            let answer = Self.begun("a")
            let failed = RefundStep(answer, next: .at(Sample.beginning + .seconds(120)))
            _ = try await repository.write { unit in try unit.conclude(first, failed, at: Self.atHour(1)) }
            try await Self.give("1", to: "bea", repository)
            try Self.require(
                try await Self.leasedRefunds(repository, 60).isEmpty,
                "It is tried again when it was to be."
            )
            let second = try Self.unwrap(try await Self.leasedRefunds(repository, 120).first, "It is tried again.")
            try Self.require(second.record.customer, is: Sample.customer("bea"), "It is another's.")
            try Self.require(second.record.answers, is: [answer], "The answer is the same.")
        },
        Behavior("A worker's evidence about an erased customer is not stored, and what Apple has received counts") {
            subject in
            let repository = subject.repository
            let ada = Sample.customer("ada")
            var leases: [RefundLease] = []
            for id in ["1", "2", "3"] {
                _ = try await repository.record(Self.paidRefund(id, by: "ada"))
                _ = try await repository.record(Self.askedRefund(id, uuid: id, hour: 1))
                leases.append(try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due."))
            }
            var sent = Self.begun("1")
            let begun = RefundStep(sent, next: .goOn(until: Self.atHour(2)))
            _ = try await repository.write { [leases] unit in try unit.conclude(leases[0], begun, at: Self.atHour(1)) }
            try await repository.write { unit in try unit.erasePersonalFields(of: ada, app: Sample.app) }
            let again = try await Self.leasedRefunds(repository, 0)
            try Self.require(again.count, is: 3, "Each is looked at again.")
            sent.receivedAt = Self.atHour(1)
            _ = try await repository.write { [leases, sent] unit in
                try unit.conclude(
                    leases[0],
                    RefundStep(sent, .refundAnswered, next: .never),
                    at: Self.atHour(1)
                )
            }
            let late = RefundStep(Self.begun("2"), next: .at(Self.atHour(9)))
            let kept = try await repository.write { [leases] unit in
                try unit.conclude(leases[1], late, at: Self.atHour(1))
            }
            try Self.require(kept == nil, "The worker is too late.")
            // A worker leases it again while the name is still there.
            let current = try Self.unwrap(again.first { $0.record.id == leases[2].record.id }, "It is leased.")
            let new = RefundStep(Self.begun("3"), next: .at(Self.atHour(9)))
            try Self.require(
                try await repository.write { unit in try unit.conclude(current, new, at: Self.atHour(1)) } != nil,
                "The worker's result is stored."
            )
            let erase = OwnershipChange(
                id: OwnershipChangeID("e"),
                kind: .erase(ada),
                changedAt: Self.atHour(2),
                by: "ops",
                note: nil
            )
            _ = try await repository.write { unit in
                try unit.change(erase, of: Sample.app, catalog: Catalog(), isPreview: false)
            }.get()
            let all = try await repository.read { view in
                try view.refunds(of: Sample.app, matching: RefundFilter(), after: 0, limit: 9)
            }
            for one in all.flatMap(\.record.answers) {
                try Self.require(one.evidence.isEmpty && one.sent?.body.isEmpty != false, "No personal data is left.")
            }
            let received = all.first { $0.record.id == leases[0].record.id }?.record.answer(to: "1")
            try Self.require(received?.receivedAt, is: Self.atHour(1), "Apple has received it.")
            try Self.require(received?.sent?.preference, is: .decline, "What Apple was asked for stays.")
        },
    ]

    /// Returns an answer with its evidence and body, at the beginning of its first attempt.
    private static func begun(_ request: String) -> RefundAnswer {
        var answer = RefundAnswer(request)
        answer.evidence = ["cases.earlier": .count(3)]
        answer.sent = RefundAnswer.SentAnswer(
            body: Array("{}".utf8),
            isFirstVersion: false,
            deliveryStatus: .delivered,
            share: nil,
            preference: .decline,
            frozenAt: Self.atHour(1)
        )
        answer.begin(at: Self.atHour(1))
        return answer
    }

    /// Transfers a purchase to a customer, as an operator does.
    private static func give(_ id: String, to customer: String, _ repository: any Repository) async throws {
        let decision = Decision(
            customer: Sample.customer(customer),
            transactionID: TransactionID(id),
            reach: .purchase,
            decidedAt: Self.atHour(customer == "bea" ? 2 : 3)
        )
        let change = OwnershipChange(
            id: OwnershipChangeID("to \(customer)"),
            kind: .decide(decision, .production),
            changedAt: decision.decidedAt,
            by: "ops",
            note: nil
        )
        _ = try await repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
        }.get()
    }
}
