import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// What a restore by another customer is answered, by the catalog's transfer policy.
@Suite struct PurchaseTransferTests {
    /// A purchase that anna has and bert restores.
    enum Purchase: String, CaseIterable, Sendable {
        case frame
        case renewing
        case canceled
        case gems

        var kind: TransactionSnapshot.Kind {
            switch self {
            case .frame: .nonConsumable
            case .renewing, .canceled: .autoRenewable
            case .gems: .consumable
            }
        }

        func payload(in environment: AppStoreEnvironment) -> TransactionPayload {
            switch self {
            case .frame: SamplePayloads.frame(environment: environment)
            case .renewing, .canceled: SamplePayloads.transaction(environment: environment)
            case .gems: SamplePayloads.consumable(id: "2000000000000001", environment: environment)
            }
        }
    }

    /// One purchase under one policy in one environment.
    struct Case: Sendable, CustomTestStringConvertible {
        let purchase: Purchase
        let policy: TransferPolicy?
        let environment: StoreEnvironment

        var testDescription: String {
            "\(self.purchase) \(self.policy?.rawValue ?? "default") \(self.environment.rawValue)"
        }

        /// What becomes of it, as the answer says.
        var expected: Outcome {
            if self.purchase == .gems { return .kept }
            switch self.policy ?? (self.purchase.kind == .autoRenewable ? .keepWhileRenewing : .transfer) {
            case .transfer: return .transferred
            case .keepWhileRenewing: return self.purchase == .renewing ? .kept : .transferred
            case .keep: return .kept
            case .block: return .blocked
            case .share: return .shared
            }
        }
    }

    enum Outcome: Hashable, Sendable {
        case transferred
        case kept
        case blocked
        case shared
    }

    static let cases = Purchase.allCases.flatMap { purchase in
        [StoreEnvironment.production, .sandbox].flatMap { environment in
            (TransferPolicy.allCases.map(Optional.some) + [nil]).map {
                Case(purchase: purchase, policy: $0, environment: environment)
            }
        }
    }

    /// A server whose catalog has this policy, for that kind of product in that environment only.
    private static func server(_ setting: Case) throws -> TestServer {
        let server = try TestServer()
        guard let policy = setting.policy else { return server }
        var transfer = TransferPolicies()
        for kind in TransactionSnapshot.Kind.allCases {
            for environment in StoreEnvironment.allCases { transfer[kind, environment] = .keep }
        }
        transfer[setting.purchase.kind, setting.environment] = policy
        let shop = server.shop
        let known = shop.app.catalog
        shop.app.live.put(
            Catalog(entitlements: known.entitlements, products: known.products, transfer: transfer),
            as: CatalogVersion(
                app: shop.app.name,
                number: 1,
                digest: CatalogDigest("test"),
                appliedAt: shop.ambient.now(),
                appliedBy: "test",
                origin: .command
            )
        )
        return server
    }

    private static func active(_ response: TestServer.TestResponse) -> Bool {
        response.text.contains(#""active":true"#)
    }

    @Test("A restore of what another has is answered as the policy of its kind and environment says", arguments: cases)
    func restored(setting: Case) async throws {
        let server = try Self.server(setting)
        let environment = AppStoreEnvironment(rawValue: setting.environment.rawValue)
        let compact = try server.shop.authority.sign(setting.purchase.payload(in: environment)).bytes
        #expect(try await server.submit(compact, customer: "anna").status == .ok)
        if setting.purchase == .canceled {
            var renewal = SamplePayloads.renewalInfo(environment: environment)
            renewal.autoRenewStatus = .off
            let notification = try server.shop.notification(
                type: .didChangeRenewalStatus,
                subtype: .autoRenewDisabled,
                transaction: setting.purchase.payload(in: environment),
                renewalInfo: renewal,
                environment: environment
            )
            #expect(try await server.notify(notification).status == .ok)
        }
        let intent = #","intent":"restore""#
        let preview = try await server.send(
            .post,
            "/v1/purchases?dryRun=true",
            body: Array(#"{"customer":"bert","signedTransaction":""#.utf8) + compact + Array(#""\#(intent)}"#.utf8)
        )
        let restored = try await server.submit(compact, customer: "bert", further: intent)
        let query = "?environment=\(setting.environment.rawValue)"
        let annas = try await server.send(.get, "/v1/customers/anna/entitlements" + query)
        let berts = try await server.send(.get, "/v1/customers/bert/entitlements" + query)
        #expect(preview.status == restored.status)
        #expect(!restored.text.contains("anna") && !preview.text.contains("anna"))
        switch setting.expected {
        case .transferred:
            #expect(restored.text.contains(#""claim":{"owned":true,"reason":"restore"}"#))
            #expect(preview.text.contains(#""from":"another","to":"customer""#))
            #expect(!Self.active(annas) && Self.active(berts))
        case .kept:
            #expect(restored.status == .ok)
            #expect(restored["finish"] == .string("yes"))
            #expect(restored.text.contains(#""claim":{"owned":false,"reason":"owned_by_another"}"#))
            #expect(preview["transfers"] == .array([]))
            #expect(Self.active(annas) == (setting.purchase != .gems) && !Self.active(berts))
        case .blocked:
            #expect(restored.status == .conflict)
            #expect(restored.code == "owned_by_another" && restored["field"] == .string("customer"))
            #expect(Self.active(annas) && !Self.active(berts))
        case .shared:
            #expect(restored.text.contains(#""claim":{"owned":true"#))
            #expect(Self.active(annas) && Self.active(berts))
        }
    }

    @Test(
        "If a restore is blocked, a submission as a purchase gives no entitlement, and the owner may restore"
    )
    func blockedOnlyForOthersRestores() async throws {
        let setting = Case(purchase: .frame, policy: .block, environment: .production)
        let server = try Self.server(setting)
        let compact = try server.shop.authority.sign(SamplePayloads.frame()).bytes
        _ = try await server.submit(compact, customer: "anna")
        for intent in ["purchase", "sync"] {
            let answer = try await server.submit(compact, customer: "bert", further: #","intent":"\#(intent)""#)
            #expect(answer.status == .ok)
            #expect(answer.text.contains(#""owned":false"#))
        }
        let own = try await server.submit(compact, customer: "anna", further: #","intent":"restore""#)
        #expect(own.status == .ok)
        #expect(own.text.contains(#""owned":true"#))
    }

    @Test("A customer who was merged into the owner restores their own purchase")
    func merged() async throws {
        let setting = Case(purchase: .frame, policy: .block, environment: .production)
        let server = try Self.server(setting)
        let compact = try server.shop.authority.sign(SamplePayloads.frame()).bytes
        _ = try await server.submit(compact, customer: "old-name")
        let body = Array(#"{"into":"anna"}"#.utf8)
        let merge = try await server.send(.post, "/v1/customers/old-name/merge", body: body)
        #expect(merge.status == .ok, "\(merge.text)")
        for name in ["old-name", "anna"] {
            let answer = try await server.submit(compact, customer: name, further: #","intent":"restore""#)
            #expect(answer.status == .ok, "\(name): \(answer.text)")
            #expect(answer.text.contains(#""claim":{"owned":true"#), "\(name): \(answer.text)")
        }
    }
}
