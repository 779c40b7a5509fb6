/// How long to wait before the next attempt to connect: 50 ms at first, twice as long each time, 2 s at most.
struct Backoff {
    private static let first = Duration.milliseconds(50)
    private static let last = Duration.seconds(2)

    private var next = Self.first

    /// The wait before the next attempt.
    mutating func take() -> Duration {
        defer { self.next = min(self.next * 2, Self.last) }
        return self.next
    }

    /// Begins anew when what was got by the last attempt lasted long enough, and says whether it did.
    mutating func reset(after lifetime: Duration) -> Bool {
        guard lifetime >= Self.last else { return false }
        self.next = Self.first
        return true
    }
}
