import Ledger
import PurserHTTP
import PurserService
import Testing

@Suite struct RateLimitTableTests {
    private static let now = Instant(milliseconds: 1_800_000_000_000)
    private static let rate = RateLimit(perSecond: 5, burst: 100)

    /// Returns the network of an attacker with any number of networks.
    private static func stranger(_ number: Int) -> NetworkAddress {
        NetworkAddress(high: 0x2001_0db8_0000_0000 | UInt64(number), low: 0)
    }

    /// A table in which one address has used up its limit, and then a flood came from ever new addresses.
    private static func flooded(by count: Int, _ used: NetworkAddress) -> RateLimitTable<NetworkAddress> {
        var table = RateLimitTable<NetworkAddress>(Self.rate)
        for _ in 0..<Self.rate.burst { #expect(table.take(used, at: Self.now) == nil) }
        for number in 1...count { _ = table.take(Self.stranger(number), at: Self.now) }
        return table
    }

    @Test("A flood from more addresses than the table holds resets no limit", arguments: [100_001, 200_000])
    func flood(count: Int) {
        let used = Self.stranger(0)
        var table = Self.flooded(by: count, used)
        #expect(table.take(used, at: Self.now) == 1)
        // A moment later, while the flood goes on, neither.
        let later = Self.now + Span(milliseconds: 100)
        for number in 1...10 { _ = table.take(Self.stranger(count + number), at: later) }
        #expect(table.take(used, at: later) != nil)
    }

    @Test("A client after the flood still gets a turn, and a limit")
    func newcomer() {
        var table = Self.flooded(by: 100_001, Self.stranger(0))
        let newcomer = Self.stranger(1_000_000)
        var taken = 0
        while table.take(newcomer, at: Self.now) == nil, taken < 1000 { taken += 1 }
        #expect((1...Self.rate.burst).contains(taken))
        // Time adds tokens for this client, as for every other.
        #expect(table.take(newcomer, at: Self.now + .seconds(1)) == nil)
    }

    @Test("Those who share a bucket have the rate of one together, so a flood is not let through whole")
    func shared() {
        var table = RateLimitTable<Int>(RateLimit(1, inSeconds: 60, burst: 1))
        let (own, shared) = (RateLimitTable<Int>.maximumNames, RateLimitTable<Int>.sharedBuckets)
        let count = own + 2 * shared
        let taken = (0..<count).count(where: { table.take($0, at: Self.now) == nil })
        #expect(taken > own + shared / 2)
        #expect(taken <= own + shared)
    }

    @Test("A limit is forgotten once it would be full, and not before, also when the clock is set back")
    func time() {
        var table = RateLimitTable<Int>(RateLimit(perSecond: 1, burst: 10))
        for _ in 0..<10 { #expect(table.take(1, at: Self.now) == nil) }
        for second in 1...30 {
            // Others keep the table turning.
            _ = table.take(2, at: Self.now + .seconds(Int64(second)))
            if second == 4 {
                let taken = (0..<10).count(where: { _ in table.take(1, at: Self.now + .seconds(4)) == nil })
                #expect(taken == 4)
            }
        }
        let taken = (0..<20).count(where: { _ in table.take(1, at: Self.now + .seconds(30)) == nil })
        #expect(taken == 10)
        #expect(table.take(1, at: Self.now - .days(1)) != nil)
    }
}
