import Ledger
import Testing

@Suite struct AuditQuotaTests {
    private static let noon = Instant(milliseconds: 1_772_366_400_000)

    /// Counts so many actions at an instant, and returns what became of the last.
    private static func take(_ count: Int64, at instant: Instant, _ quota: inout AuditQuota) -> AuditQuota.Ruling {
        var ruling = AuditQuota.Ruling.counted
        for _ in 0..<count {
            ruling = quota.take(at: instant)
            // It is kept as a number between any two.
            quota = AuditQuota(stored: quota.stored)
        }
        return ruling
    }

    @Test("As many as the quota are entered in an hour, and the first entry of the next says how many were not")
    func hours() {
        var quota = AuditQuota(stored: 0)
        #expect(quota.take(at: Self.noon) == .entered(omitted: 0))
        #expect(Self.take(AuditQuota.entriesPerHour - 1, at: Self.noon, &quota) == .entered(omitted: 0))
        #expect(Self.take(3, at: Self.noon + .minutes(59), &quota) == .counted)
        #expect(quota.take(at: Self.noon + .hours(1)) == .entered(omitted: 3))
        #expect(quota.take(at: Self.noon + .hours(2)) == .entered(omitted: 0))
    }

    @Test("A clock a little behind counts in the hour of the others, and one that was set back far begins anew")
    func back() {
        var quota = AuditQuota(stored: 0)
        #expect(Self.take(AuditQuota.entriesPerHour + 1, at: Self.noon, &quota) == .counted)
        #expect(quota.take(at: Self.noon + .minutes(-1)) == .counted)
        #expect(quota.take(at: Self.noon) == .counted)
        #expect(quota.take(at: Self.noon + .hours(-5)) == .entered(omitted: 3))
    }
}
