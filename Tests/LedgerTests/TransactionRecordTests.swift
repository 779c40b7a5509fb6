import Ledger
import PurserTesting
import Testing

@Suite struct TransactionRecordTests {
    static let minute = 1.0 / 1440

    static func word(
        signed: Double,
        digest: UInt64 = 1,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> TransactionSnapshot {
        Scene.snapshot("1", kind: .consumable, from: 0, signed: signed, digest: digest, change)
    }

    @Test("The newest signed date speaks")
    func newest() throws {
        let record = try #require(
            TransactionRecord([Self.word(signed: 2) { $0.isUpgraded = true }, Self.word(signed: 1)])
        )
        #expect(record.current.isUpgraded)
        let other = try #require(
            TransactionRecord([Self.word(signed: 1) { $0.isUpgraded = true }, Self.word(signed: 2)])
        )
        #expect(!other.current.isUpgraded)
    }

    @Test("A whole snapshot speaks before a receipt's row, however old it is; alone the row speaks")
    func receiptRow() throws {
        let row = Self.word(signed: 9) { $0.isPartial = true }
        let whole = Self.word(signed: 1, digest: 2) { $0.storefront = "DEU" }
        #expect(TransactionRecord(row).current == row)
        for snapshots in [[row, whole], [whole, row]] {
            let record = try #require(TransactionRecord(snapshots))
            #expect(record.current == whole)
            #expect(record.newestSignedAt == whole.signedAt)
        }
    }

    @Test("A receipt's refund counts, with the details of the fullest evidence; its absence clears none")
    func receiptRefund() throws {
        let whole = Self.word(signed: 1, digest: 2) { $0.storefront = "DEU" }
        let refunded = Self.word(signed: 5, digest: 3) {
            $0.isPartial = true
            $0.refund(on: 4)
        }
        let silent = Self.word(signed: 9, digest: 4) { $0.isPartial = true }
        let record = try #require(TransactionRecord([silent, whole, refunded]))
        #expect(record.current.revocation?.revokedAt == Scene.day(4))
        #expect(record.current.storefront == "DEU")
        #expect(TransactionRecord([refunded, silent])?.current.revocation != nil)
        let inFull = Self.word(signed: 4.5, digest: 5) {
            $0.refund(on: 4)
            $0.storefront = "FRA"
        }
        #expect(TransactionRecord([whole, refunded, inFull])?.current == inFull)
        let cleared = Self.word(signed: 6, digest: 6)
        #expect(TransactionRecord([whole, refunded, inFull, cleared])?.current.revocation == nil)
    }

    @Test("Of equal dates the digest decides, in either order of arrival")
    func equalDates() throws {
        let words = (UInt64(1)...2).map { digest in
            Self.word(signed: 1, digest: digest) { $0.storefront = "\(digest)" }
        }
        let greater = EvidenceDigest.number(1) < EvidenceDigest.number(2) ? "2" : "1"
        #expect(TransactionRecord(words)?.current.storefront == greater)
        #expect(TransactionRecord(words.reversed())?.current.storefront == greater)
    }

    @Test(
        "An unrevoked word clears a refund only when signed 15 minutes later",
        arguments: [(-60.0, true), (0, true), (14.99, true), (15, false), (60, false)]
    )
    func staleness(minutes: Double, isRevoked: Bool) throws {
        let refunded = Self.word(signed: 10) { $0.refund(on: 9) }
        let clear = Self.word(signed: 10 + minutes * Self.minute, digest: 2)
        let record = try #require(TransactionRecord([clear, refunded]))
        #expect((record.current.revocation != nil) == isRevoked)
    }

    @Test("A reversal clears every earlier refund, however late the snapshot that states it was signed")
    func reversal() throws {
        let reversal = Self.word(signed: 20, digest: 2) { $0.isReversal = true }
        let late = Self.word(signed: 30, digest: 3) { $0.refund(on: 19) }
        let record = try #require(TransactionRecord([late, reversal]))
        #expect(record.current.revocation == nil)
        let again = Self.word(signed: 31, digest: 4) { $0.refund(on: 20) }
        #expect(TransactionRecord([again, late, reversal])?.current.revocation?.revokedAt == Scene.day(20))
    }

    @Test("The token is that of the earliest-signed word that has one")
    func token() throws {
        let first = AccountToken(high: 1, low: 1)
        let second = AccountToken(high: 2, low: 2)
        var record = TransactionRecord(Self.word(signed: 3) { $0.accountToken = second })
        #expect(record.accountToken == second)
        let isChangedByToken = record.merge(Self.word(signed: 2) { $0.accountToken = first })
        let isChangedByNothing = record.merge(Self.word(signed: 1))
        #expect(isChangedByToken && !isChangedByNothing)
        #expect(record.accountToken == first)
    }

    @Test("A word of another transaction, or one known already, changes nothing")
    func foreign() {
        var record = TransactionRecord(Self.word(signed: 1))
        let changes = [
            record.merge(Self.word(signed: 1)), record.merge(Scene.snapshot("2", from: 0, signed: 5)),
        ]
        #expect(changes == [false, false])
        #expect(TransactionRecord([]) == nil)
        #expect(TransactionRecord([Self.word(signed: 1), Scene.snapshot("2", from: 0)]) == nil)
    }

    @Test("Dropped evidence has no effect: a record equals the merge of all its evidence", arguments: 0..<8)
    func dropping(part: UInt64) {
        for seed in (part * 500)..<((part + 1) * 500) {
            var generator = SeededGenerator(seed: seed)
            var words = (0..<(2 + generator.number(below: 7))).map { Self.anyWord(number: $0, &generator) }
            var record = TransactionRecord(words[0])
            for count in 1..<words.count {
                _ = record.merge(words[count])
                let everMerged = Array(words[...count])
                #expect(record.current == Self.speaking(everMerged), "seed \(seed)")
                #expect(record.accountToken == Self.token(everMerged), "seed \(seed)")
            }
            words.shuffle(using: &generator)
            words += words.prefix(3)
            var other = TransactionRecord(words[0])
            for word in words { _ = other.merge(word) }
            #expect(other == record, "seed \(seed)")
            #expect(TransactionRecord(words) == record, "seed \(seed)")
        }
    }

    private static func anyWord(number: Int, _ generator: inout SeededGenerator) -> TransactionSnapshot {
        let signed = Double(generator.number(below: 12)) * 10 * Self.minute
        return Self.word(signed: signed, digest: UInt64(number)) { word in
            if generator.happens(percent: 30) { word.accountToken = AccountToken(high: UInt64(number), low: 0) }
            switch generator.number(below: 4) {
            case 0: word.isReversal = true
            case 1, 2: word.refund(on: signed - Double(generator.number(below: 8)) * 10 * Self.minute)
            default: break
            }
        }
    }

    /// The rule of the domain, over everything and without dropping anything.
    private static func speaking(_ words: [TransactionSnapshot]) -> TransactionSnapshot? {
        let ordered = words.sorted { ($0.signedAt, $0.digest) < ($1.signedAt, $1.digest) }
        let reversals = words.filter(\.isReversal)
        let cleared = ordered.map { word in
            var word = word
            if let revokedAt = word.revocation?.revokedAt, reversals.contains(where: { revokedAt < $0.signedAt }) {
                word.revocation = nil
            }
            return word
        }
        guard let refunded = cleared.last(where: { $0.revocation != nil }) else { return cleared.last }
        let clearing = cleared.last { $0.revocation == nil && $0.signedAt >= refunded.signedAt + .minutes(15) }
        return clearing ?? refunded
    }

    private static func token(_ words: [TransactionSnapshot]) -> AccountToken? {
        words.filter { $0.accountToken != nil }
            .min { ($0.signedAt, $0.digest) < ($1.signedAt, $1.digest) }?.accountToken
    }
}
