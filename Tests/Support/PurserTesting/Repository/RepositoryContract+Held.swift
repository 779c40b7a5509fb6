import Ledger

extension RepositoryContract {
    static let held = [
        Behavior("Held evidence is due at its time, earliest first, and gone when released") { subject in
            let repository = subject.repository
            let late = Self.hold(1, dueAt: Sample.beginning + .hours(3))
            let early = Self.hold(2, dueAt: Sample.beginning + .hours(1), submission: Sample.submission("ada", "7"))
            let waiting = Self.hold(3, reason: .missingPart, dueAt: nil)
            for held in [late, early, waiting, early] { try await repository.write { unit in try unit.hold(held) } }
            try Self.require(
                try await repository.read { view in try view.heldCounts() },
                is: [.signedInFuture: 2, .missingPart: 1],
                "Each is held once."
            )
            try Self.require(
                try await repository.read { view in try view.nextHeldDueAt() },
                is: early.dueAt,
                "The earliest is next."
            )
            let before = try await repository.read { view in try view.dueHeldEvidence(at: Sample.beginning, limit: 10) }
            try Self.require(before, is: [], "Nothing is due yet.")
            let first = try await repository.read { view in
                try view.dueHeldEvidence(at: Sample.beginning + .hours(1), limit: 10)
            }
            try Self.require(first, is: [early], "What is due now, with its submission.")
            let both = try await repository.read { view in
                try view.dueHeldEvidence(at: Sample.beginning + .days(1), limit: 10)
            }
            try Self.require(both, is: [early, late], "Earliest first.")
            let limited = try await repository.read { view in
                try view.dueHeldEvidence(at: Sample.beginning + .days(1), limit: 1)
            }
            try Self.require(limited, is: [early], "Within the limit.")
            var release = Sample.facts()
            release.releasedHold = early.digest
            let released = try await repository.record(release)
            let again = try await repository.record(release)
            try Self.require(released.isNew && !again.isNew, "A release is new once.")
            try Self.require(
                try await repository.read { view in try view.nextHeldDueAt() },
                is: late.dueAt,
                "The other is next."
            )
            release.releasedHold = late.digest
            _ = try await repository.record(release)
            try Self.require(
                try await repository.read { view in try view.nextHeldDueAt() },
                is: nil,
                "Nothing has a date."
            )
            try Self.require(
                try await repository.read { view in try view.heldCounts() },
                is: [.missingPart: 1],
                "One is still held."
            )
        },
        Behavior("Evidence held again for another reason has the newest verdict, and the rest as it was") { subject in
            let repository = subject.repository
            let first = Self.hold(1, dueAt: Sample.beginning + .hours(1), submission: Sample.submission("ada", "7"))
            let other = Self.hold(2, dueAt: Sample.beginning + .hours(2))
            for held in [first, other] { try await repository.write { unit in try unit.hold(held) } }
            let later = Sample.beginning + .hours(3)
            try await repository.write { unit in
                try unit.hold(
                    Self.hold(1, reason: .missingPart, receivedAt: later, dueAt: later)
                )
            }
            let due = try await repository.read { view in try view.dueHeldEvidence(at: later, limit: 2) }
            let expected = first.judged(.missingPart, code: HeldEvidence.Reason.missingPart.rawValue, dueAt: later)
            try Self.require(due, is: [other, expected], "It waits until the new date, with its customer.")
            try await repository.write { unit in try unit.hold(Self.hold(1, reason: .certificateRevoked, dueAt: nil)) }
            try Self.require(
                try await repository.read { view in try view.dueHeldEvidence(at: later, limit: 2) },
                is: [other],
                "Without a date it is never due."
            )
            try Self.require(
                try await repository.read { view in try view.heldCounts() },
                is: [.signedInFuture: 1, .certificateRevoked: 1],
                "It is counted by its newest reason."
            )
        },
        Behavior("Evidence held again for the same reason keeps the verdict that it was given") { subject in
            let repository = subject.repository
            let first = Self.hold(1, reason: .certificateRevoked, dueAt: Sample.beginning)
            try await repository.write { unit in try unit.hold(first) }
            let due = Sample.beginning + .hours(2)
            let judged = first.judged(.certificateRevoked, code: "certificate_revoked_refuted", dueAt: due)
            try await repository.write { unit in try unit.judge(judged) }
            try await repository.write { unit in try unit.hold(first) }
            try Self.require(
                try await repository.read { view in try view.dueHeldEvidence(at: due, limit: 2) },
                is: [judged],
                "Who sends it again changes nothing."
            )
            try await repository.write { unit in try unit.hold(Self.hold(1, reason: .notOurs, dueAt: nil)) }
            try Self.require(
                try await repository.read { view in try view.heldCounts() },
                is: [.certificateRevoked: 1],
                "It never goes where the oldest makes room."
            )
            try await repository.write { unit in
                try unit.judge(first.judged(.missingPart, code: "missing_part", dueAt: nil))
            }
            try Self.require(
                try await repository.read { view in try view.heldCounts() },
                is: [.missingPart: 1],
                "A verdict changes the reason."
            )
        },
        Behavior("Evidence is held until it is released, and a verdict does not bring it back") { subject in
            let repository = subject.repository
            let held = Self.hold(1, dueAt: Sample.beginning)
            let isHeldBefore = try await repository.read { view in try view.isHeld(held.digest, app: Sample.app) }
            try await repository.write { unit in try unit.hold(held) }
            let isHeld = try await repository.read { view in try view.isHeld(held.digest, app: Sample.app) }
            let isHeldElsewhere = try await repository.read { view in try view.isHeld(held.digest, app: AppName("game"))
            }
            let found = [isHeldBefore, isHeld, isHeldElsewhere]
            try Self.require(found, is: [false, true, false], "It is held in its app.")
            var release = Sample.facts()
            release.releasedHold = held.digest
            _ = try await repository.record(release)
            try await repository.write { unit in
                try unit.judge(held.judged(.missingPart, code: "missing_part", dueAt: nil))
            }
            try Self.require(
                try await repository.read { view in try view.isHeld(held.digest, app: Sample.app) },
                is: false,
                "It is gone."
            )
            try Self.require(try await repository.read { view in try view.heldCounts() }, is: [:], "Nothing is held.")
        },
        Behavior("A customer's held submissions are listed by reason, oldest first, within a limit") { subject in
            let repository = subject.repository
            let ada = Sample.customer("ada")
            let late = Self.hold(
                1,
                receivedAt: Sample.beginning + .hours(2),
                dueAt: Sample.beginning + .hours(5),
                submission: Sample.submission("ada", "7", intent: .restore)
            )
            let twins = [(UInt64(2), HeldEvidence.Reason.missingPart), (3, .signedInFuture)].map { number, reason in
                Self.hold(number, reason: reason, dueAt: nil, submission: Sample.submission("ada", ""))
            }.sorted { $0.digest < $1.digest }
            let others = [
                Self.hold(4, dueAt: nil), Self.hold(5, dueAt: nil, submission: Sample.submission("bert", "9")),
                Self.hold(6, app: AppName("game"), dueAt: nil, submission: Sample.submission("ada", "7")),
            ]
            for held in [late] + twins + others + [late] {
                try await repository.write { unit in try unit.hold(held) }
            }
            let all = try await Self.held(of: ada, repository)
            try Self.require(all.map(\.digest), is: (twins + [late]).map(\.digest), "Those of one instant by digest.")
            let expected = HeldSubmission(
                digest: late.digest,
                reason: .signedInFuture,
                code: late.code,
                kind: .transaction,
                submission: Sample.submission("ada", "7", intent: .restore),
                receivedAt: late.receivedAt,
                dueAt: late.dueAt,
                repeats: 1
            )
            try Self.require(all.last, is: expected, "As it was held, with its repeats.")
            for reason in HeldEvidence.Reason.allCases {
                try Self.require(
                    try await Self.held(of: ada, repository, reason: reason),
                    is: all.filter { $0.reason == reason },
                    "Only what is held for \(reason)."
                )
            }
            try Self.require(try await Self.held(of: ada, repository, limit: 2), is: Array(all.prefix(2)), "A page.")
            try Self.require(
                try await Self.held(of: ada, repository, after: all[1].cursor),
                is: Array(all.suffix(1)),
                "What follows a position."
            )
            let unknown = try await Self.held(of: Sample.customer("carl"), repository)
            try Self.require(unknown, is: [], "An unknown customer has none.")
            try await repository.write { unit in
                try unit.judge(late.judged(.missingPart, code: "product_type_unknown", dueAt: nil))
            }
            let judged = try await Self.held(of: ada, repository, reason: .missingPart)
            try Self.require(judged.last?.code, is: "product_type_unknown", "With the newest verdict.")
            try Self.require(judged.last?.repeats, is: 2, "An attempt counts.")
            var release = Sample.facts()
            release.releasedHold = late.digest
            _ = try await repository.record(release)
            try Self.require(try await Self.held(of: ada, repository).count, is: 2, "Without what was released.")
        },
        Behavior("A customer's held submissions include those of customers who were merged into them") { subject in
            let repository = subject.repository
            for (number, name) in ["ada", "bert", "carl"].enumerated() {
                _ = try await repository.record(Sample.facts(submission: Sample.submission(name, "\(number + 1)")))
                let held = Self.hold(
                    UInt64(number),
                    receivedAt: Sample.beginning - .hours(Int64(number)),
                    dueAt: nil,
                    submission: Sample.submission(name, "\(number + 7)")
                )
                try await repository.write { unit in try unit.hold(held) }
            }
            for (one, other) in [("carl", "bert"), ("bert", "ada")] {
                let merge = OwnershipChange(
                    id: OwnershipChangeID("merge \(one)"),
                    kind: .merge(Sample.customer(one), into: Sample.customer(other)),
                    changedAt: Sample.beginning,
                    by: "operator"
                )
                let result = try await repository.write { unit in
                    try unit.change(merge, of: Sample.app, catalog: Catalog(), isPreview: false)
                }
                guard case .success = result else { throw ContractViolation("\(one): \(result)", line: #line) }
            }
            for name in ["ada", "bert", "carl"] {
                let held = try await Self.held(of: Sample.customer(name), repository)
                let names = held.map(\.submission.customer.rawValue)
                try Self.require(names, is: ["carl", "bert", "ada"], "All are one customer.")
                let page = try await Self.held(of: Sample.customer(name), repository, limit: 2)
                try Self.require(page, is: Array(held.prefix(2)), "The limit holds for all of them together.")
            }
        },
        Behavior("The held evidence of an app is listed by reason, newest first, page by page") { subject in
            let repository = subject.repository
            let reason = HeldEvidence.Reason.missingPart
            let dueAt = Sample.beginning + .days(1)
            let all = [
                Self.hold(1, reason: reason, dueAt: nil, submission: Sample.submission("ada", "7")),
                Self.hold(2, reason: reason, dueAt: dueAt),
                Self.hold(3, reason: reason, receivedAt: Sample.beginning + .hours(1), dueAt: nil),
            ]
            let others = [
                Self.hold(4, dueAt: dueAt), Self.hold(5, app: AppName("game"), reason: reason, dueAt: dueAt),
            ]
            for held in all + others { try await repository.write { unit in try unit.hold(held) } }
            try await repository.write { unit in try unit.hold(all[1]) }
            let first = try await repository.read { view in
                try view.heldEvidence(of: Sample.app, reason: reason, before: nil, limit: 2)
            }
            try Self.require(
                first.map(\.held),
                is: [all[2], all[1]],
                "Newest first; of one instant, what was stored last."
            )
            try Self.require(first.map(\.repeats), is: [0, 1], "One came again.")
            let cursor = HeldSubmissionCursor(receivedAt: all[1].receivedAt, digest: all[1].digest)
            let second = try await repository.read { view in
                try view.heldEvidence(of: Sample.app, reason: reason, before: cursor, limit: 2)
            }
            try Self.require(second.map(\.held), is: [all[0]], "The rest, with its submission.")
            let none = try await repository.read { view in
                try view.heldEvidence(of: AppName("none"), reason: reason, before: nil, limit: 2)
            }
            try Self.require(none.isEmpty, "An unknown app has none.")
        },
        Behavior("Foreign evidence is stored up to a bound, and the oldest is dropped in its own app") { subject in
            let repository = subject.repository
            let other = Self.hold(0, app: AppName("game"), reason: .notOurs, dueAt: Sample.beginning)
            let ours = Self.hold(1, reason: .missingPart, dueAt: Sample.beginning)
            try await repository.write { unit in try unit.hold(other) }
            try await repository.write { unit in try unit.hold(ours) }
            let count = HeldEvidence.maximumNotOurs
            for number in 0...count {
                // Each is received later than the one before, but for the last, which is received second.
                let receivedAt = Sample.beginning + .minutes(number == count ? 1 : Int64(number) * 2)
                try await repository.write { unit in
                    try unit.hold(
                        Self.hold(UInt64(100 + number), reason: .notOurs, receivedAt: receivedAt, dueAt: receivedAt)
                    )
                }
            }
            try Self.require(
                try await repository.read { view in try view.heldCounts() },
                is: [.notOurs: count + 1, .missingPart: 1],
                "The bound, and another app's one."
            )
            let due = try await repository.read { view in
                try view.dueHeldEvidence(at: Sample.beginning + .days(9), limit: 4)
            }
            let expected = [other.digest, ours.digest, .number(UInt64(100 + count)), .number(101)]
            try Self.require(due.map(\.digest), is: expected, "The oldest is gone.")
        },
    ]

    private static func held(
        of customer: CustomerID,
        _ repository: any Repository,
        reason: HeldEvidence.Reason? = nil,
        after cursor: HeldSubmissionCursor? = nil,
        limit: Int = 9
    ) async throws -> [HeldSubmission] {
        try await repository.read { view in
            try view.heldSubmissions(of: customer, app: Sample.app, reason: reason, after: cursor, limit: limit)
        }
    }

    static func hold(
        _ number: UInt64,
        app: AppName = Sample.app,
        reason: HeldEvidence.Reason = .signedInFuture,
        receivedAt: Instant = Sample.beginning,
        dueAt: Instant?,
        submission: Submission? = nil
    ) -> HeldEvidence {
        HeldEvidence(
            digest: .number(number),
            app: app,
            reason: reason,
            code: reason.rawValue,
            body: Sample.bytes(50, seed: number),
            kind: .transaction,
            submission: submission,
            receivedAt: receivedAt,
            dueAt: dueAt
        )
    }
}
