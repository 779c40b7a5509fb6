import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

/// What shops and apps ask and submit is counted by what they are answered.
@Suite struct RouteMetricsTests {
    private let metrics = CountedMetrics()

    private static func submission(_ form: String, _ outcome: String, _ environment: String = "Production") -> String {
        "{app=\"shop\",environment=\"\(environment)\",form=\"\(form)\",outcome=\"\(outcome)\"}"
    }

    @Test("A list of products is counted with its time, and a refused one by its code")
    func products() async throws {
        try await self.metrics.counting {
            let server = try TestServer()
            try await server.run { client in
                for _ in 0..<2 {
                    #expect(try await client.send(.get, "/v1/products", key: TestServer.key).status == .ok)
                }
                for nowhere in ["nowhere", "elsewhere"] {
                    let refused = try await client.send(
                        .get,
                        "/v1/products?storefront=\(nowhere)",
                        key: TestServer.key
                    )
                    #expect(refused.code == "storefront_unknown")
                }
                // A request without a key belongs to no app, and creates no series.
                _ = try await client.send(.get, "/v1/products", key: "purser_sk_none")
            }
        }
        #expect(
            self.metrics.series(of: "purser_product_lists_total") == [
                "{app=\"shop\",outcome=\"ok\"} 2", "{app=\"shop\",outcome=\"storefront_unknown\"} 2",
            ]
        )
        #expect(self.metrics.series(of: "purser_product_list_seconds_count") == ["{app=\"shop\"} 4"])
    }

    @Test("A notification is counted by what became of it, and in the environment that a recorded one is of")
    func notifications() async throws {
        try await self.metrics.counting {
            let server = try TestServer()
            let compact = try server.shop.notification()
            try await server.run { client in
                for _ in 0..<2 {
                    let taken = try await client.notify(compact)
                    #expect(taken.status == .ok)
                }
                let forged = try await client.notify(Array("AAAA".utf8))
                #expect(forged.code != nil)
            }
        }
        let series = self.metrics.series(of: "purser_notifications_total")
        for outcome in ["recorded", "duplicate"] {
            let labels = "app=\"shop\",environment=\"Production\",outcome=\"\(outcome)\""
            #expect(series.contains("{\(labels)} 1"), "\(series)")
        }
        #expect(series.contains { $0.contains("environment=\"none\"") }, "\(series)")
        let refusals = self.metrics.series(of: "purser_notification_refusals_total")
        #expect(refusals.count == 1 && refusals.allSatisfy { $0.hasPrefix("{app=\"shop\",code=\"jws_") }, "\(refusals)")
    }

    @Test("A submission is counted by its form and by what became of it, and a preview is none")
    func submissions() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            let server = try TestServer(shop: shop)
            let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 3_600_000)
            let signed = try shop.authority.sign(SamplePayloads.transaction()).bytes
            let text = String(decoding: signed, as: UTF8.self)
            let future = try shop.authority.sign(SamplePayloads.consumable(signedAt: ahead)).bytes
            let forged = try SigningAuthority(name: "Stranger").sign(SamplePayloads.transaction()).bytes
            try await server.run { client in
                let preview = try await client.send(
                    .post,
                    "/v1/purchases?dryRun=true",
                    key: TestServer.key,
                    body: Array(#"{"customer":"anna","signedTransaction":"\#(text)"}"#.utf8)
                )
                #expect(preview.status == .ok)
                for _ in 0..<3 { _ = try await client.submit(signed, customer: "anna") }
                _ = try await client.submit(future, customer: "anna")
                #expect(try await client.submit(forged, customer: "anna").code == "chain_root_not_trusted")
                for body in [
                    #"{"customer":"anna","receipt":"AAAA"}"#, #"{"customer":"anna","transactionId":"1"}"#,
                    #"{"customer":"anna"}"#, "[",
                ] {
                    let refused = try await client.send(
                        .post,
                        "/v1/purchases",
                        key: TestServer.key,
                        body: Array(body.utf8)
                    )
                    #expect(refused.code != nil)
                }
            }
        }
        let series = self.metrics.series(of: "purser_submissions_total")
        #expect(series.contains(Self.submission("transaction", "recorded") + " 1"), "\(series)")
        #expect(series.contains(Self.submission("transaction", "known") + " 2"), "\(series)")
        #expect(series.contains(Self.submission("transaction", "held") + " 1"), "\(series)")
        #expect(series.contains(Self.submission("transaction", "chain_root_not_trusted", "none") + " 1"), "\(series)")
        #expect(series.contains(Self.submission("unreadable", "field_missing", "none") + " 1"), "\(series)")
        for form in ["receipt", "transaction_id", "unreadable"] {
            #expect(series.contains { $0.contains("form=\"\(form)\"") && $0.contains("\"none\"") }, "\(series)")
        }
        #expect(series.count == 8, "\(series)")
        #expect(self.metrics.series(of: "purser_purchases_total").count == 1)
    }

    @Test("A request that is repeated under its key is counted once")
    func repeated() async throws {
        try await self.metrics.counting {
            let server = try TestServer()
            let signed = try server.shop.authority.sign(SamplePayloads.transaction()).bytes
            let body =
                Array(#"{"customer":"anna","signedTransaction":""#.utf8) + signed + Array(#""}"#.utf8)
            try await server.run { client in
                for _ in 0..<3 {
                    let answer = try await client.send(
                        .post,
                        "/v1/purchases",
                        key: TestServer.key,
                        headers: [try #require(HTTPField.Name("Idempotency-Key")): "one"],
                        body: body
                    )
                    #expect(answer.status == .ok)
                }
            }
        }
        #expect(
            self.metrics.series(of: "purser_submissions_total") == [Self.submission("transaction", "recorded") + " 1"]
        )
    }
}
