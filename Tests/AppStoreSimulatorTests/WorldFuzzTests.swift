import AppStore
import AppStoreSimulator
import Testing

/// Tests that random sequences of actions keep a world consistent.
@Suite struct WorldFuzzTests {
    @Test("A world stays consistent after any actions", arguments: 1...60)
    func sound(seed: UInt64) throws {
        var life = RandomLife(seed: seed)
        let world = try RichShop.world(
            seed: seed,
            graceDays: seed % 2 == 0 ? 16 : nil,
            behavior: life.behavior(),
            catalog: RandomLife.catalog
        )
        var refusals: [String: Int] = [:]
        for step in 0..<150 {
            let action = life.action(in: world)
            let before = world.notificationCount
            let customers = world.customers.count
            do {
                life.note(try world.perform(action), of: action)
            } catch {
                refusals[error.code, default: 0] += 1
                #expect(world.notificationCount == before, "seed \(seed): a refused \(action) caused a notification")
                #expect(world.customers.count == customers, "seed \(seed): a refused \(action) created a customer")
            }
            Self.check(world, "seed \(seed), after \(action)")
            if step % 10 == 9 { try Self.checkSeats(world, "seed \(seed), step \(step)") }
        }
        #expect(world.notificationCount > 0)
        let unknown = refusals.keys.filter { ["missing_field", "unknown_field", "unknown_action"].contains($0) }
        #expect(unknown.isEmpty, "seed \(seed) makes malformed actions")
    }

    @Test("The same actions produce the same bytes, and another seed produces others")
    func reproducible() throws {
        func lived(_ seed: UInt64, as lifeSeed: UInt64) throws -> [[UInt8]] {
            var life = RandomLife(seed: lifeSeed)
            let world = try RichShop.world(
                seed: seed,
                graceDays: 16,
                behavior: life.behavior(),
                catalog: RandomLife.catalog
            )
            for _ in 0..<80 {
                let action = life.action(in: world)
                if let answer = try? world.perform(action) { life.note(answer, of: action) }
            }
            return world.drainOutbox().map(\.body)
        }
        let first = try lived(5, as: 9)
        #expect(first == (try lived(5, as: 9)))
        #expect(first != (try lived(6, as: 9)))
    }

    /// Checks the invariants of a world.
    private static func check(_ world: World, _ moment: String) {
        for customer in world.customers {
            let transactions = world.transactions(of: customer)
            #expect(Set(transactions.map(\.transactionId)).count == transactions.count, "\(moment)")
            for subscription in world.subscriptions(of: customer) {
                let chain = transactions.filter {
                    $0.originalTransactionId == subscription.originalTransactionId && !$0.isRestored
                }
                let paid = chain.contains {
                    guard let end = $0.expiresAt else { return false }
                    return $0.revokedAt == nil && !$0.isUpgraded && end > world.now
                }
                switch subscription.phase {
                case .active:
                    // A renewal that comes late leaves a gap in which nothing is paid.
                    break
                case .gracePeriod: #expect(subscription.graceEndsAt.map { $0 >= world.now } == true, "\(moment)")
                case .expired, .billingRetry, .revoked:
                    #expect(!paid, "\(moment): \(customer) has paid for \(subscription.phase)")
                }
            }
        }
        for entry in world.agenda {
            #expect(entry.at >= world.now, "\(moment): \(entry.text) is in the past")
        }
    }

    /// Checks that transactions with seats add up, and that every member has a seat that was paid for.
    private static func checkSeats(_ world: World, _ moment: String) throws {
        var bought: [String: Int] = [:]
        var assigned: [String: Int] = [:]
        for purchase in world.customers.flatMap({ world.transactions(of: $0) }) where !purchase.isRestored {
            let payload = try world.transactionPayload(for: purchase.transactionId)
            guard let seats = payload.multiSeatInfo, let quantity = payload.quantity else { continue }
            let tiers = seats.priceTiers ?? []
            let revoked = seats.revokedSeatQuantity ?? 0
            let total = tiers.reduce(0) { $0 + ($1.price ?? 0) * Int64($1.quantity ?? 0) }
            #expect(tiers.reduce(0) { $0 + ($1.quantity ?? 0) } == quantity, "\(moment)")
            #expect(abs((payload.price ?? 0) * Int64(quantity) - total) <= Int64(quantity), "\(moment)")
            #expect((0...quantity).contains(revoked), "\(moment)")
            #expect(revoked < quantity || payload.revocationDate != nil, "\(moment): the last seat was refunded")
            guard payload.revocationDate == nil, payload.isUpgraded != true, let begin = payload.purchaseDate,
                let end = payload.expiresDate, begin <= world.now, world.now < end
            else { continue }
            if payload.inAppOwnershipType == .assigned {
                assigned[purchase.productId, default: 0] += 1
            } else {
                bought[purchase.productId, default: 0] += Int(quantity - revoked)
            }
        }
        for (product, members) in assigned {
            #expect(members <= bought[product] ?? 0, "\(moment): \(members) members of \(product)")
        }
    }
}
