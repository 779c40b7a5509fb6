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
