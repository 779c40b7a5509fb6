import Ledger
import PurserTesting
import Testing

@Suite struct RefundRecordTests {
    private static func at(_ hour: Int64) -> Instant { Sample.beginning + .hours(hour) }

    private static func snapshot(
        _ type: String? = nil,
        percentage: Int? = nil,
        ownership: TransactionSnapshot.Ownership = .purchased
    ) -> TransactionSnapshot {
        var snapshot = Sample.period("1", of: "1")
        snapshot.ownership = ownership
        snapshot.revocation = type.map {
            Revocation(revokedAt: Self.at(5), reason: 0, type: $0, percentageMilliunits: percentage)
        }
        return snapshot
    }

    private static func record(_ signedRefunds: [SignedRefund]) throws -> RefundRecord {
        let update = RefundUpdate(
            transactionID: TransactionID("1"),
            subject: RefundSubject(Self.snapshot()),
            signedRefunds: signedRefunds
        )
        return try #require(RefundRecord(update, app: Sample.app, environment: .production, customer: nil))
    }

    private static func request(_ id: String, hour: Int64) -> SignedRefund {
        SignedRefund(id: id, kind: .requested(reason: nil), signedAt: Self.at(hour))
    }

    @Test(
        "What a snapshot states is a word by the date of the refund",
        arguments: [
            ("REFUND_FULL", nil, TransactionSnapshot.Ownership.purchased, SignedRefund.Kind.refunded(share: 100_000)),
            ("REFUND_PRORATED", 40_000, .purchased, .refunded(share: 40_000)),
            ("REFUND_PRORATED", -1, .purchased, .refunded(share: 0)),
            ("REFUND_PRORATED", 100_001, .purchased, .refunded(share: 100_000)),
            ("FAMILY_REVOKE", nil, .familyShared, .revoked), ("REFUND_FULL", nil, .familyShared, .revoked),
        ] as [(String, Int?, TransactionSnapshot.Ownership, SignedRefund.Kind)]
    )
    func signedRefunds(
        type: String,
        percentage: Int?,
        ownership: TransactionSnapshot.Ownership,
        kind: SignedRefund.Kind
    ) throws {
        let update = try #require(RefundUpdate(Self.snapshot(type, percentage: percentage, ownership: ownership)))
        #expect(update.signedRefunds.map(\.kind) == [kind])
        #expect(update.signedRefunds.map(\.signedAt) == [Self.at(5)])
        #expect(RefundUpdate(Self.snapshot()) == nil, "Without a refund there is no word.")
    }

    @Test("A unit says of each transaction once what its notification and its snapshots say")
    func unit() {
        var intake = Sample.facts([Self.snapshot("REFUND_FULL"), Self.snapshot()])
        intake.refund = RefundUpdate(
            transactionID: TransactionID("1"),
            subject: RefundSubject(Self.snapshot()),
            signedRefunds: [Self.request("a", hour: 1)]
        )
        #expect(intake.refundUpdates.map(\.signedRefunds.count) == [2])
        #expect(Sample.facts([Self.snapshot()]).refundUpdates == [])
    }

    @Test("The newest request is answered, until it was received, given up or refused for good; no earlier one waits")
    func turn() throws {
        var record = try Self.record([Self.request("a", hour: 1)])
        #expect(record.openRequest?.id == "a" && record.status == .requested)
        var answer = RefundAnswer("a")
        answer.refusal = .noConsent
        record.put(answer)
        #expect(record.openRequest?.id == "a", "Consent may still come.")
        // Apple asks again while an attempt at the first answer fails: the second is not to wait for it.
        answer.refusal = nil
        answer.attempts = 3
        record.put(answer)
        let again = RefundUpdate(
            transactionID: record.transactionID,
            subject: record.subject,
            signedRefunds: [Self.request("b", hour: 2)]
        )
        _ = record.apply(again)
        #expect(record.openRequest?.id == "b")
        var second = RefundAnswer("b")
        second.receivedAt = Self.at(2)
        record.put(second)
        #expect(record.openRequest == nil && record.status == .answered)
    }

    @Test("An answer that Apple has received stays received, with any later outcome")
    func received() throws {
        var work = RefundJob(try Self.record([Self.request("a", hour: 1)]), dueAt: Self.at(1), lease: nil)
        let first = work.lease(1, until: Self.at(2))
        let second = work.lease(2, until: Self.at(3))
        var sent = RefundAnswer("a")
        sent.receivedAt = Self.at(2)
        let late = RefundStep(sent, .refundAnswered, next: .never)
        #expect(work.conclude(first, late, at: Self.at(2))?.events == [.refundAnswered])
        var failed = RefundAnswer("a")
        failed.attempts = 1
        #expect(work.conclude(second, RefundStep(failed, next: .at(Self.at(4))), at: Self.at(3))?.events == [])
        #expect(work.record.answer(to: "a")?.receivedAt == Self.at(2) && work.record.status == .answered)
    }

    @Test("A share that was computed never falls, because it may have arrived")
    func share() throws {
        var record = try Self.record([Self.request("a", hour: 1)])
        #expect(record.shareSent == nil)
        var answer = RefundAnswer("a")
        answer.sent = RefundAnswer.SentAnswer(
            body: [],
            isFirstVersion: false,
            deliveryStatus: .delivered,
            share: 40_000,
            preference: nil,
            frozenAt: Self.at(1)
        )
        record.put(answer)
        #expect(record.shareSent == 40_000)
    }

    @Test("A name leads back to its transaction, and nothing else does")
    func names() {
        for text in ["1", "a_b/ü", "rfd_"] {
            let id = RefundID(TransactionID(text), in: .sandbox)
            #expect(id.place?.transactionID == TransactionID(text))
            #expect(id.place?.environment == .sandbox)
        }
        for text in ["", "rfd_", "rfd_Sandbox", "rfd_Sandbox_", "ful_Sandbox_1", "rfd_Moon_1"] {
            #expect(RefundID(text).place == nil)
        }
    }
}
