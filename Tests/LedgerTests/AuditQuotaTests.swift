import Ledger
import Testing

@Suite struct AuditQuotaTests {
    private static let noon = Instant(milliseconds: 1_772_366_400_000)

    /// Counts this many actions at an instant, and returns the ruling on the last.
    private static func take(_ count: Int64, at instant: Instant, _ quota: inout AuditQuota) -> AuditQuota.Ruling {
        var ruling = AuditQuota.Ruling.counted
        for _ in 0..<count {
            ruling = quota.take(at: instant)
            // The quota is stored as a number between any two actions.
            quota = AuditQuota(stored: quota.stored)
        }
        return ruling
    }

    @Test("A quota limits the entries in an hour, and the first entry of the next hour states how many were omitted")
    func hours() {
        var quota = AuditQuota(stored: 0)
        #expect(quota.take(at: Self.noon) == .entered(omitted: 0))
        #expect(Self.take(AuditQuota.entriesPerHour - 1, at: Self.noon, &quota) == .entered(omitted: 0))
        #expect(Self.take(3, at: Self.noon + .minutes(59), &quota) == .counted)
        #expect(quota.take(at: Self.noon + .hours(1)) == .entered(omitted: 3))
        #expect(quota.take(at: Self.noon + .hours(2)) == .entered(omitted: 0))
    }

    @Test("A clock slightly behind counts in the hour of the others, and one that was set back far starts a new hour")
    func back() {
        var quota = AuditQuota(stored: 0)
        #expect(Self.take(AuditQuota.entriesPerHour + 1, at: Self.noon, &quota) == .counted)
        #expect(quota.take(at: Self.noon + .minutes(-1)) == .counted)
        #expect(quota.take(at: Self.noon) == .counted)
        #expect(quota.take(at: Self.noon + .hours(-5)) == .entered(omitted: 3))
    }
}
