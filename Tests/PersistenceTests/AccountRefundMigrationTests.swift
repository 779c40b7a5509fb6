import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// That refunds which were known before they counted for Apple Accounts do count for them.
@Suite struct AccountRefundMigrationTests {
    @Test("Refunds of before count for the Apple Accounts that paid once a database is brought forward")
    func sqlite() async throws {
        let newer = try TemporaryDatabase()
        let first = try newer.open()
        for (id, account) in [("1", "77"), ("2", "77"), ("3", nil), ("4", "a")] as [(String, String?)] {
            _ = try await first.record(Self.refunded(id, by: account))
        }
        _ = try await first.record(Self.reversed("2", by: "77"))
        await first.close()
        let older = try await EarlierDatabase.make(through: "0033", like: newer)
        let repository = try older.open()
        for _ in 0..<2 {
            #expect(try await Self.refunds(of: "77", in: repository) == ["1"])
            #expect(try await Self.refunds(of: "a", in: repository) == ["4"])
            // Saying it again changes nothing.
            _ = try await repository.record(Self.refunded("1", by: "77"))
        }
        #expect(try await Self.refunds(of: "78", in: repository).isEmpty)
        _ = try await repository.record(Self.refunded("3", by: "78", signedHour: 9))
        #expect(try await Self.refunds(of: "78", in: repository) == ["3"])
        await repository.close()
    }

    @Test("One purchase that was refunded in several transactions before counts once, and others keep their own count")
    func purchases() async throws {
        let newer = try TemporaryDatabase()
        let first = try newer.open()
        for id in ["5", "6"] {
            var restored = Self.refunded(id, by: "80")
            restored.transactions[0].kind = .nonConsumable
            restored.transactions[0].originalTransactionID = OriginalTransactionID("5")
            _ = try await first.record(restored)
        }
        // The same order at Apple, then the next period.
        for (id, item) in [("11", "911"), ("12", "911"), ("13", "913"), ("14", nil)] as [(String, String?)] {
            var period = Self.refunded(id, by: "81")
            period.transactions[0].kind = .autoRenewable
            period.transactions[0].originalTransactionID = OriginalTransactionID("11")
            period.transactions[0].webOrderLineItemID = item.map { WebOrderLineItemID($0) }
            _ = try await first.record(period)
        }
        await first.close()
        let repository = try await EarlierDatabase.make(through: "0033", like: newer).open()
        #expect(try await Self.refunds(of: "80", in: repository).count == 1)
        #expect(try await Self.refunds(of: "81", in: repository).count == 3)
        await repository.close()
    }

    private static func refunds(of account: String, in repository: any Repository) async throws -> [String] {
        try await repository.refunds(
            of: AppTransactionID(account),
            app: Sample.app,
            environment: .production,
            before: Sample.beginning + .days(9),
            limit: 9
        ).map(\.transactionID.rawValue)
    }

    private static func refunded(_ id: String, by account: String?, signedHour: Int64 = 1) -> Intake {
        var snapshot = Sample.gems(id, signedAt: Sample.beginning + .hours(signedHour), number: UInt64(signedHour))
        snapshot.appTransactionID = account.map { AppTransactionID($0) }
        snapshot.revocation = Revocation(
            revokedAt: Sample.beginning + .hours(1),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: nil
        )
        return Sample.facts([snapshot])
    }

    private static func reversed(_ id: String, by account: String) -> Intake {
        var snapshot = Sample.gems(id, signedAt: Sample.beginning + .hours(2), number: 7)
        snapshot.appTransactionID = AppTransactionID(account)
        snapshot.isReversal = true
        var intake = Sample.facts([snapshot])
        intake.refund = RefundNews(
            transactionID: snapshot.transactionID,
            subject: RefundSubject(snapshot),
            words: [RefundWord(id: "reversed", kind: .reversed, signedAt: snapshot.signedAt)]
        )
        return intake
    }
}
