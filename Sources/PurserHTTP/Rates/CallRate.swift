/// How often something may be done: so many times in a stretch of time, and so many at once after a rest.
package struct CallRate: Hashable, Sendable {
    /// How many in `seconds`, in the long run.
    package let count: Int
    /// The stretch of time.
    package let seconds: Int
    /// How many at once.
    package let burst: Int

    /// A rate of these numbers, each at least 1.
    package init(perSecond: Int, burst: Int) {
        self.init(perSecond, inSeconds: 1, burst: burst)
    }

    /// So many in so many seconds, each number at least 1.
    package init(_ count: Int, inSeconds seconds: Int, burst: Int) {
        self.count = max(1, count)
        self.seconds = max(1, seconds)
        self.burst = max(1, burst)
    }

    /// How many a second in the long run, at least 1.
    package var perSecond: Int { max(1, self.count / self.seconds) }

    /// How many come in so many milliseconds.
    func tokens(inMilliseconds milliseconds: Int64) -> Double {
        Double(milliseconds) * Double(self.count) / (1000 * Double(self.seconds))
    }

    /// How long after the last call it is as if there had been none, in milliseconds, rounded up.
    var fillMilliseconds: Int64 {
        Int64((Double(self.burst) * 1000 * Double(self.seconds) / Double(self.count)).rounded(.up))
    }
}
