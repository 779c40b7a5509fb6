import Ledger
import Testing

@Suite struct WebhookFilterTests {
    @Test(
        "A name lets itself through, a noun with a star all of its noun, and a type all of its subtypes",
        arguments: [
            ("subscription.renewed", "subscription.renewed", true), ("subscription.*", "subscription.renewed", true),
            ("subscription.*", "subscriptions.renewed", false), ("subscription.renewed", "subscription.started", false),
            ("EXPIRED", "EXPIRED.VOLUNTARY", true), ("EXPIRED", "EXPIRED", true),
            ("EXPIRED.VOLUNTARY", "EXPIRED", false), ("EXPIRED.VOLUNTARY", "EXPIRED.BILLING_RETRY", false),
            ("EXPIRED", "EXPIREDX", false),
        ]
    )
    func patterns(pattern: String, name: String, isAdmitted: Bool) {
        let filter = WebhookFilter(patterns: [pattern])
        #expect(filter.admits(name, in: .production) == isAdmitted)
    }

    @Test("Without names and environments everything passes, and with an environment only that")
    func environments() {
        #expect(WebhookFilter().admits("anything", in: .xcode))
        let filter = WebhookFilter(environments: [.sandbox])
        #expect(filter.admits("anything", in: .sandbox))
        #expect(!filter.admits("anything", in: .production))
    }

    @Test("A share is about so many chains, and always the same ones")
    func share() {
        let chains = (0..<10_000).map { "20000001\($0)" }
        let filter = WebhookFilter(percent: 10)
        let admitted = chains.filter { filter.admits(chain: $0) }
        #expect((800...1200).contains(admitted.count))
        #expect(admitted == chains.filter { filter.admits(chain: $0) })
        let wider = WebhookFilter(percent: 20)
        #expect(admitted.allSatisfy { wider.admits(chain: $0) }, "A larger share keeps admitted chains.")
        #expect(chains.allSatisfy { WebhookFilter(percent: 100).admits(chain: $0) })
    }
}
