import AppStore
import AppStoreSimulator
import Synchronization
import Testing

/// Runs the code of the article about the simulator in tests.
///
/// `TidyTests` compares the text between the marks with the article in `AppStoreSimulator.docc` exactly.
@Suite struct SimulatorArticleTests {
    // snippet: a purchase
    @Test("A purchase is paid for a month")
    func purchase() throws {
        let world = try simulatedStore()
        let anna = try world.customer("anna")
        let purchase = try world.buy("pro.monthly", by: anna)
        let signed = try world.signedTransaction(for: purchase.transactionId)
        let transaction = try verifier(of: world).transaction(signed).payload
        #expect(transaction.productId == "pro.monthly")
        #expect(transaction.expiresDate == purchase.expiresAt)
    }
    // end

    // snippet: a year of notifications
    @Test("A declined card ends the subscription after Apple's attempts")
    func declined() async throws {
        let world = try simulatedStore()
        let ours = try verifier(of: world)
        let anna = try world.customer("anna")
        try world.buy("pro.monthly", by: anna)
        try world.declineCard(of: anna)
        let sent = Mutex<[NotificationType]>([])
        // Advances the clock and delivers what becomes due on the way, in its order.
        try await world.advance(by: .year) { notification in
            guard let verified = try? ours.notification(notification.signedPayload) else {
                return .answered(status: 400)
            }
            sent.withLock { $0.append(verified.notification.payload.notificationType ?? .test) }
            return .answered(status: 200)
        }
        #expect(sent.withLock { $0 } == [.subscribed, .didFailToRenew, .expired])
    }
    // end

    // snippet: the server API
    @Test("The real client calls the store without a network")
    func client() async throws {
        let world = try simulatedStore()
        let purchase = try world.buy("pro.monthly", by: world.customer("anna"))
        let key = try world.apiKey()
        let client = AppStoreClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: "com.example.shop",
            hosts: AppStoreHosts(address: "http://store"),
            transport: world.transport,
            time: world.time
        )
        let answer = try await client.send(.subscriptionStatuses(of: purchase.transactionId), to: .production)
        #expect(answer.data?.first?.lastTransactions?.first?.status == .active)
    }
    // end

    // snippet: trouble
    @Test("The client retries after an error of the store")
    func fault() async throws {
        let world = try simulatedStore()
        let purchase = try world.buy("pro.monthly", by: world.customer("anna"))
        var fault = WorldFault(.error)
        fault.match = "getTransactionInfo"
        fault.status = 500
        fault.errorCode = 5_000_001
        fault.count = 1
        try world.perform(.addFault(fault))
        let key = try world.apiKey()
        let client = AppStoreClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: "com.example.shop",
            hosts: AppStoreHosts(address: "http://store"),
            transport: world.transport,
            time: world.time
        )
        let answer = try await client.send(.transactionInfo(purchase.transactionId), to: .production)
        #expect(answer.signedTransactionInfo != nil)
    }
    // end
}

// snippet: a store of its own
/// Returns a store that sells one subscription, at 2026-03-01T00:00:00Z.
func simulatedStore() throws -> World {
    try World(
        seed: 1,
        startingAt: Timestamp(milliseconds: 1_772_323_200_000),
        app: WorldApp(
            bundleId: "com.example.shop",
            appAppleId: 1_234_567_890,
            environment: .production,
            notificationURL: "http://127.0.0.1/apple"
        ),
        catalog: WorldCatalog([
            .subscription(
                "pro.monthly",
                group: "21000001",
                period: .month,
                price: WorldPrice(milliunits: 9990, currency: "USD")
            )
        ])
    )
}

/// Returns a verifier that trusts only this store.
func verifier(of world: World) throws -> SignedDataVerifier {
    SignedDataVerifier(
        signatures: SignatureVerifier(anchors: try TrustAnchors(roots: [world.certificates.root])),
        app: AppIdentity(bundleID: "com.example.shop", appAppleID: 1_234_567_890)
    )
}
// end
