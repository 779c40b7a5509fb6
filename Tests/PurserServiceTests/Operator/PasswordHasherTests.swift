import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct PasswordHasherTests {
    private static let ambient = Ambient(
        now: { Instant(milliseconds: 0) },
        randomBytes: { Array(repeating: 7, count: $0) }
    )

    @Test("A password matches its own hash only, however its letters are composed, and none without a hash")
    func matches() async throws {
        let hasher = PasswordHasher(cost: .standard, ambient: Self.ambient)
        let hash = try await hasher.hash("caf\u{E9} au lait, svp")
        #expect(hash.hasPrefix("scrypt$32768$8$3$"))
        #expect(try await hasher.matches("cafe\u{301} au lait, svp", hash))
        #expect(try await hasher.matches("cafe au lait, svp", hash) == false)
        #expect(try await hasher.matches("", nil) == false)
        #expect(try await hasher.matches("cafe", "scrypt$0$0$0$$") == false)
        #expect(try await hasher.matches("cafe", "plain") == false)
    }

    @Test("A hash keeps its own cost when the cost of new ones changes")
    func costs() async throws {
        let cheap = PasswordHasher.Cost(rounds: 4, blockSize: 1, parallelism: 1)
        let hash = try await PasswordHasher(cost: cheap, ambient: Self.ambient).hash("correct horse")
        #expect(try await PasswordHasher(cost: .standard, ambient: Self.ambient).matches("correct horse", hash))
    }

    @Test("More hashes than can wait are refused, and those that wait are computed")
    func bounded() async throws {
        let cost = PasswordHasher.Cost(rounds: 1 << 14, blockSize: 8, parallelism: 1)
        let hasher = PasswordHasher(cost: cost, ambient: Self.ambient)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask { (try? await hasher.hash("correct horse")) != nil }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.contains(false))
        #expect(outcomes.count { $0 } >= PasswordHasher.capacity)
        #expect(try await hasher.hash("correct horse").isEmpty == false, "There is room again.")
    }

    @Test("Strangers who fill their places leave the others free")
    func strangers() async throws {
        let cost = PasswordHasher.Cost(rounds: 1 << 15, blockSize: 8, parallelism: 1)
        let hasher = PasswordHasher(cost: cost, ambient: Self.ambient)
        let (admitted, refused) = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask { (try? await hasher.matches("guess", nil, ofStranger: true)) != nil }
            }
            var (admitted, refused) = (0, 0)
            for await isAdmitted in group {
                if isAdmitted { admitted += 1 } else { refused += 1 }
                guard refused == 1, !isAdmitted else { continue }
                // The first refusal comes while the strangers' places are full.
                let known = try? await hasher.matches("correct horse", nil)
                #expect(known == false, "It is checked.")
                let hash = try? await hasher.hash("correct horse")
                #expect(hash != nil)
            }
            return (admitted, refused)
        }
        #expect(admitted >= PasswordHasher.strangerCapacity && refused > 0, "\(admitted)")
        #expect(PasswordHasher.strangerCapacity < PasswordHasher.capacity)
        #expect(try await hasher.matches("guess", nil, ofStranger: true) == false, "There is room again.")
    }
}
