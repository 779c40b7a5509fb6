import NIOCore
import PurserHTTP
import PurserService
import Synchronization
import Testing

/// What bodies take together, and which of them go where it is too much.
@Suite struct BodyMemoryTests {
    /// Bodies in a memory, each with a number, and those that were refused.
    private final class Stage: Sendable {
        let memory: BodyMemory
        private let refusals = Mutex<Set<Int>>([])

        init(total: Int = 1000, perAddress: Int = 1000) {
            let size = BodyMemory.Size(total: total, perAddress: perAddress)
            self.memory = BodyMemory(sizes: [.apple: size, .callers: size, .strangers: size])
        }

        var refused: Set<Int> { self.refusals.withLock { $0 } }

        func open(
            _ number: Int,
            _ budget: BodyMemory.Budget = .apple,
            from address: UInt32,
            at now: NIODeadline
        )
            -> BodyMemory.BodyID
        {
            self.memory.open(budget, from: NetworkAddress(four: address), at: now) {
                self.refusals.withLock { _ = $0.insert(number) }
            }
        }
    }

    private static func seconds(_ count: Int64) -> NIODeadline { .uptimeNanoseconds(UInt64(count) * 1_000_000_000) }

    @Test("A body that comes at once is taken from the very address whose stalled ones have filled everything")
    func sameAddress() {
        let stage = Stage()
        for number in 0..<20 {
            let body = stage.open(number, from: 1, at: Self.seconds(0))
            #expect(stage.memory.take(50, for: body, at: Self.seconds(0)))
        }
        #expect(stage.memory.taken(.apple) == 1000)
        let genuine = stage.open(99, from: 1, at: Self.seconds(1))
        #expect(stage.memory.take(90, for: genuine, at: Self.seconds(1)))
        #expect(!stage.refused.isEmpty && !stage.refused.contains(99))
        #expect(stage.memory.taken(.apple) <= 1000)
        // Larger than any of them, and yet never the costliest while it is new.
        for number in 100..<200 {
            let next = stage.open(number, from: 1, at: Self.seconds(2))
            #expect(stage.memory.take(90, for: next, at: Self.seconds(2)))
            stage.memory.finish(next)
            stage.memory.close(next)
        }
    }

    @Test("What goes is of the addresses that hold the most, so one that holds little keeps it")
    func addresses() {
        let stage = Stage()
        let small = stage.open(0, from: 1, at: Self.seconds(0))
        #expect(stage.memory.take(40, for: small, at: Self.seconds(0)))
        for number in 1...96 {
            let body = stage.open(number, from: 2 + UInt32(number % 3), at: Self.seconds(1))
            #expect(stage.memory.take(10, for: body, at: Self.seconds(1)))
        }
        let late = stage.open(200, from: 9, at: Self.seconds(2))
        #expect(stage.memory.take(100, for: late, at: Self.seconds(2)))
        #expect(stage.refused.count >= 10)
        #expect(!stage.refused.contains(0) && !stage.refused.contains(200))
    }

    @Test("An address has a share, and what it has too much is taken from itself")
    func share() {
        let stage = Stage(total: 1000, perAddress: 200)
        let other = stage.open(0, from: 2, at: Self.seconds(0))
        #expect(stage.memory.take(150, for: other, at: Self.seconds(0)))
        for number in 1...50 {
            let body = stage.open(number, from: 1, at: Self.seconds(Int64(1 + number)))
            #expect(stage.memory.take(20, for: body, at: Self.seconds(Int64(1 + number))))
            #expect(stage.memory.taken(.apple) <= 350)
        }
        #expect(!stage.refused.contains(0))
        #expect(stage.refused.count >= 40)
    }

    @Test("What has arrived whole is never refused; a new one is, until there is room again")
    func whole() {
        let stage = Stage()
        let bodies = (0..<10).map { number in
            let body = stage.open(number, from: UInt32(number), at: Self.seconds(0))
            #expect(stage.memory.take(100, for: body, at: Self.seconds(0)))
            stage.memory.finish(body)
            return body
        }
        let new = stage.open(10, from: 10, at: Self.seconds(1))
        #expect(!stage.memory.take(1, for: new, at: Self.seconds(1)))
        #expect(stage.refused.isEmpty)
        stage.memory.close(new)
        stage.memory.close(bodies[0])
        let next = stage.open(11, from: 10, at: Self.seconds(1))
        #expect(stage.memory.take(100, for: next, at: Self.seconds(1)))
    }

    @Test("Budgets are apart, and what moves counts where it is")
    func budgets() {
        let stage = Stage()
        let stranger = stage.open(0, .strangers, from: 1, at: Self.seconds(0))
        #expect(stage.memory.take(1000, for: stranger, at: Self.seconds(0)))
        let shop = stage.open(1, .strangers, from: 1, at: Self.seconds(0))
        #expect(stage.memory.move(shop, to: .callers, at: Self.seconds(0)))
        #expect(stage.memory.take(1000, for: shop, at: Self.seconds(0)))
        let apple = stage.open(2, .apple, from: 1, at: Self.seconds(0))
        #expect(stage.memory.take(1000, for: apple, at: Self.seconds(0)))
        #expect(stage.refused.isEmpty)
        #expect(BodyMemory.Budget.allCases.map { stage.memory.taken($0) } == [1000, 1000, 1000])
        for body in [stranger, shop, apple] { stage.memory.close(body) }
        #expect(BodyMemory.Budget.allCases.map { stage.memory.taken($0) } == [0, 0, 0])
    }

    @Test("After any sequence of actions no budget is exceeded, and in the end all is free")
    func anything() {
        for seed in UInt64(1)...50 {
            var state = seed
            func next(_ bound: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % bound
            }
            let stage = Stage(total: 500, perAddress: 200)
            var bodies: [BodyMemory.BodyID] = []
            for step in 0..<400 {
                let now = NIODeadline.uptimeNanoseconds(UInt64(step) * 50_000_000)
                switch next(6) {
                case 0, 1:
                    let budget = BodyMemory.Budget.allCases[next(3)]
                    bodies.append(stage.open(step, budget, from: UInt32(next(5)), at: now))
                case 2 where !bodies.isEmpty: stage.memory.close(bodies.remove(at: next(bodies.count)))
                case 3 where !bodies.isEmpty: stage.memory.finish(bodies[next(bodies.count)])
                case 4 where !bodies.isEmpty:
                    _ = stage.memory.move(bodies[next(bodies.count)], to: BodyMemory.Budget.allCases[next(3)], at: now)
                default:
                    if !bodies.isEmpty { _ = stage.memory.take(next(90), for: bodies[next(bodies.count)], at: now) }
                }
                for budget in BodyMemory.Budget.allCases { #expect(0...500 ~= stage.memory.taken(budget)) }
            }
            for body in bodies { stage.memory.close(body) }
            for budget in BodyMemory.Budget.allCases { #expect(stage.memory.taken(budget) == 0) }
        }
    }
}
