import Ledger
import PurserService
import Synchronization
import Testing

/// The circuit breaker of consumption requests.
@Suite struct ConsumptionBreakerTests {
    private static let fulfiller = WebhookID("whk_1")

    /// A clock that the test sets.
    private final class Clock: Sendable {
        let now = Mutex(Instant(milliseconds: 0))

        func pass(_ span: Span) { self.now.withLock { $0 = $0 + span } }
    }

    private static func breaker() -> (ConsumptionBreaker, Clock) {
        let clock = Clock()
        return (ConsumptionBreaker { clock.now.withLock { $0 } }, clock)
    }

    @Test("After three failures the breaker opens, for longer each time, and one request at a time probes")
    func spared() throws {
        let (breaker, clock) = Self.breaker()
        for number in 1...3 {
            let permit = try #require(breaker.permit(to: Self.fulfiller))
            #expect(breaker.note(false, permit) == (number == 3))
        }
        var rest = ConsumptionBreaker.shortest
        for _ in 0..<8 {
            #expect(breaker.permit(to: Self.fulfiller) == nil)
            clock.pass(Span(milliseconds: rest.milliseconds - 1))
            #expect(breaker.permit(to: Self.fulfiller) == nil)
            clock.pass(Span(milliseconds: 1))
            let probe = try #require(breaker.permit(to: Self.fulfiller))
            #expect(breaker.permit(to: Self.fulfiller) == nil, "One request at a time probes.")
            #expect(!breaker.note(false, probe), "The opening is reported once.")
            rest = min(Span(milliseconds: rest.milliseconds * 2), ConsumptionBreaker.longest)
        }
        #expect(rest == ConsumptionBreaker.longest)
        clock.pass(rest)
        let probe = try #require(breaker.permit(to: Self.fulfiller))
        #expect(!breaker.note(true, probe))
        for _ in 0..<2 {
            let permit = try #require(breaker.permit(to: Self.fulfiller), "The fulfiller answers again.")
            #expect(!breaker.note(false, permit), "It takes three failures again.")
        }
    }

    @Test("An answer closes the breaker, and late failures do not extend the pause")
    func between() throws {
        let (breaker, clock) = Self.breaker()
        let under = try (0..<6).map { _ in try #require(breaker.permit(to: Self.fulfiller)) }
        #expect(!breaker.note(false, under[0]) && !breaker.note(true, under[1]))
        #expect(!breaker.note(false, under[0]) && !breaker.note(false, under[1]) && breaker.note(false, under[2]))
        #expect(!breaker.note(false, under[3]), "The request began before the breaker opened.")
        clock.pass(ConsumptionBreaker.shortest)
        #expect(breaker.permit(to: Self.fulfiller) != nil, "The late failure does not extend the pause.")
        #expect(!breaker.note(true, under[4]))
        #expect(breaker.permit(to: Self.fulfiller) != nil, "The fulfiller has answered.")
    }

    @Test("Another fulfiller begins without failures")
    func another() throws {
        let (breaker, _) = Self.breaker()
        for _ in 0..<3 {
            let permit = try #require(breaker.permit(to: Self.fulfiller))
            _ = breaker.note(false, permit)
        }
        #expect(breaker.permit(to: Self.fulfiller) == nil)
        let other = try #require(breaker.permit(to: WebhookID("whk_2")))
        #expect(!breaker.note(false, other))
    }
}
