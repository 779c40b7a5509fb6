package import Ledger

extension RepositoryContract {
    /// The required behavior for refunds.
    static let refunds = [
        Behavior("Apple's evidence of a refund makes the same case in any order and number of arrivals") {
            subject in
            let signedRefunds = [
                Self.askedRefund("1", uuid: "a", hour: 1), Self.decidedRefund("1", uuid: "b", hour: 2, .declined),
                Self.askedRefund("1", uuid: "c", hour: 3), Self.paidBack("1", hour: 4),
                Self.decidedRefund("1", uuid: "d", hour: 5, .reversed),
            ]
            var expected: RefundCase?
            for (request, order) in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 2, 4, 1, 1, 3, 0]].enumerated() {
                let app = AppName("shop\(request)")
                for place in order {
                    var intake = signedRefunds[place]
                    intake.app = app
                    _ = try await subject.repository.record(intake)
                }
                let found = try await subject.repository.read { view in try view.refund(Self.refundID("1"), of: app) }
                try Self.require(found?.refundCase.signedRefunds.count, is: 5, "Each word once.")
                try Self.require(found?.status, is: .reversed, "The last word counts.")
                try Self.require(found?.refundCase.decidedRequests, is: 2, "Two requests were decided.")
                expected = expected ?? found?.refundCase
                try Self.require(found?.refundCase, is: expected, "It is the same case.")
            }
        },
        Behavior("A request is published with the unit that adds it, and a repetition is not") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.paidRefund("1", by: "ada"))
            let first = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            let again = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            try Self.require([first.isNew, again.isNew], is: [true, false], "It is new once.")
            _ = try await repository.record(Self.decidedRefund("1", uuid: "b", hour: 2, .declined))
            _ = try await repository.record(Self.askedRefund("1", uuid: "0", hour: 0))
            var quiet = Self.askedRefund("2", uuid: "q", hour: 1)
            quiet.publishesEvents = false
            _ = try await repository.record(quiet)
            try await Self.requirePublished(repository, "ada", [.refundRequested, .refundDeclined, .refundChanged])
            let kept = try await repository.read { view in try view.refund(Self.refundID("1"), of: Sample.app) }
            try Self.require(kept?.customer, is: Sample.customer("ada"), "It is hers.")
            try Self.require(kept?.subject.productID, is: ProductID("gems"), "It says what it is about.")
            let other = try await repository.read { view in try view.refund(Self.refundID("2"), of: Sample.app) }
            try Self.require(other?.customer == nil, "No owner.")
        },
        Behavior("A refund without a request opens a case that needs no answer") { subject in
            _ = try await subject.repository.record(Self.paidBack("1", hour: 1))
            let kept = try await subject.repository.read { view in try view.refund(Self.refundID("1"), of: Sample.app) }
            try Self.require(kept?.status, is: .refunded, "It is refunded.")
            try Self.require(kept?.refundCase.isPossibleChargeback, is: true, "Apple had not asked.")
            try Self.require(try await Self.leasedRefunds(subject.repository, 0).isEmpty, "There is nothing to answer.")
        },
        Behavior("One worker leases a case at a time, and a delivery to Apple counts from any worker") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.paidRefund("1", by: "ada"))
            _ = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            let first = try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due at once.")
            try Self.require(first.record.customer, is: Sample.customer("ada"), "It says whose it is.")
            try Self.require(try await Self.leasedRefunds(repository, 44).isEmpty, "It is leased.")
            var answer = RefundAnswer("a")
            answer.evidence = Self.knownThen
            answer.circumstances = RefundCircumstances(
                kind: .consumable,
                deliveryStatus: .delivered,
                share: 40_000,
                shareSentBefore: 20_000,
                hasConsent: true
            )
            answer.decider = .policy(version: 3, rule: "all of it")
            answer.sent = RefundAnswer.SentAnswer(
                body: Array(#"{"customerConsented":true}"#.utf8),
                isFirstVersion: false,
                deliveryStatus: .delivered,
                share: 40_000,
                preference: .grantProrated,
                frozenAt: Self.atHour(1)
            )
            answer.begin(at: Self.atHour(1))
            let goOn = RefundStep(answer, next: .goOn(until: Sample.beginning + .seconds(60)))
            let frozen = try await repository.write { unit in try unit.conclude(first, goOn, at: Self.atHour(1)) }
            try Self.require(frozen?.answers, is: [answer], "Every field of it is kept.")
            try Self.require(try await Self.leasedRefunds(repository, 59).isEmpty, "It is leased for longer.")
            let second = try Self.unwrap(try await Self.leasedRefunds(repository, 60).first, "The lease is over.")
            try Self.require(second.record.answers, is: [answer], "The answer is the same.")
            let failure = RefundStep(RefundAnswer("a"), next: .never)
            let late = try await repository.write { unit in try unit.conclude(first, failure, at: Self.atHour(2)) }
            try Self.require(late == nil, "A lease that is over says nothing.")
            answer.receivedAt = Self.atHour(2)
            answer.failure = RefundAnswer.Failure(code: "appstore_failed", at: Self.atHour(2))
            let sent = RefundStep(answer, .refundAnswered, next: .never)
            try Self.require(
                try await repository.write { unit in try unit.conclude(first, sent, at: Self.atHour(2)) }?.status,
                is: .answered,
                "Apple has received it."
            )
            let again = try await repository.write { unit in try unit.conclude(first, sent, at: Self.atHour(2)) }
            try Self.require(again == nil, "It is received once.")
            answer.isLate = true
            answer.heldUntil = Self.atHour(3)
            answer.refusal = .noConsent
            answer.decision = RefundAnswer.Decision(.decline, by: "eve", at: Self.atHour(2))
            answer.decider = .override(by: "eve")
            let last = try await repository.write { [answer] unit in
                try unit.conclude(second, RefundStep(answer, next: .never), at: Self.atHour(2))
            }
            try Self.require(last?.answers, is: [answer], "The holder of the lease may add answers.")
            try Self.require(try await Self.leasedRefunds(repository, 1_000_000).isEmpty, "Nothing is left to be done.")
            try await Self.requirePublished(repository, "ada", [.refundRequested, .refundAnswered])
        },
        Behavior("Evidence that arrives while a worker leases a case is due when the worker is done") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            let first = try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due.")
            _ = try await repository.record(Self.decidedRefund("1", uuid: "b", hour: 2, .declined))
            try Self.require(try await Self.leasedRefunds(repository, 1).isEmpty, "It is leased.")
            _ = try await repository.write { unit in
                try unit.conclude(first, RefundStep(next: .never), at: Self.atHour(2))
            }
            let second = try Self.unwrap(try await Self.leasedRefunds(repository, 1).first, "It is due again.")
            try Self.require(second.record.status, is: .declined, "It was decided.")
            _ = try await repository.write { unit in
                try unit.conclude(second, RefundStep(next: .at(Self.atHour(9))), at: Self.atHour(2))
            }
            try Self.require(try await Self.leasedRefunds(repository, 9 * 3600 - 1).isEmpty, "It waits.")
            try Self.require(
                try await Self.leasedRefunds(repository, 9 * 3600).count,
                is: 1,
                "It is due when it was said."
            )
        },
        Behavior("A person's word counts until the answer was put together, and ends a worker's lease") { subject in
            let repository = subject.repository
            let decision = RefundAnswer.Decision(.grantFull, by: "eve", at: Self.atHour(1))
            let none = try await repository.write { unit in
                try unit.decide(decision, on: Self.refundID("9"), of: Sample.app)
            }
            try Self.require(none == nil, "There is no such case.")
            _ = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            let lease = try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due.")
            let taken = try await repository.write { unit in
                try unit.decide(decision, on: Self.refundID("1"), of: Sample.app)
            }
            try Self.require(taken?.isTaken, is: true, "It can be decided.")
            try Self.require(taken?.record.answer(to: "a")?.decision, is: decision, "It is kept.")
            let stale = try await repository.write { unit in
                try unit.conclude(lease, RefundStep(next: .never), at: Self.atHour(1))
            }
            try Self.require(stale == nil, "The lease is over.")
            let second = try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due at once.")
            var answer = try Self.unwrap(second.record.answer(to: "a"), "There is the word.")
            answer.receivedAt = Self.atHour(2)
            _ = try await repository.write { [answer] unit in
                try unit.conclude(second, RefundStep(answer, next: .never), at: Self.atHour(2))
            }
            let late = try await repository.write { unit in
                try unit.decide(decision, on: Self.refundID("1"), of: Sample.app)
            }
            try Self.require(late?.isTaken, is: false, "Apple has it.")
        },
        Behavior("Cases are listed by how they stand and whose they are, in the order in which they became known") {
            subject in
            let repository = subject.repository
            for id in ["1", "2", "3"] {
                _ = try await repository.record(Self.paidRefund(id, by: id == "2" ? "ben" : "ada"))
                _ = try await repository.record(Self.askedRefund(id, uuid: "u\(id)", hour: 1))
            }
            _ = try await repository.record(Self.decidedRefund("3", uuid: "d", hour: 2, .declined))
            func listed(
                _ filter: RefundFilter,
                after position: Int64 = 0,
                limit: Int = 9
            ) async throws -> [PositionedRefund] {
                try await repository.read { view in
                    try view.refunds(of: Sample.app, matching: filter, after: position, limit: limit)
                }
            }
            let all = try await listed(RefundFilter())
            try Self.require(all.map(\.record.transactionID.rawValue), is: ["1", "2", "3"], "In order.")
            let rest = try await listed(RefundFilter(), after: all[0].position, limit: 1)
            try Self.require(rest.map(\.record), is: [all[1].record], "A page of them.")
            let declined = try await listed(RefundFilter(status: .declined))
            try Self.require(declined.map(\.record), is: [all[2].record], "Those that stand so.")
            let own = try await listed(RefundFilter(customer: Sample.customer("ada")))
            try Self.require(own.map(\.record), is: [all[0].record, all[2].record], "Hers.")
            let both = RefundFilter(status: .requested, customer: Sample.customer("ada"))
            try Self.require(try await listed(both).map(\.record), is: [all[0].record], "Hers that stand so.")
            let nobody = try await listed(RefundFilter(customer: Sample.customer("cem")))
            try Self.require(nobody.isEmpty, "This customer has none.")
        },
        Behavior("Cases are listed from the last recorded one back, by the same filters") { subject in
            let repository = subject.repository
            for id in ["1", "2", "3", "4"] {
                _ = try await repository.record(Self.paidRefund(id, by: id == "2" ? "ben" : "ada"))
                _ = try await repository.record(Self.askedRefund(id, uuid: "u\(id)", hour: 1))
            }
            for id in ["1", "3"] {
                _ = try await repository.record(Self.decidedRefund(id, uuid: "d\(id)", hour: 2, .declined))
            }
            func listed(
                _ filter: RefundFilter,
                before position: Int64? = nil,
                limit: Int = 9
            ) async throws -> [PositionedRefund] {
                try await repository.read { view in
                    try view.refunds(of: Sample.app, matching: filter, before: position, limit: limit)
                }
            }
            let oldestFirst = try await repository.read { view in
                try view.refunds(of: Sample.app, matching: RefundFilter(), after: 0, limit: 9)
            }
            try Self.require(try await listed(RefundFilter()), is: oldestFirst.reversed(), "The same, from the end.")
            try Self.require(
                try await listed(RefundFilter(), before: oldestFirst[3].position, limit: 2).map(\.record),
                is: [oldestFirst[2].record, oldestFirst[1].record],
                "A page of them."
            )
            let declined = RefundFilter(status: .declined)
            try Self.require(
                try await listed(declined).map(\.record),
                is: [oldestFirst[2].record, oldestFirst[0].record],
                "Those that stand so."
            )
            try Self.require(
                try await listed(declined, before: oldestFirst[2].position).map(\.record),
                is: [oldestFirst[0].record],
                "Those of them that came earlier."
            )
            let own = RefundFilter(customer: Sample.customer("ada"))
            try Self.require(
                try await listed(own, limit: 2).map(\.record),
                is: [oldestFirst[3].record, oldestFirst[2].record],
                "Hers."
            )
            let both = RefundFilter(status: .requested, customer: Sample.customer("ada"))
            try Self.require(
                try await listed(both, before: oldestFirst[3].position, limit: 1),
                is: [],
                "Hers that stand so: the only earlier ones are decided."
            )
            try Self.require(try await listed(both, limit: 1).map(\.record), is: [oldestFirst[3].record], "Her newest.")
        },
        Behavior("Policies are numbered without gaps and kept") { subject in
            let repository = subject.repository
            @Sendable func policy(_ version: Int64, _ text: String = "otherwise: none") -> RefundPolicy {
                RefundPolicy(
                    version: version,
                    text: text,
                    publishedAt: Self.atHour(version),
                    publishedBy: "eve",
                    reason: version == 1 ? nil : "better"
                )
            }
            try Self.require(
                try await repository.write { unit in try unit.keep(policy(2), of: Sample.app) },
                is: false,
                "1 comes first."
            )
            try Self.require(
                try await repository.write { unit in try unit.keep(policy(1), of: Sample.app) },
                is: true,
                "It is the first."
            )
            try Self.require(
                try await repository.write { unit in try unit.keep(policy(1, "x"), of: Sample.app) },
                is: false,
                "There is one."
            )
            try Self.require(
                try await repository.write { unit in try unit.keep(policy(2), of: Sample.app) },
                is: true,
                "It is the next."
            )
            let found = try await repository.read { view in
                try view.refundPolicies(of: Sample.app, before: nil, limit: 9)
            }
            try Self.require(found, is: [policy(2), policy(1)], "Newest first.")
            let first = try await repository.read { view in try view.refundPolicies(of: Sample.app, before: 2, limit: 9)
            }
            try Self.require(first, is: [policy(1)], "Those before.")
            let others = try await repository.read { view in
                try view.refundPolicies(of: AppName("other"), before: nil, limit: 9)
            }
            try Self.require(others.isEmpty, "Another app has its own.")
        },
        Behavior("A refund override counts until it is removed or its customer is erased") { subject in
            let repository = subject.repository
            let ada = Sample.customer("ada")
            @Sendable func override(_ preference: RefundPreference?) -> RefundOverride {
                RefundOverride(preference, at: Self.atHour(1), by: "eve", reason: "a court")
            }
            try Self.require(
                try await repository.read { view in try view.refundOverride(of: ada, app: Sample.app) } == nil,
                "Nothing is set."
            )
            for preference in [RefundPreference.decline, nil] {
                let set = override(preference)
                try await repository.write { unit in try unit.setRefundOverride(set, of: ada, app: Sample.app) }
                try Self.require(
                    try await repository.read { view in try view.refundOverride(of: ada, app: Sample.app) },
                    is: set,
                    "It is set."
                )
            }
            let ben = try await repository.read { view in
                try view.refundOverride(of: Sample.customer("ben"), app: Sample.app)
            }
            try Self.require(ben == nil, "It is hers alone.")
            try await repository.write { unit in try unit.setRefundOverride(nil, of: ada, app: Sample.app) }
            let left = try await repository.read { view in try view.refundOverride(of: ada, app: Sample.app) }
            try Self.require(left == nil, "It is removed.")
            try await repository.write { unit in
                try unit.setRefundOverride(override(.decline), of: ada, app: Sample.app)
            }
            try await repository.write { unit in try unit.erasePersonalFields(of: ada, app: Sample.app) }
            let erased = try await repository.read { view in try view.refundOverride(of: ada, app: Sample.app) }
            try Self.require(erased == nil, "It is forgotten.")
        },
    ]

    private static let knownThen: [String: RuleValue] = [
        "product": .text("gems: the : best"), "cases.earlier": .count(3), "share": .share(40_000),
        "age": .span(.days(2)),
        "price": .money(Money(amountMilliunits: -4_990, currency: "USD")), "sandbox": .flag(false),
        "customer.blocked": .flag(true),
    ]

    static func atHour(_ hour: Int64) -> Instant { Sample.beginning + .hours(hour) }

    static func refundID(_ id: String) -> RefundID { RefundID(TransactionID(id), in: .production) }

    private static func gem(_ id: String, hour: Int64 = 0) -> TransactionSnapshot {
        TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems"),
            kind: .consumable,
            purchaseAt: Sample.beginning,
            price: Money(amountMilliunits: 4_990, currency: "USD"),
            signedAt: Self.atHour(hour),
            digest: .number(UInt64(hour) + 1)
        )
    }

    static func paidRefund(_ id: String, by customer: String) -> Intake {
        Sample.facts([Self.gem(id)], submission: Sample.submission(customer, id))
    }

    package static func askedRefund(_ id: String, uuid: String, hour: Int64) -> Intake {
        Self.decidedRefund(id, uuid: uuid, hour: hour, .requested(reason: "OTHER"))
    }

    static func decidedRefund(_ id: String, uuid: String, hour: Int64, _ kind: SignedRefund.Kind) -> Intake {
        var snapshot = Self.gem(id, hour: hour)
        if kind == .reversed { snapshot.isReversal = true }
        var intake = Sample.facts([snapshot])
        intake.receivedAt = Self.atHour(hour)
        intake.refund = RefundUpdate(
            transactionID: snapshot.transactionID,
            subject: RefundSubject(snapshot),
            signedRefunds: [SignedRefund(id: uuid, kind: kind, signedAt: Self.atHour(hour))]
        )
        return intake
    }

    static func paidBack(_ id: String, hour: Int64) -> Intake {
        var snapshot = Self.gem(id, hour: hour)
        snapshot.revocation = Revocation(
            revokedAt: Self.atHour(hour),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: nil
        )
        var intake = Sample.facts([snapshot])
        intake.receivedAt = Self.atHour(hour)
        return intake
    }

    static func leasedRefunds(_ repository: any Repository, _ seconds: Int64) async throws -> [RefundLease] {
        let now = Sample.beginning + .seconds(seconds)
        return try await repository.leaseRefunds(of: Sample.app, at: now, until: now + .seconds(45), limit: 10).leases
    }

    private static func requirePublished(
        _ repository: any Repository,
        _ customer: String,
        _ names: [EventName]
    ) async throws {
        let stream = EventStream(app: Sample.app, subject: .customer(Sample.customer(customer)))
        let published = try await repository.read { view in try view.events(of: stream, after: 0, limit: 100) }.map(
            \.name
        )
        try Self.require(published.filter { $0.rawValue.hasPrefix("refund.") }, is: names, "The events.")
    }
}
