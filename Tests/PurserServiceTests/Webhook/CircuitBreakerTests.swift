import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct CircuitBreakerTests {
    @Test("After several failures one attempt at a time is made, with growing pauses of up to half a minute")
    func failing() {
        var breaker = CircuitBreaker()
        var now = Sample.beginning
        for _ in 1..<CircuitBreaker.tolerance { breaker.fail(at: now) }
        #expect(breaker.capacity(at: now) == CircuitBreaker.capacity)
        breaker.fail(at: now)
        #expect(breaker.isOpen)
        var waits: [Int64] = []
        for _ in 0..<8 {
            #expect(breaker.capacity(at: now) == 0)
            let from = now
            while breaker.capacity(at: now) == 0 { now = now + .seconds(1) }
            #expect(breaker.capacity(at: now) == 1)
            waits.append((now - from).milliseconds / 1000)
            breaker.fail(at: now)
        }
        #expect(waits == [1, 2, 4, 8, 16, 30, 30, 30])
    }

    @Test("Many failures at once extend the pause once")
    func together() {
        var breaker = CircuitBreaker()
        for _ in 0..<500 { breaker.fail(at: Sample.beginning) }
        #expect(breaker.capacity(at: Sample.beginning + .seconds(1)) == 1)
    }

    @Test("An answer closes the breaker, and is recognized as the first one")
    func recovery() {
        var breaker = CircuitBreaker()
        let isFresh = breaker.succeed()
        #expect(!isFresh)
        for _ in 0..<CircuitBreaker.tolerance { breaker.fail(at: Sample.beginning) }
        let isFirst = breaker.succeed()
        let isSecond = breaker.succeed()
        #expect(isFirst && !isSecond)
        #expect(breaker.capacity(at: Sample.beginning) == CircuitBreaker.capacity)
    }
}
