import AppStore
import AppStoreSimulator
import AsyncHTTPClient
import Crypto
import Foundation
import PurserTesting
import Testing

/// The code of the articles about the library, compiled and run.
///
/// `TidyTests` compares the code between the marks with the articles in `AppStore.docc`, character by character.
@Suite struct ArticleTests {
    let authority: SigningAuthority
    let verifier: SignedDataVerifier

    init() throws {
        self.authority = try SigningAuthority()
        self.verifier = try Self.verifier(trusting: self.authority.root)
    }

    @Test("The verifier of the first article refuses data that Apple did not sign")
    func threeLines() throws {
        let signed = try self.text(SamplePayloads.transaction())
        let refusal = #expect(throws: VerificationError.self) { try Self.transaction(in: signed) }
        #expect(refusal?.code == .untrustedRoot)
    }

    private static func transaction(in signedTransaction: String) throws -> TransactionPayload {
        // snippet: verify in three lines
        let app = AppIdentity(bundleID: "com.example.shop", appAppleID: 1_234_567_890)
        let verifier = SignedDataVerifier(app: app)
        let transaction = try verifier.transaction(signedTransaction).payload
        // end
        return transaction
    }

    private static func verifier(trusting rootCertificate: [UInt8]) throws -> SignedDataVerifier {
        let app = AppIdentity(bundleID: "com.example.shop", appAppleID: 1_234_567_890)
        // snippet: verify a simulated store
        let anchors = try TrustAnchors(roots: [rootCertificate])
        let verifier = SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors), app: app)
        // end
        return verifier
    }

    @Test("A subscription is paid until its end, a refunded one is not, and another app's transaction is refused")
    func transaction() throws {
        let payload = SamplePayloads.transaction()
        let end = try paidUntil(self.text(payload), verifiedBy: self.verifier)
        #expect(end == payload.expiresDate?.date && end != nil)
        var refunded = payload
        refunded.revocationDate = SamplePayloads.signedAt
        #expect(try paidUntil(self.text(refunded), verifiedBy: self.verifier) == nil)
        var foreign = payload
        foreign.bundleId = "com.example.other"
        #expect(Self.answer(to: try self.text(foreign), verifiedBy: self.verifier) == 503)
        #expect(Self.answer(to: try self.text(payload), verifiedBy: self.verifier) == 200)
        #expect(Self.answer(to: "a.b.c", verifiedBy: self.verifier) == 400)
    }

    private static func answer(to signedTransaction: String, verifiedBy verifier: SignedDataVerifier) -> Int {
        // snippet: why it was refused
        do throws(VerificationError) {
            _ = try verifier.transaction(signedTransaction)
            return 200
        } catch {
            // Authentic, but for another app or environment, or of a form that this version cannot read: keep it.
            if error.isAuthentic || error.isUnreadable { return 503 }
            // Forged or malformed. `error.code` is stable, and `error.detail` is a sentence for the log.
            return 400
        }
        // end
    }

    @Test("The revocation checker notes every chain that the verifier has used")
    func revocation() async throws {
        let app = AppIdentity(bundleID: "com.example.shop", appAppleID: 1_234_567_890)
        let httpClient = HTTPClient(configuration: AppStoreTransport.configuration)
        // snippet: ask about revocation
        let checker = RevocationChecker(transport: .http(httpClient))
        let verifier = SignedDataVerifier(signatures: SignatureVerifier { chain in checker.note(chain) }, app: app)
        let asking = Task { await checker.run() }
        // end
        #expect(verifier.signatures.anchors.includesApple)
        let anchors = try TrustAnchors(roots: [self.authority.root])
        let signatures = SignatureVerifier(anchors: anchors) { chain in checker.note(chain) }
        let verified = try SignedDataVerifier(signatures: signatures, app: app)
            .transaction(self.text(SamplePayloads.transaction()))
        #expect(Self.status(of: verified, in: checker) == .good(.noResponder))
        asking.cancel()
        await asking.value
        try await httpClient.shutdown()
    }

    private static func status(
        of verified: VerifiedObject<TransactionPayload>,
        in checker: RevocationChecker
    ) -> RevocationStatus? {
        // snippet: what is known of revocation
        let status = verified.object.chain.map { chain in checker.status(of: chain) }
        // end
        return status
    }

    @Test("A notification is verified with its parts, and processed once")
    func notification() throws {
        let transaction = try self.authority.sign(SamplePayloads.transaction())
        let renewalInfo = try self.authority.sign(SamplePayloads.renewalInfo())
        let payload = SamplePayloads.notification(type: .didRenew, transaction: transaction, renewalInfo: renewalInfo)
        let body = Data(#"{"signedPayload":"\#(try self.text(payload))"}"#.utf8)
        var inbox = NotificationInbox(verifier: self.verifier)
        let end = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 31 * 86_400_000)
        #expect(try inbox.receive(body) == .renewed("2000000000000001", until: end))
        #expect(try inbox.receive(body) == .nothing)
        let refund = SamplePayloads.notification(type: .refund, uuid: "2", transaction: transaction)
        let refundBody = Data(#"{"signedPayload":"\#(try self.text(refund))"}"#.utf8)
        #expect(try inbox.receive(refundBody) == .refunded("2000000000000001"))
        #expect(throws: VerificationError.self) { try inbox.receive(Data(#"{"signedPayload":"a.b.c"}"#.utf8)) }
        #expect(try inbox.receive(Data("{}".utf8)) == .nothing)
    }

    // snippet: take a notification
    /// The change that a notification causes in this shop.
    enum Change: Equatable {
        case renewed(_ originalTransactionID: String, until: Timestamp)
        case refunded(_ transactionID: String)
        case nothing
    }

    struct NotificationInbox {
        let verifier: SignedDataVerifier
        var seen: Set<String> = []

        /// Processes the body of Apple's request; respond with 200 if it returns, and with an error if it throws.
        mutating func receive(_ body: Data) throws -> Change {
            guard let signed = try NotificationBody(json: body).signedPayload else { return .nothing }
            let verified = try self.verifier.notification(signed.bytes)
            let notification = verified.notification.payload
            // Apple repeats a notification until the response is 200.
            guard let uuid = notification.notificationUUID, self.seen.insert(uuid).inserted,
                let transaction = verified.transaction?.payload
            else { return .nothing }
            switch (notification.notificationType, transaction.originalTransactionId, transaction.expiresDate) {
            case (.subscribed?, let id?, let end?), (.didRenew?, let id?, let end?): return .renewed(id, until: end)
            case (.refund?, _, _): return transaction.transactionId.map { .refunded($0) } ?? .nothing
            // A notification of an unknown type is verified too, and causes no change here.
            default: return .nothing
            }
        }
    }
    // end

    @Test("A client needs a key, an app, and a transport")
    func client() async throws {
        let httpClient = HTTPClient(configuration: AppStoreTransport.configuration)
        let pem = P256.Signing.PrivateKey().pemRepresentation
        _ = try Self.client(pem: pem, httpClient: httpClient)
        #expect(throws: AppStoreKeyError.unreadable) { try Self.client(pem: "", httpClient: httpClient) }
        try await httpClient.shutdown()
    }

    private static func client(pem: String, httpClient: HTTPClient) throws -> AppStoreClient {
        // snippet: make a client
        let key = try AppStoreKey(issuerID: "57246542-96fe-1a63-e053-0824d011072a", keyID: "2X9R4HXF34", pem: pem)
        let client = AppStoreClient(key: key, bundleID: "com.example.shop", transport: .http(httpClient))
        // end
        return client
    }

    @Test("The client requests a customer's transactions page by page, and each is verified")
    func calls() async throws {
        let world = try AppStoreWorldStage.world(.production, seed: 7)
        let anna = try world.customer("anna")
        let purchase = try world.buy("pro.monthly", by: anna)
        for _ in 0..<24 { try world.buy("coins.100", by: anna) }
        let key = try world.apiKey()
        let client = AppStoreClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: AppStoreWorldStage.bundleID,
            hosts: AppStoreHosts(address: "http://world"),
            transport: world.transport,
            time: world.time
        )
        let verifier = try Self.verifier(trusting: world.certificates.root)
        let all = try await history(of: purchase.transactionId, client: client, verifier: verifier)
        #expect(all.count == 25 && all.contains { $0.transactionId == purchase.transactionId })
        #expect(try await Self.isKnown(purchase.transactionId, client: client))
        #expect(try await !Self.isKnown("2000000999999999", client: client))
    }

    private static func isKnown(_ transactionID: String, client: AppStoreClient) async throws -> Bool {
        // snippet: why there is no answer
        do throws(AppStoreError) {
            _ = try await client.send(.transactionInfo(transactionID), to: .production)
            return true
        } catch {
            // Apple's error number 4040010, TransactionIdNotFound.
            if error.number == .transactionIdNotFound { return false }
            // The client has already repeated the request; `canRetry` states whether a later call may succeed.
            throw error
        }
        // end
    }

    @Test("Offers are signed with the app's key")
    func offers() throws {
        let key = try AppStoreKey(
            issuerID: AppStoreStage.issuerID,
            keyID: AppStoreStage.keyID,
            pem: OfferSignerTests.secret.pemRepresentation
        )
        let accountToken = OfferSignerTests.token
        let transactionID = "2000000000000001"
        // snippet: sign a promotional offer
        let signer = OfferSigner(key: key, bundleID: "com.example.shop")
        let offer = try signer.promotionalOfferJWS("spring", of: "pro.monthly", for: transactionID)
        // end
        #expect(try OfferSignerTests.claims(offer)["offerIdentifier"] == .string("spring"))
        // snippet: sign whether there is an introductory offer
        let eligibility = try signer.introductoryOffer(isAllowed: true, of: "pro.monthly", for: transactionID)
        // end
        #expect(try OfferSignerTests.claims(eligibility)["allowIntroductoryOffer"] == .bool(true))
        // snippet: sign a promotional offer in the classic way
        let signature = try signer.promotionalOffer("spring", of: "pro.monthly", for: accountToken)
        let answer = Data(signature.json())
        // end
        let read = try PromotionalOfferSignatureV1(json: answer)
        #expect(read == signature && read.keyId == AppStoreStage.keyID)
        #expect(read.appAccountToken == accountToken.uuidString.lowercased())
    }

    private func text(_ payload: some SignedPayload) throws -> String {
        String(decoding: try self.authority.sign(payload).bytes, as: UTF8.self)
    }
}

// snippet: what a transaction pays for
/// Returns the end of the subscription period that a transaction pays for, or `nil` if it was refunded or has none.
func paidUntil(_ signedTransaction: String, verifiedBy verifier: SignedDataVerifier) throws -> Date? {
    let transaction = try verifier.transaction(signedTransaction).payload
    guard transaction.revocationDate == nil else { return nil }
    return transaction.expiresDate?.date
}
// end

// snippet: ask for a history
/// Returns all transactions of the customer who made a transaction.
func history(
    of transactionID: String,
    client: AppStoreClient,
    verifier: SignedDataVerifier
) async throws -> [TransactionPayload] {
    // The identifier does not state the environment, so the client asks Production first, then the Sandbox.
    let (environment, _) = try await client.sendTryingEnvironments(.transactionInfo(transactionID))
    var transactions: [TransactionPayload] = []
    for try await page in client.transactionHistory(of: transactionID, in: environment) {
        for signed in page.response.signedTransactions ?? [] {
            // The transactions in Apple's response are signed. Verify each one before you use it.
            transactions.append(try verifier.transaction(signed.bytes).payload)
        }
    }
    return transactions
}
// end
