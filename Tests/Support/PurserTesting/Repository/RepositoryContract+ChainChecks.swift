import Ledger

extension RepositoryContract {
    static let checks = [
        Behavior("A subscription of which nothing says whether it will renew is asked about, after some patience") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Sample.facts([Sample.period("1", of: "1")]))
            let askAt = Sample.beginning + HealingRequest.patience
            try Self.require(try await Self.due(repository, at: askAt - .seconds(1)), is: [], "Not at once.")
            let due = try await Self.due(repository, at: askAt)
            try Self.require(due.map(\.originalTransactionID), is: [OriginalTransactionID("1")], "Then.")
            try Self.require(due.map(\.dueAt), is: [askAt], "At its instant.")
            try Self.require(due.map(\.revision), is: [nil], "Its history was never read.")
        },
        Behavior("Evidence that answers the question takes it away") { subject in
            let repository = subject.repository
            let period = Sample.period("1", of: "1")
            _ = try await repository.record(Sample.facts([period]))
            _ = try await repository.record(Sample.facts(renewals: [Sample.renewal(of: period)]))
            try Self.require(
                try await Self.due(repository, at: Sample.beginning + .days(20)),
                is: [],
                "Nothing is open."
            )
        },
        Behavior("A period that ends in silence is asked about three times, then daily, and an answer is remembered") {
            subject in
            let repository = subject.repository
            let period = Sample.period("1", of: "1")
            let end = Sample.beginning + .days(30)
            _ = try await repository.record(Sample.facts([period], renewals: [Sample.renewal(of: period)]))
            try await Self.pass(repository, to: end)
            for minutes in [1, 5, 30] as [Int64] {
                let askAt = end + .minutes(minutes)
                try Self.require(try await Self.due(repository, at: askAt - .seconds(1)), is: [], "Before \(minutes).")
                let due = try await Self.due(repository, at: askAt)
                try Self.require(due.map(\.dueAt), is: [askAt], "At \(minutes) minutes.")
                try await repository.write { unit in
                    try unit.answered(due[0], at: askAt, revision: "r\(minutes)", gracePolicy: GracePolicy())
                }
            }
            try await Self.pass(repository, to: end + .hours(1))
            let first = try await Self.due(repository, at: end + .hours(1))
            try Self.require(first.map(\.dueAt), is: [end + .hours(1)], "When the leeway is over.")
            try Self.require(first.map(\.revision), is: ["r30"], "From where the history was read to.")
            try await repository.write { unit in
                try unit.answered(first[0], at: end + .hours(1), revision: nil, gracePolicy: GracePolicy())
            }
            let daily = try await Self.due(repository, at: end + .days(9))
            try Self.require(daily.map(\.dueAt), is: [end + .hours(25)], "A day later.")
            try Self.require(daily.map(\.revision), is: ["r30"], "Nothing new was read.")
            let renewal = Sample.period("2", of: "1", at: end, reason: .renewal)
            let known = Sample.facts([renewal], renewals: [Sample.renewal(of: renewal, number: 2)])
            _ = try await repository.record(known)
            try Self.require(try await Self.due(repository, at: end + .days(9)), is: [], "The answer has come.")
        },
        Behavior("Evidence that Apple signs in its answer is no reason for another check") { subject in
            let repository = subject.repository
            _ = try await repository.record(Sample.facts([Sample.period("1", of: "1")]))
            let askAt = Sample.beginning + .minutes(1)
            let due = try await Self.due(repository, at: askAt)
            // Apple's clock is ahead of ours, and its answer says nothing of the renewal.
            let again = Sample.period("1", of: "1", signedAt: askAt + .minutes(2), number: 9)
            _ = try await repository.record(Sample.facts([again]))
            try await repository.write { unit in
                try unit.answered(due[0], at: askAt, revision: nil, gracePolicy: GracePolicy())
            }
            try Self.require(try await Self.due(repository, at: Sample.beginning + .days(20)), is: [], "Asked enough.")
        },
        Behavior("A question that could not be asked is put off, and everything can be asked about at once") {
            subject in
            let repository = subject.repository
            let one = Sample.period("1", of: "1")
            let other = Sample.period("2", of: "2")
            _ = try await repository.record(Sample.facts([one]))
            _ = try await repository.record(Sample.facts([other], renewals: [Sample.renewal(of: other)]))
            let now = Sample.beginning + .minutes(1)
            let check = try await Self.due(repository, at: now)[0]
            try await repository.write { unit in try unit.putOff(check, until: now + .minutes(1)) }
            try Self.require(try await Self.due(repository, at: now), is: [], "Put off.")
            let later = try await Self.due(repository, at: now + .minutes(1))
            try Self.require(later.count, is: 1, "Until then.")
            try await repository.askAboutAll(of: Sample.app, environment: .sandbox, at: now)
            try Self.require(try await Self.due(repository, at: now), is: [], "Another environment's.")
            try await repository.askAboutAll(of: Sample.app, environment: .production, at: now)
            let all = try await Self.due(repository, at: now)
            let ids = ["1", "2"].map(OriginalTransactionID.init(_:))
            try Self.require(all.map(\.originalTransactionID).sorted(), is: ids, "Both.")
            try Self.require(all.allSatisfy(\.isAboutEverything), "About everything.")
            _ = try await repository.record(Sample.facts(renewals: [Sample.renewal(of: one)]))
            let still = try await Self.due(repository, at: now)
            try Self.require(still.count, is: 2, "What comes meanwhile does not answer that.")
            for check in later {
                try await repository.write { unit in
                    try unit.answered(check, at: now, revision: nil, gracePolicy: GracePolicy())
                }
            }
            let unanswered = try await Self.due(repository, at: now).filter(\.isAboutEverything)
            try Self.require(unanswered.count, is: 2, "Nor does an answer to what was asked before.")
            for check in all {
                try await repository.write { unit in
                    try unit.answered(check, at: now, revision: nil, gracePolicy: GracePolicy())
                }
            }
            try Self.require(try await Self.due(repository, at: now + .hours(1)), is: [], "And once.")
        },
        Behavior(
            "Single chains that are known are asked everything about, and what comes meanwhile does not answer that"
        ) {
            subject in
            let repository = subject.repository
            let one = Sample.period("1", of: "1")
            _ = try await repository.record(Sample.facts([one], renewals: [Sample.renewal(of: one)]))
            let now = Sample.beginning + .minutes(1)
            _ = try await repository.record(Sample.facts([Sample.gems("77")]))
            let ids = ["1", "77"].map(OriginalTransactionID.init(_:))
            let asked = ids + [OriginalTransactionID("99")]
            for at in [now, now + .hours(9)] {
                try await repository.write { unit in
                    try unit.askAbout(asked, of: Sample.app, environment: .production, at: at)
                }
            }
            try await repository.write { unit in
                try unit.askAbout(asked, of: Sample.app, environment: .sandbox, at: now)
            }
            let due = try await Self.due(repository, at: now)
            try Self.require(
                due.map(\.originalTransactionID).sorted(),
                is: ids,
                "Both, once, and none of which nothing is kept."
            )
            try Self.require(due.allSatisfy(\.isAboutEverything), "About everything.")
            _ = try await repository.record(
                Sample.facts([Sample.gems("77", signedAt: Sample.beginning + .hours(1), number: 2)])
            )
            try Self.require(try await Self.due(repository, at: now).count, is: 2, "Both still.")
            for check in due {
                try await repository.write { unit in
                    try unit.answered(check, at: now, revision: nil, gracePolicy: GracePolicy())
                }
            }
            try Self.require(try await Self.due(repository, at: now + .hours(1)), is: [], "And once.")
        },
        Behavior("Chains that become one are asked about as one") { subject in
            let repository = subject.repository
            let one = Sample.period("1", of: "1")
            _ = try await repository.record(Sample.facts([one]))
            _ = try await repository.record(Sample.facts([Sample.period("5", of: "5")]))
            let now = Sample.beginning + .days(1)
            for check in try await Self.due(repository, at: now) {
                try await repository.write { unit in
                    try unit.answered(check, at: now, revision: nil, gracePolicy: GracePolicy())
                }
            }
            var joining = Sample.period("6", of: "5", at: Sample.beginning + .days(30), reason: .renewal)
            joining.previousOriginalTransactionID = OriginalTransactionID("1")
            _ = try await repository.record(Sample.facts([joining]))
            let due = try await Self.due(repository, at: Sample.beginning + .days(31))
            try Self.require(due.map(\.originalTransactionID), is: [OriginalTransactionID("1")], "One question.")
        },
        Behavior("The reading of Apple's history is planned, gone on with and counted") { subject in
            let repository = subject.repository
            func progress() async throws -> HistoryProgress {
                try await repository.read { view in try view.history(of: Sample.app, environment: .production) }
            }
            try Self.require(try await progress(), is: .none, "Nothing was read.")
            let (from, through) = (Sample.beginning, Sample.beginning + .days(3))
            let refunds = HistoryWindow(rank: 0, type: "REFUND", from: from, through: through)
            let rest = HistoryWindow(rank: 4, type: nil, from: from, through: through)
            try await Self.plan(repository, [rest, refunds], through: through, deepAt: from)
            try Self.require(try await progress().windows, is: [refunds, rest], "Refunds first.")
            try Self.require(try await progress().readThrough, is: from, "Nothing is read yet.")
            let count = HistoryCount(listed: 20, missing: 3, lost: 1, refused: 2)
            try await Self.read(repository, refunds, to: refunds.at(page: "p"), count: count)
            try Self.require(try await progress().windows, is: [refunds.at(page: "p"), rest], "From a page on.")
            try await Self.read(repository, refunds.at(page: "p"), to: nil, count: count)
            try await Self.read(repository, rest, to: nil, count: HistoryCount())
            try Self.require(try await progress().windows, is: [], "All is read.")
            try Self.require(try await progress().readThrough, is: through, "Through the end.")
            try Self.require(try await progress().count, is: count + count, "What it has shown.")
            try Self.require(try await progress().deepAt, is: from, "The last long look.")
            try await Self.plan(repository, [], through: from, deepAt: nil)
            try Self.require(try await progress().plannedThrough, is: through, "It never goes back.")
            try Self.require(try await progress().deepAt, is: from, "Nor is the long look forgotten.")
        },
        Behavior("Two who read the same window do not undo each other's progress") { subject in
            let repository = subject.repository
            let through = Sample.beginning + .days(3)
            let window = HistoryWindow(rank: 4, type: nil, from: Sample.beginning, through: through)
            try await Self.plan(repository, [window], through: through, deepAt: nil)
            try await Self.read(repository, window, to: window.at(page: "2"), count: HistoryCount())
            try await Self.read(repository, window, to: window.at(page: "other"), count: HistoryCount())
            try await Self.read(repository, window, to: nil, count: HistoryCount())
            let known = try await repository.read { view in try view.history(of: Sample.app, environment: .production) }
            try Self.require(known.windows, is: [window.at(page: "2")], "The first one's.")
            try await Self.plan(repository, [window], through: through, deepAt: nil)
            let again = try await repository.read { view in try view.history(of: Sample.app, environment: .production) }
            try Self.require(again.windows, is: [window.at(page: "2")], "Planned again, it goes on where it was.")
        },
        Behavior("Missing notifications are listed for each app and environment") { subject in
            let repository = subject.repository
            let notification = Sample.notification(1, about: Sample.period("1", of: "1"))
            let uuid = try Self.unwrap(notification.notification?.uuid, "A notification has an id.")
            _ = try await repository.record(notification)
            let missing = try await repository.read { view in
                try view.missingNotifications(
                    [uuid, "other"],
                    of: Sample.app,
                    environment: .production
                )
            }
            try Self.require(missing, is: ["other"], "What was never recorded.")
            let elsewhere = try await repository.read { view in
                try view.missingNotifications([uuid], of: Sample.app, environment: .sandbox)
            }
            try Self.require(elsewhere, is: [uuid], "In another environment it is missing.")
        },
        Behavior("A budget is one number that changes in one step") { subject in
            let repository = subject.repository
            let name = BudgetName(app: Sample.app, environment: .production, operation: "getTransactionInfo")
            try Self.require(
                try await repository.write { unit in try unit.changeBudget(name) { _ in nil } },
                is: 0,
                "Nothing is spent at first."
            )
            try Self.require(
                try await repository.write { unit in try unit.changeBudget(name) { $0 + 5 } },
                is: 0,
                "The number before."
            )
            try Self.require(
                try await repository.write { unit in try unit.changeBudget(name) { _ in nil } },
                is: 5,
                "It is kept."
            )
            let other = BudgetName(app: Sample.app, environment: .sandbox, operation: "getTransactionInfo")
            try Self.require(
                try await repository.write { unit in try unit.changeBudget(other) { _ in nil } },
                is: 0,
                "Each has its own."
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask { _ = try await repository.write { unit in try unit.changeBudget(name) { $0 + 1 } } }
                }
                try await group.waitForAll()
            }
            try Self.require(
                try await repository.write { unit in try unit.changeBudget(name) { _ in nil } },
                is: 55,
                "Nothing is lost."
            )
        },
    ]

    private static func due(_ repository: any Repository, at now: Instant) async throws -> [ChainCheck] {
        try await repository.read { view in try view.dueChainChecks(at: now, limit: 10) }
    }

    private static func pass(_ repository: any Repository, to now: Instant) async throws {
        for chain in try await repository.read({ view in try view.dueChains(at: now, limit: 10) }) {
            try await repository.write { unit in try unit.advance(chain, at: now, catalog: Catalog()) }
        }
    }

    private static func plan(
        _ repository: any Repository,
        _ windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) async throws {
        try await repository.write { unit in
            try unit.planHistory(
                of: Sample.app,
                environment: .production,
                windows: windows,
                through: through,
                deepAt: deepAt
            )
        }
    }

    private static func read(
        _ repository: any Repository,
        _ window: HistoryWindow,
        to next: HistoryWindow?,
        count: HistoryCount
    ) async throws {
        try await repository.write { unit in
            try unit.readHistory(
                window,
                of: Sample.app,
                environment: .production,
                to: next,
                count: count
            )
        }
    }
}
