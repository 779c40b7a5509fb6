/// How often each app has called each operation in the running hour of the world's clock.
struct RateBook: Sendable {
    private struct Key: Hashable {
        let app: Int
        let operation: String
    }

    private static let hour: Int64 = 3_600_000
    private var counts: [Key: Int] = [:]
    private var startedAt = Int64.min

    /// Counts a call; answers when calls are allowed again, in milliseconds since 1970, if this one is too many.
    mutating func count(_ operation: AppleAPIOperation, app: Int, percentage: Int, at now: Int64) -> Int64? {
        if now >= self.startedAt.addingReportingOverflow(Self.hour).partialValue || self.startedAt == .min {
            self.startedAt = now - now % Self.hour
            self.counts = [:]
        }
        let key = Key(app: app, operation: operation.name)
        let allowed = operation.requestsPerSecond * 3600 * percentage / 100_000
        let count = self.counts[key, default: 0] + 1
        guard count <= allowed else { return self.startedAt + Self.hour }
        self.counts[key] = count
        return nil
    }
}
