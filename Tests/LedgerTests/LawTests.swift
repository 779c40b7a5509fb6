import Ledger
import PurserTesting
import Testing

@Suite struct LawTests {
    /// Seeds in eight parts that run in parallel: 1,200 in all, ten times as many at full scale.
    static let parts: [Range<UInt64>] = (0..<UInt64(8)).map { part in
        let size = 150 * TestScale.factor
        return (part * size)..<((part + 1) * size)
    }

    @Test("Any order and any repetition of the same evidence folds to the same outcome", arguments: Self.parts)
    func permutation(seeds: Range<UInt64>) {
        for seed in seeds {
            let story = EvidenceStory(seed: seed).withDecisions().withAppleAccounts()
            let expected = LedgerOutcome(of: story.facts, in: story)
            let outcome = LedgerOutcome(of: story.shuffled(seed: 1), in: story)
            let difference = outcome.difference(from: expected)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")
        }
    }

    @Test("Seats fold in any order to what a naive count finds", arguments: Self.parts)
    func seats(seeds: Range<UInt64>) {
        var (running, over, next) = (0, 0, 0)
        for seed in seeds {
            let story = EvidenceStory(seed: seed).withSeats().withDecisions().withAppleAccounts()
            let shuffled = story.shuffled(seed: 1)
            let expected = LedgerOutcome(of: story.facts, in: story)
            let difference = LedgerOutcome(of: shuffled, in: story).difference(from: expected)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")
            for original in NaiveSeats.originals(in: story.facts) {
                let naive = NaiveSeats(of: original, in: shuffled)
                guard let chain = expected.chains.first(where: { $0.chain.rootID == original })?.chain else {
                    Issue.record("seed \(seed): no chain \(original)")
                    continue
                }
                for instant in story.instants {
                    guard let count = naive.count(at: instant) else { continue }
                    let state = chain.state(
                        at: instant,
                        environment: .production,
                        gracePolicy: story.catalog.gracePolicy
                    )
                    #expect(state.seats?.count == count, "seed \(seed), \(instant.milliseconds)")
                    if let isPaid = naive.isPaid(at: instant) {
                        #expect(state.hasAccess == isPaid, "seed \(seed), \(instant.milliseconds)")
                        if isPaid { running += 1 } else { over += 1 }
                    }
                    guard let planned = naive.next(at: instant) else { continue }
                    #expect(state.seats?.next == planned, "seed \(seed), \(instant.milliseconds)")
                    next += 1
                }
            }
        }
        #expect(running > 100 && over > 3 && next > 50, "\(running) running, \(over) refunded, \(next) renewing")
    }

    @Test("Receipts fold like any other evidence, with it or alone", arguments: Self.parts)
    func receipts(seeds: Range<UInt64>) {
        for seed in seeds {
            let story = EvidenceStory(seed: seed).withDecisions().withReceipts(replacing: true)
            let expected = LedgerOutcome(of: story.facts, in: story)
            let difference = LedgerOutcome(of: story.shuffled(seed: 1), in: story).difference(from: expected)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")
        }
    }

    @Test("Reported, unsigned refunds fold in any order with all other evidence", arguments: Self.parts)
    func reportedRefunds(seeds: Range<UInt64>) {
        var reportCount = 0
        for seed in seeds {
            let story = EvidenceStory(seed: seed).withDecisions().withReceipts(replacing: true).withReportedRefunds()
                .withRetentionRequests()
            let expected = LedgerOutcome(of: story.facts, in: story)
            let difference = LedgerOutcome(of: story.shuffled(seed: 1), in: story).difference(from: expected)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")
            reportCount += expected.chains.flatMap(\.chain.purchases).count { $0.reportedRefund != nil }
        }
        #expect(reportCount > 50, "Only \(reportCount) reports are in effect.")
    }

    @Test(
        "Partial renewal snapshots fold in any order, and one at the date of a complete one changes nothing",
        arguments: Self.parts
    )
    func partialRenewals(seeds: Range<UInt64>) {
        for seed in seeds {
            let story = EvidenceStory(seed: seed).withDecisions()
            let older = story.withOldRenewals()
            let expected = LedgerOutcome(of: older.facts, in: older)
            let difference = LedgerOutcome(of: older.shuffled(seed: 1), in: older).difference(from: expected)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")

            let whole = LedgerOutcome(of: story.facts, in: story)
            let contradicted = story.withOldRenewals(atTheSameDate: true)
            let outcome = LedgerOutcome(of: contradicted.shuffled(seed: 2), in: contradicted)
            #expect(outcome.chains.map(\.claims) == whole.chains.map(\.claims), "seed \(seed)")
            #expect(outcome.states == whole.states, "seed \(seed)")
            #expect(outcome.entitlements == whole.entitlements, "seed \(seed)")
        }
    }

    @Test("A receipt without new content changes no owner, period or entitlement", arguments: Self.parts)
    func redundantReceipts(seeds: Range<UInt64>) {
        for seed in seeds {
            let story = EvidenceStory(seed: seed)
            let expected = LedgerOutcome(of: story.facts, in: story)
            let outcome = LedgerOutcome(of: story.withReceipts().shuffled(seed: 1), in: story)
            #expect(outcome.chains.map(\.claims) == expected.chains.map(\.claims), "seed \(seed)")
            #expect(outcome.states == expected.states, "seed \(seed)")
            #expect(outcome.entitlements == expected.entitlements, "seed \(seed)")
            #expect(outcome.purchases == expected.purchases, "seed \(seed)")
        }
    }

    @Test(
        "One transaction gives two customers its entitlements only after a restore with the policy share",
        arguments: Self.parts
    )
    func oneCustomer(seeds: Range<UInt64>) {
        var sharing = 0
        for seed in seeds {
            let story = EvidenceStory(seed: seed).withDecisions().withAppleAccounts()
            var invited: [TransactionID: Set<CustomerID>] = [:]
            for case .submission(let submission) in story.facts where submission.transfer == .share {
                invited[submission.transactionID, default: []].insert(submission.customer)
            }
            for owned in LedgerFold(story.facts).ownedChains(customers: story.customers) {
                // The entitlements of a guest continue with renewals.
                let guests = owned.chain.transactions.reduce(into: Set()) { guests, record in
                    guests.formUnion(invited[record.transactionID] ?? [])
                }
                for purchase in owned.chain.purchases {
                    let claims = Set(purchase.transactionIDs.compactMap { owned.claims[$0] })
                    #expect(claims.count == 1, "seed \(seed): restore twins have one owner")
                    let others = Set(claims.flatMap(\.sharedWith))
                    #expect(others.isSubset(of: guests), "seed \(seed): \(purchase.key)")
                    sharing += others.count
                }
            }
        }
        if seeds.lowerBound == 0 { #expect(sharing > 0, "No story shares a purchase.") }
    }

    @Test("The same check detects a fold in which the last arrival wins")
    func brokenFoldIsCaught() {
        var caught = 0
        for seed in UInt64(0)..<40 {
            let story = EvidenceStory(seed: seed)
            let expected = LedgerOutcome(of: story.facts, in: story, rule: .lastArrivalWins)
            let outcome = LedgerOutcome(of: story.shuffled(seed: 1), in: story, rule: .lastArrivalWins)
            if outcome.difference(from: expected) != nil { caught += 1 }
        }
        #expect(caught > 20, "Only \(caught) of 40 stories detected it.")
    }

    @Test("The stories cover every feature and row")
    func coverage() {
        var features: [EvidenceStory.Feature: Int] = [:]
        var rows: [Row: Int] = [:]
        var overrides: [String: Int] = [:]
        var paidTwice = 0
        for seed in UInt64(0)..<400 {
            let story = EvidenceStory(seed: seed).withSeats()
            for feature in story.features { features[feature, default: 0] += 1 }
            let outcome = LedgerOutcome(of: story.facts, in: story)
            for state in outcome.states {
                rows[state.row, default: 0] += 1
                for override in state.overrides { overrides[override.kind.rawValue, default: 0] += 1 }
            }
            paidTwice += outcome.entitlements.joined().count { $0.paidTwice }
        }
        for feature in EvidenceStory.Feature.allCases {
            #expect(
                features[feature, default: 0] >= 10,
                "\(feature) in \(features[feature, default: 0]) of 400 stories"
            )
        }
        for row in Row.allCases {
            #expect(rows[row, default: 0] >= 5, "row \(row.rawValue) in \(rows[row, default: 0]) states")
        }
        #expect(overrides["status", default: 0] >= 5)
        #expect(paidTwice >= 5)
    }

    @Test("An answer stays the same until the instant that it states, and changes at it", arguments: Self.parts)
    func nextChange(seeds: Range<UInt64>) {
        for seed in seeds.prefix(40) {
            let story = EvidenceStory(seed: seed)
            var generator = SeededGenerator(seed: seed)
            let gracePolicy = story.catalog.gracePolicy
            for chain in LedgerFold(story.facts).chains where chain.isSubscription {
                let now = generator.pick(story.instants)
                let state = chain.state(at: now, environment: .production, gracePolicy: gracePolicy)
                let changeAt = state.nextChangeAt
                let window = changeAt.map { ($0 - now).milliseconds } ?? Span.days(400).milliseconds
                for _ in 0..<3 {
                    let later = now + Span(milliseconds: Int64(generator.number(below: Int(window))))
                    let same = chain.state(at: later, environment: .production, gracePolicy: gracePolicy)
                    #expect(same == state, "seed \(seed)")
                }
                guard let changeAt else { continue }
                var changed = chain.state(at: changeAt, environment: .production, gracePolicy: gracePolicy)
                changed.nextChangeAt = state.nextChangeAt
                #expect(changed != state, "seed \(seed)")
            }
        }
    }

    @Test("Access that is stated until an instant lasts to the millisecond before it", arguments: Self.parts)
    func untilHolds(seeds: Range<UInt64>) {
        for seed in seeds.prefix(40) {
            let story = EvidenceStory(seed: seed)
            for chain in LedgerFold(story.facts).chains where chain.isSubscription {
                for now in story.instants {
                    let derive = { (instant: Instant) in
                        chain.state(at: instant, environment: .production, gracePolicy: story.catalog.gracePolicy)
                    }
                    let state = derive(now)
                    #expect(state.hasAccess == (state.until != nil), "seed \(seed)")
                    guard let until = state.until else { continue }
                    #expect(until > now, "seed \(seed)")
                    let before = derive(until - Span(milliseconds: 1))
                    #expect(before.hasAccess, "seed \(seed): \(state) \(before)")
                }
            }
        }
    }
}
