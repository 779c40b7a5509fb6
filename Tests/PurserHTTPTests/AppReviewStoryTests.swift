import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

/// App Review buys in the Sandbox, with the build that will be sold, on the server that is in production.
@Suite struct AppReviewStoryTests {
    private static func catalog(_ policy: SandboxPolicy, testers: Set<CustomerID> = []) throws -> Catalog {
        let known = try WorldStage(.sandbox).app.catalog
        var sandbox = SandboxPolicies()
        for kind in TransactionSnapshot.Kind.allCases { sandbox[kind] = policy }
        return Catalog(entitlements: known.entitlements, products: known.products, sandbox: sandbox, testers: testers)
    }

    /// What the server says in Production of money and of what was bought.
    private static func metrics(_ stage: WorldStage) async throws -> [String] {
        var metrics: [String] = []
        for path in ["transactions?environment=Production", "subscriptions?environment=Production"] {
            let answer = try await stage.send(.get, "/v1/customers/reviewer/\(path)")
            metrics.append(answer.text)
        }
        let ledger = try await stage.shop.repository.read { view in
            try view.ledger(
                of: #require(CustomerID("reviewer")),
                app: stage.app.name,
                environment: .production
            )
        }
        #expect(ledger.chains.isEmpty)
        return metrics
    }

    @Test(
        "It is verified, gets an owner and gives entitlements by the Sandbox policy; Production has none of it",
        arguments: [
            (SandboxPolicy.deny, false, false), (.standard, false, true), (.allow, false, true),
            (.testers, false, false), (.testers, true, true),
        ]
    )
    func story(policy: SandboxPolicy, isTester: Bool, isActive: Bool) async throws {
        let reviewer = try #require(CustomerID("reviewer"))
        let stage = try WorldStage(.sandbox, catalog: Self.catalog(policy, testers: isTester ? [reviewer] : []))
        let before = try await Self.metrics(stage)
        let bought = try stage.shop.world.buy("news.weekly", by: stage.shop.world.customer("App Review"))
        // Apple's notification comes to the address of Production first, as it does where there is but one server.
        try await stage.pass(.seconds(5))
        let body = #"{"customer":"reviewer","signedTransaction":"\#(try stage.signed(bought.transactionId))"}"#
        let answer = try await stage.send(.post, "/v1/purchases", body: body)
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(answer["environment"] == .string("Sandbox"))
        #expect(answer["finish"] == .string("yes"), "The app finishes it, or App Review sees it again and again.")
        #expect(answer.text.contains(#""claim":{"owned":true,"reason":"purchaser"}"#))
        #expect(answer.text.contains(#""active":true,"environment":"Sandbox""#) == isActive)
        let entitlements = try await stage.send(.get, "/v1/customers/reviewer/entitlements")
        #expect(entitlements["environment"] == .string("Production"))
        #expect(entitlements.text.contains(#""active":true,"environment":"Sandbox""#) == isActive)
        #expect(!entitlements.text.contains(#""environment":"Production","paidTwice""#))
        // The state of the Sandbox itself is returned on request, under every policy.
        let tested = try await stage.send(.get, "/v1/customers/reviewer/entitlements?environment=Sandbox")
        #expect(tested.text.contains(#""active":true,"environment":"Sandbox""#))
        #expect(try await Self.metrics(stage) == before, "Nothing of it is in what Production sold.")
        let chain = try await stage.shop.repository.read { view in
            try view.chain(
                of: TransactionID(bought.transactionId),
                app: stage.app.name,
                environment: .sandbox
            )
        }
        #expect(chain?.claims[TransactionID(bought.transactionId)]?.owner == reviewer)
    }

    @Test("A capped entitlement of the Sandbox ends after seven days, although the Sandbox still gives it")
    func capped() async throws {
        let stage = try WorldStage(.sandbox, catalog: Self.catalog(.standard))
        let bought = try stage.shop.world.buy("theme.dark", by: stage.shop.world.customer("App Review"))
        let body = #"{"customer":"reviewer","signedTransaction":"\#(try stage.signed(bought.transactionId))"}"#
        _ = try await stage.send(.post, "/v1/purchases", body: body)
        try await stage.pass(.seconds(6 * 86_400))
        let during = try await stage.send(.get, "/v1/customers/reviewer/entitlements")
        #expect(during.text.contains(#""active":true"#))
        try await stage.pass(.seconds(2 * 86_400))
        let after = try await stage.send(.get, "/v1/customers/reviewer/entitlements")
        #expect(!after.text.contains(#""active":true"#))
        #expect(after.text.contains(#""reason":"sandbox_limit""#))
        let tested = try await stage.send(.get, "/v1/customers/reviewer/entitlements?environment=Sandbox")
        #expect(tested.text.contains(#""active":true"#))
    }
}
