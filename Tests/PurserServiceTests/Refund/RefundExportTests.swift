import Ledger
import PurserService
import PurserTesting
import Testing

/// Exports of past refunds, and dry runs over them.
@Suite struct RefundExportTests {
    private static let policy = """
        policy: refunds
        rules:
          - name: spent, and asks again
            when: { share: { atLeast: 50% }, cases.decided: { atLeast: 1 } }
            answer: DECLINE
          - name: large sums go to a person
            when: { price: { above: CNY 500 } }
            answer: hold, 10min, then: none
        otherwise: GRANT_PRORATED

        """

    /// Draws a number below another.
    private static func draw(_ count: Int64, _ generator: inout SeededGenerator) -> Int64 {
        Int64(generator.next() % UInt64(count))
    }

    /// Returns a random element.
    private static func draw<Element>(_ all: [Element], _ generator: inout SeededGenerator) -> Element {
        all[Int(Self.draw(Int64(all.count), &generator))]
    }

    /// A random past request.
    private static func pastRequest(_ number: Int, _ generator: inout SeededGenerator) -> ExportedRefund {
        let either = [false, true]
        var evidence: [String: RuleValue] = [:]
        for piece in RefundEvidence.allCases where Self.draw(either, &generator) {
            switch piece.term.kind {
            case .text(let known):
                evidence[piece.rawValue] = .text(Self.draw(known.map(Array.init) ?? ["吗\"\n"], &generator))
            case .count: evidence[piece.rawValue] = .count(Self.draw(4, &generator))
            case .share: evidence[piece.rawValue] = .share(Self.draw(100_001, &generator))
            case .span: evidence[piece.rawValue] = .span(Span(milliseconds: Self.draw(1 << 40, &generator)))
            case .money:
                let amount = Self.draw(2_000_000, &generator) - 1_000_000
                evidence[piece.rawValue] = .money(Money(amountMilliunits: amount, currency: "CNY"))
            case .flag: evidence[piece.rawValue] = .flag(Self.draw(either, &generator))
            }
        }
        let outcomes: [RefundCase.State?] = [nil, .declined, .refunded(share: 100_000), .refunded(share: 33_333)]
        let sent: [PastRefundRequest.SentAnswer?] = [
            nil, .init(nil), .init(.decline), .init(.grantFull), .init(.grantProrated),
        ]
        let share = Self.draw(100_001, &generator)
        return ExportedRefund(
            PastRefundRequest(
                id: "request-\(number)",
                evidence: evidence,
                circumstances: RefundCircumstances(
                    kind: Self.draw([.consumable, .autoRenewable], &generator),
                    ownership: Self.draw([.purchased, .familyShared], &generator),
                    deliveryStatus: Self.draw([.delivered, .undelivered], &generator),
                    share: Self.draw([nil, share], &generator),
                    shareSentBefore: Self.draw([nil, 20_000], &generator),
                    isSampleOffered: Self.draw(either, &generator),
                    hasConsent: Self.draw(either, &generator)
                ),
                sent: Self.draw(sent, &generator),
                outcome: Self.draw(outcomes, &generator),
                price: Self.draw([nil, Money(amountMilliunits: 9_990, currency: "CNY")], &generator)
            ),
            openedAt: Sample.beginning + .seconds(Int64(number))
        )
    }

    @Test(
        "A line is read as it was written, and a run over lines equals the run over their refunds",
        .timeLimit(.minutes(5))
    )
    func lines() throws {
        var generator = SeededGenerator(seed: 20_261_123)
        var straight = try RefundDryRun(of: Self.policy)
        var over = RefundExportRun(straight)
        var bytes: [UInt8] = []
        for number in 0..<500 {
            let refund = Self.pastRequest(number, &generator)
            #expect(try ExportedRefund(line: refund.line) == refund)
            straight.take(refund.pastRequest)
            bytes += refund.line
            bytes += Array((number % 2 == 0 ? "\n" : "\r\n\n").utf8)
        }
        // The last line has no line end.
        bytes.removeLast(3)
        while !bytes.isEmpty {
            let count = min(bytes.count, Int(Self.draw(3000, &generator)) + 1)
            over.read(bytes.prefix(count)) { Issue.record("\($0)") }
            bytes.removeFirst(count)
        }
        over.finish { Issue.record("\($0)") }
        #expect(straight.requests == 500 && straight.different > 0)
        #expect(over.run == straight && over.badCount == 0)
    }

    @Test("An unreadable line is named, and the others count; refunds opened earlier are ignored")
    func bad() throws {
        var generator = SeededGenerator(seed: 1)
        let good = (0..<3).map { String(decoding: Self.pastRequest($0, &generator).line, as: UTF8.self) }
        let without = good[1].replacing(#""kind":"#, with: #""kinds":"#)
        let strange = good[1].replacing(#""ownership":"#, with: #""ownership":"unknown","x":"#)
        let text = [good[0], "{", "[]", without, strange, "", String(repeating: "x", count: 70_000), good[2]]
        var run = RefundExportRun(try RefundDryRun(of: Self.policy), since: Sample.beginning + .seconds(1))
        var bad: [RefundExportRun.Bad] = []
        run.read(Array(text.joined(separator: "\n").utf8)) { bad.append($0) }
        run.finish { bad.append($0) }
        #expect(bad.map(\.line) == [2, 3, 4, 5, 7])
        #expect(bad[0].reason == "The line is not a JSON object." && bad[1].reason == bad[0].reason)
        #expect(bad[2].reason == "kind is missing." && bad[3].reason == "ownership cannot be unknown.")
        #expect(bad[4].reason.contains("65536 bytes"))
        #expect(run.badCount == 5 && run.run.requests == 1)
    }

    @Test("A dry run over an export of the ledger has the same result as one over the ledger")
    func same() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: DECLINE\n")
        for number in 0..<6 {
            let id = try await stage.buy(by: number % 3 == 0 ? "bert" : "anna")
            if number % 2 == 0 { _ = try await stage.spend(40, key: "s\(number)") }
            try stage.ask(for: id)
            try await stage.hear()
            try await stage.work(stage.responder())
            try await stage.pass(.seconds(60))
        }
        let app = stage.shop.app.name
        let direct = try await stage.service.dryRun(Self.policy, in: app)
        var over = RefundExportRun(try RefundDryRun(of: Self.policy))
        var place = RefundCursor(since: Instant(milliseconds: .min))
        while true {
            let page = try await stage.service.opened(after: place, limit: 2, in: app)
            for refund in page.flatMap(\.record.exported) {
                over.read(refund.line + [UInt8(ascii: "\n")]) { Issue.record("\($0)") }
            }
            guard let last = page.last else { break }
            place = try #require(RefundCursor(cursor: RefundCursor(last).cursor))
        }
        #expect(direct.requests == 6 && direct.different > 0)
        #expect(over.run == direct)
        let first = try await stage.service.opened(
            after: RefundCursor(since: Instant(milliseconds: 0)),
            limit: 1,
            in: app
        )
        let line = String(decoding: try #require(first.first?.record.exported.first).line, as: UTF8.self)
        #expect(!line.contains("bert") && !line.contains("anna"), "A name is in it: \(line)")
    }
}
