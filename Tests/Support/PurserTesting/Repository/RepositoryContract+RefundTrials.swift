import Ledger

extension RepositoryContract {
    /// The required behavior for trials of refund policies, and for waiting cases.
    static let refundTrials = [
        Behavior("A policy that is tried keeps its terms until the trial ends, which it does once") { subject in
            let repository = subject.repository
            let tried = try Self.policy(1, trial: Self.trial(seed: 7))
            try Self.require(
                try await repository.write { unit in try unit.keep(tried, of: Sample.app) },
                is: true,
                "It is published."
            )
            let found = try await repository.read { view in
                try view.refundPolicies(of: Sample.app, before: nil, limit: 9)
            }
            try Self.require(found, is: [tried], "Its terms are kept.")
            let end = RefundTrial.End(.stopped, at: Self.atHour(2), by: "eve")
            let other = try await repository.write { unit in try unit.endTrial(of: 1, end, app: AppName("other")) }
            try Self.require(other, is: false, "Another app has its own.")
            try Self.require(
                try await repository.write { unit in try unit.endTrial(of: 1, end, app: Sample.app) },
                is: true,
                "It ends."
            )
            let again = RefundTrial.End(.worse, at: Self.atHour(3))
            try Self.require(
                try await repository.write { unit in try unit.endTrial(of: 1, again, app: Sample.app) },
                is: false,
                "Once."
            )
            let ended = try await repository.read { view in
                try view.refundPolicies(of: Sample.app, before: nil, limit: 9)
            }.first
            try Self.require(ended?.trial?.end, is: end, "The first end counts.")
            let plain = try Self.policy(2, trial: nil)
            _ = try await repository.write { unit in try unit.keep(plain, of: Sample.app) }
            try Self.require(
                try await repository.write { unit in try unit.endTrial(of: 2, end, app: Sample.app) },
                is: false,
                "It has none."
            )
        },
        Behavior("Publishing a policy ends the trial of the one before") { subject in
            let repository = subject.repository
            _ = try await repository.write { unit in
                try unit.keep(try Self.policy(1, trial: Self.trial(seed: 7)), of: Sample.app)
            }
            let wrong = try await repository.write { unit in
                try unit.keep(try Self.policy(3, trial: nil), of: Sample.app)
            }
            try Self.require(wrong, is: false, "2 comes first.")
            let running = try await repository.read { view in
                try view.refundPolicies(of: Sample.app, before: nil, limit: 1)
            }.first
            try Self.require(running?.trial?.isRunning, is: true, "What is refused ends nothing.")
            _ = try await repository.write { unit in try unit.keep(try Self.policy(2, trial: nil), of: Sample.app) }
            let found = try await repository.read { view in try view.refundPolicies(of: Sample.app, before: 2, limit: 1)
            }.first
            let end = RefundTrial.End(.replaced, at: Self.atHour(2), by: "eve")
            try Self.require(found?.trial?.end, is: end, "The policy that came after ended it.")
        },
        Behavior("A case counts once in its trial, in any order and number of arrivals") {
            subject in
            let repository = subject.repository
            _ = try await repository.write { unit in
                try unit.keep(try Self.policy(1, trial: Self.trial(seed: 7)), of: Sample.app)
            }
            for (id, arm) in [("1", RefundExperiment.Arm.trial), ("2", .holdOut)] {
                _ = try await repository.record(Self.askedRefund(id, uuid: "a\(id)", hour: 1))
                try await Self.answer(id, "a\(id)", arm, in: repository)
            }
            var tallies = try await repository.read { view in try view.tallies(of: 1, app: Sample.app) }
            try Self.require([tallies[.trial]?.cases, tallies[.holdOut]?.cases], is: [1, 1], "One in each arm.")
            try Self.require(tallies[.trial]?.decided, is: 0, "Nothing is decided.")
            for _ in 0..<2 {
                _ = try await repository.record(Self.decidedRefund("1", uuid: "b", hour: 2, .declined))
                _ = try await repository.record(Self.decidedRefund("2", uuid: "c", hour: 2, .refunded(share: 25_000)))
                try await Self.lookAtAll(in: repository)
            }
            tallies = try await repository.read({ view in try view.tallies(of: 1, app: Sample.app) })
            let tried = try Self.unwrap(tallies[.trial], "The arm of the version that is tried.")
            try Self.require([tried.decided, tried.refunded, tried.declined], is: [1, 0, 1], "Apple declined.")
            try Self.require([tried.asked, tried.kept], is: [["USD": 4_990], ["USD": 4_990]], "All is kept.")
            let held = try Self.unwrap(tallies[.holdOut], "The arm of the one in force.")
            try Self.require([held.decided, held.refunded, held.keptShares], is: [1, 1, 75_000], "A part went back.")
            try Self.require(held.kept, is: ["USD": 3_743], "The rest is kept.")
            // Another round, in which Apple pays back all: the case counts once, for what it came to.
            _ = try await repository.record(Self.askedRefund("1", uuid: "d", hour: 3))
            _ = try await repository.record(Self.decidedRefund("1", uuid: "e", hour: 4, .refunded(share: 100_000)))
            try await Self.lookAtAll(in: repository)
            tallies = try await repository.read { view in try view.tallies(of: 1, app: Sample.app) }
            try Self.require(tallies[.trial]?.cases, is: 1, "It is one case.")
            try Self.require(tallies[.trial]?.kept, is: ["USD": 0], "Nothing is kept of it.")
            let none = try await repository.read { view in try view.tallies(of: 2, app: Sample.app) }
            try Self.require(none.isEmpty, "Another version has its own.")
        },
        Behavior("A trial ends by itself at its bound, with one event in the event stream of the case") { subject in
            let repository = subject.repository
            let terms = RefundExperiment(seed: 7, shareMilliunits: 50_000, minimumCases: 30, maximumCases: 60)
            let trial = try Self.unwrap(terms.map { RefundTrial($0) }, "Terms that are possible.")
            _ = try await repository.write { unit in try unit.keep(try Self.policy(1, trial: trial), of: Sample.app) }
            for number in 0..<60 {
                let id = "\(number + 1)"
                _ = try await repository.record(Self.paidRefund(id, by: "ada"))
                _ = try await repository.record(Self.askedRefund(id, uuid: "a\(id)", hour: 1))
                let arm = number % 2 == 0 ? RefundExperiment.Arm.trial : .holdOut
                try await Self.answer(id, "a\(id)", arm, in: repository)
            }
            for number in 0..<60 {
                let kind: SignedRefund.Kind = number % 2 == 0 ? .declined : .refunded(share: 100_000)
                _ = try await repository.record(Self.decidedRefund("\(number + 1)", uuid: "b\(number)", hour: 2, kind))
                let before = try await repository.read { view in
                    try view.refundPolicies(of: Sample.app, before: nil, limit: 1)
                }.first
                try Self.require(before?.trial?.isRunning, is: true, "It runs until case \(number + 1).")
                try await Self.lookAtAll(in: repository)
            }
            let ended = try await repository.read { view in
                try view.refundPolicies(of: Sample.app, before: nil, limit: 1)
            }.first
            try Self.require(ended?.trial?.end, is: RefundTrial.End(.better, at: Self.atHour(9)), "It is better.")
            let stream = EventStream(app: Sample.app, subject: .customer(Sample.customer("ada")))
            let published = try await repository.read { view in try view.events(of: stream, after: 0, limit: 1000) }
                .filter {
                    $0.name == .trialEnded
                }
            try Self.require(published.count, is: 1, "One event.")
        },
        Behavior("A case that waits for consent or an operator is due as soon as that has changed") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.paidRefund("1", by: "ada"))
            _ = try await repository.record(Self.askedRefund("1", uuid: "a", hour: 1))
            let first = try Self.unwrap(try await Self.leasedRefunds(repository, 0).first, "It is due.")
            var answer = RefundAnswer("a")
            answer.refusal = .noConsent
            let wait = RefundStep(answer, next: .at(Self.atHour(9)))
            _ = try await repository.write { unit in try unit.conclude(first, wait, at: Self.atHour(1)) }
            try Self.require(try await Self.leasedRefunds(repository, 1).isEmpty, "It waits.")
            _ = try await repository.write { unit in
                try unit.keep(Self.consent("c2"), of: Sample.customer("ben"), app: Sample.app)
            }
            try Self.require(try await Self.leasedRefunds(repository, 2).isEmpty, "Another worker has it.")
            _ = try await repository.write { unit in
                try unit.keep(Self.consent("c1"), of: Sample.customer("ada"), app: Sample.app)
            }
            let second = try Self.unwrap(try await Self.leasedRefunds(repository, 3).first, "She agrees.")
            answer.refusal = nil
            answer.heldUntil = Self.atHour(9)
            _ = try await repository.write { [answer] unit in
                try unit.conclude(second, RefundStep(answer, next: .at(Self.atHour(9))), at: Self.atHour(1))
            }
            try Self.require(try await Self.leasedRefunds(repository, 4).isEmpty, "A person may decide.")
            let override = RefundOverride(.decline, at: Self.atHour(1), by: "eve", reason: "a court")
            try await repository.write { unit in
                try unit.setRefundOverride(override, of: Sample.customer("ada"), app: Sample.app)
            }
            let third = try Self.unwrap(try await Self.leasedRefunds(repository, 5).first, "The lease has ended.")
            let withdrawal = Consent.Withdrawal(withdrawnAt: Self.atHour(1), source: nil, recordedBy: "shop")
            _ = try await repository.write { unit in
                try unit.withdraw(
                    ConsentID("c1"),
                    withdrawal,
                    of: Sample.customer("ada"),
                    app: Sample.app
                )
            }
            let stale = try await repository.write { unit in
                try unit.conclude(third, RefundStep(next: .never), at: Self.atHour(1))
            }
            try Self.require(stale == nil, "An earlier result is stale.")
            let fourth = try Self.unwrap(try await Self.leasedRefunds(repository, 6).first, "It is due again.")
            answer.receivedAt = Self.atHour(1)
            _ = try await repository.write { [answer] unit in
                try unit.conclude(fourth, RefundStep(answer, next: .never), at: Self.atHour(1))
            }
            _ = try await repository.write { unit in
                try unit.keep(Self.consent("c3"), of: Sample.customer("ada"), app: Sample.app)
            }
            try Self.require(try await Self.leasedRefunds(repository, 7).isEmpty, "What is answered waits for nothing.")
        },
        Behavior("Cases are read by when they were opened, however late they became known") { subject in
            let repository = subject.repository
            for (id, hour) in [("1", Int64(3)), ("2", 1), ("3", 2), ("4", 2)] {
                _ = try await repository.record(Self.askedRefund(id, uuid: "u\(id)", hour: hour))
            }
            func read(_ place: RefundCursor, limit: Int = 9) async throws -> [PositionedRefund] {
                try await repository.read { view in try view.refunds(of: Sample.app, openedAfter: place, limit: limit) }
            }
            let all = try await read(RefundCursor(since: Instant(milliseconds: .min)))
            try Self.require(all.map(\.record.transactionID.rawValue), is: ["2", "3", "4", "1"], "The earliest first.")
            let later = try await read(RefundCursor(since: Self.atHour(2)))
            try Self.require(later.map(\.record), is: all.dropFirst().map(\.record), "Since an instant.")
            let next = try await read(RefundCursor(all[1]), limit: 1)
            try Self.require(next.map(\.record.transactionID.rawValue), is: ["4"], "The next one of the same instant.")
            _ = try await repository.record(Self.askedRefund("1", uuid: "u0", hour: 0))
            let moved = try await read(RefundCursor(since: Self.atHour(0)), limit: 1)
            try Self.require(moved.first?.record.transactionID.rawValue, is: "1", "What becomes known moves it.")
        },
    ]

    private static func policy(_ version: Int64, trial: RefundTrial?) throws -> RefundPolicy {
        RefundPolicy(
            version: version,
            text: "policy: refunds\notherwise: DECLINE\n",
            publishedAt: Self.atHour(version),
            publishedBy: "eve",
            reason: nil,
            trial: trial
        )
    }

    private static func trial(seed: Int64) throws -> RefundTrial {
        let experiment = RefundExperiment(seed: seed, shareMilliunits: 20_000, minimumCases: 40, maximumCases: 90)
        return RefundTrial(try Self.unwrap(experiment, "Terms that are possible."))
    }

    /// Answers a request as an arm of the trial of version 1 does.
    private static func answer(
        _ id: String,
        _ request: String,
        _ arm: RefundExperiment.Arm,
        in repository: any Repository
    ) async throws {
        let leases = try await Self.leasedRefunds(repository, 0)
        let lease = try Self.unwrap(leases.first { $0.record.transactionID.rawValue == id }, "It is due.")
        var answer = RefundAnswer(request)
        answer.assignment = RefundAnswer.Assignment(arm, of: 1)
        answer.receivedAt = Self.atHour(1)
        _ = try await repository.write { [answer] unit in
            try unit.conclude(lease, RefundStep(answer, next: .never), at: Self.atHour(1))
        }
    }

    /// Leases every due case and concludes it without an answer.
    private static func lookAtAll(in repository: any Repository) async throws {
        for lease in try await Self.leasedRefunds(repository, 0) {
            _ = try await repository.write { unit in
                try unit.conclude(lease, RefundStep(next: .never), at: Self.atHour(9))
            }
        }
    }

    private static func consent(_ id: String) -> Consent {
        Consent(
            id: ConsentID(id),
            textHash: String(repeating: "a", count: 64),
            version: "1",
            locale: "en",
            storefront: "USA",
            givenAt: Self.atHour(0),
            source: "settings",
            recordedAt: Self.atHour(0),
            recordedBy: "shop"
        )
    }
}
