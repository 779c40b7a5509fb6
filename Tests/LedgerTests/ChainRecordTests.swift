import Ledger
import PurserTesting
import Testing

@Suite struct ChainRecordTests {
    private static let id = OriginalTransactionID("1")

    private static func fresh() -> ChainRecord { ChainRecord(fresh: OriginalRecord(number: 7, id: Self.id)) }

    /// The facts of a story about one original transaction id that no migration joined to another.
    private static func facts(of story: [LedgerFact]) -> [OriginalTransactionID: [LedgerFact]] {
        var facts: [OriginalTransactionID: [LedgerFact]] = [:]
        var migrated: Set<OriginalTransactionID> = []
        for fact in story {
            switch fact {
            case .transaction(let snapshot):
                facts[snapshot.originalTransactionID, default: []].append(fact)
                guard let previous = snapshot.previousOriginalTransactionID else { continue }
                migrated.formUnion([previous, snapshot.originalTransactionID])
            case .renewal(let renewal): facts[renewal.originalTransactionID, default: []].append(fact)
            case .status(let status): facts[status.originalTransactionID, default: []].append(fact)
            case .refundRequest(let request): facts[request.originalTransactionID, default: []].append(fact)
            case .reportedRefund(let report): facts[report.originalTransactionID, default: []].append(fact)
            case .retentionRequest(let request): facts[request.originalTransactionID, default: []].append(fact)
            case .submission, .decision: continue
            }
        }
        return facts.filter { !migrated.contains($0.key) }
    }

    private static func add(_ fact: LedgerFact, to chain: inout ChainRecord) -> Bool {
        switch fact {
        case .transaction(let snapshot): chain.add(snapshot, to: 7) != .nothing
        case .renewal(let renewal): chain.add(renewal, to: 7)
        case .status(let status): chain.add(status, to: 7)
        case .refundRequest(let request): chain.add(request, to: 7)
        case .reportedRefund(let report): chain.add(report, to: 7)
        case .retentionRequest(let request): chain.add(request, to: 7)
        case .submission, .decision: false
        }
    }

    @Test("A chain that takes facts in any order is the chain of the fold, and takes nothing twice")
    func order() {
        var count = 0
        for seed in UInt64(0)..<300 {
            let story = EvidenceStory(seed: seed).withSeats().withOldRenewals().withRetentionRequests()
            let shuffled = Self.facts(of: story.shuffled(seed: 3))
            for (id, facts) in Self.facts(of: story.facts) {
                var fold = LedgerFold()
                for fact in facts { fold.take(fact) }
                var chain = Self.fresh()
                for fact in shuffled[id] ?? [] { _ = Self.add(fact, to: &chain) }
                #expect(fold.chains == [chain.value], "seed \(seed), chain \(id)")
                for fact in facts {
                    let isNew = Self.add(fact, to: &chain)
                    #expect(!isNew, "seed \(seed), chain \(id): \(fact) counts twice")
                }
                count += 1
            }
        }
        #expect(count > 300)
    }

    @Test("What a chain has to save are the rows that differ: new ones, and stored ones that are replaced")
    func changes() {
        var chain = Self.fresh()
        let new = chain.add(Scene.snapshot("1", from: 0, to: 30), to: 7)
        #expect(new == .new(isNewlyRevoked: false))
        #expect(chain.changes.snapshots == [TransactionID("1"): false])
        let stored = TransactionRecord(Scene.snapshot("2", from: 30, to: 60))
        chain.load(ChainTransaction(of: 7, record: stored, owner: 3, reason: .accountToken))
        let refunded = Scene.snapshot("2", from: 30, to: 60, signed: 41, digest: 2) { $0.refund(on: 40) }
        let effects = [chain.add(refunded, to: 7), chain.add(refunded, to: 7)]
        #expect(effects == [.changed(isNewlyRevoked: true), .nothing])
        #expect(chain.changes.snapshots == [TransactionID("1"): false, TransactionID("2"): true])
        #expect(chain.newTransactions == [TransactionID("1")])
        let status = StatusEvidence(originalTransactionID: Self.id, status: .active, statedAt: Scene.day(42))
        let news = [chain.add(status, to: 7), chain.add(status, to: 7)]
        #expect(news == [true, false])
        #expect(chain.changes.statuses == [7])
        #expect(chain.changes.renewals.isEmpty && chain.changes.refunds.isEmpty && chain.changes.reports.isEmpty)
    }

    @Test("The first token and Apple Account of an original are its shared values, and stay so")
    func sharedValues() throws {
        let (first, second) = (AccountToken(high: 1, low: 1), AccountToken(high: 2, low: 2))
        var chain = Self.fresh()
        _ = chain.add(Scene.snapshot("1", from: 0, to: 30) { $0.accountToken = first }, to: 7)
        _ = chain.add(Scene.snapshot("2", from: 30, to: 60) { $0.accountToken = second }, to: 7)
        #expect(chain.originals[7]?.shared.token == first)
        #expect(chain.changes.shared == [7])
        #expect(chain.tokens == [first, second])
    }
}
