/// How often something may be done: so many times a second, and so many at once after a rest.
package struct CallRate: Hashable, Sendable {
    /// How many a second in the long run.
    package let perSecond: Int
    /// How many at once.
    package let burst: Int

    /// A rate of these numbers, each at least 1.
    package init(perSecond: Int, burst: Int) {
        self.perSecond = max(1, perSecond)
        self.burst = max(1, burst)
    }
}
