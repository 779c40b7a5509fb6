package import AppStore
package import Ledger
import Synchronization

/// Answers Apple's request for what to show to a customer who is about to cancel.
///
/// Apple waits some hundred milliseconds and then shows the default message, so the responder reads only memory. The
/// exception is an offer, which is signed for the purchase's owner where the catalog makes them eligible. An offer that
/// is not signed within `patience` is skipped, as is every further offer; it does not count as signed.
///
/// The request itself is recorded. The answer waits for it until `patience` has passed, and never fails because of it.
package struct RetentionResponder: Sendable {
    /// The maximum age of a request whose answer contains a signed offer.
    static let freshness: Span = .seconds(600)
    /// The time limit for offers: less than half of the 700 milliseconds after which Apple's test of such an endpoint
    /// counts an answer as failed, because the network takes the rest.
    package static let patience: Duration = .milliseconds(300)

    /// The origin in the audit log of an offer that is signed for such a request.
    private static let origin = "retention message"

    private let rules: [AppName: RetentionRules]
    private let repository: any Repository
    private let offers: OfferService
    private let ingest: Ingest
    private let ambient: Ambient
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a responder with these rules; `sleep` waits for a duration of real time.
    package init(
        rules: [AppName: RetentionRules],
        repository: any Repository,
        offers: OfferService,
        ingest: Ingest,
        ambient: Ambient,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.rules = rules
        self.repository = repository
        self.offers = offers
        self.ingest = ingest
        self.ambient = ambient
        self.sleep = sleep
    }

    /// Returns the answer to a signed request; empty where no rule applies, so that Apple shows its default.
    ///
    /// - Throws: The reason why the request is not one of Apple's to this app.
    package func answer(
        _ compact: [UInt8],
        for app: ServedApp
    ) async throws(VerificationError) -> RealtimeResponseBody {
        let verified = try app.verifier.realtimeRequest(compact)
        let (sleep, patience) = (self.sleep, Self.patience)
        let end = Task { _ = try? await sleep(patience) }
        defer { end.cancel() }
        let answer = await self.answer(verified.payload, for: app, before: end)
        let ingest = self.ingest
        await FirstOfTwo.answer(before: end) { _ in await ingest.retentionRequest(verified, for: app) }
        return answer
    }

    private func answer(
        _ payload: RealtimeRequestPayload,
        for app: ServedApp,
        before end: Task<Void, Never>
    ) async -> RealtimeResponseBody {
        guard let rules = self.rules[app.name]?.rules, let product = payload.productId.map({ ProductID($0) }),
            let environment = payload.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) })
        else { return RealtimeResponseBody() }
        let locale = payload.userLocale ?? ""
        for rule in rules where rule.applies(to: product, locale: locale, in: environment) {
            switch rule.content {
            case .message:
                return .with { $0.message = .with { $0.messageIdentifier = rule.message } }
            case .product(let other):
                // A customer is not shown the product that they have.
                guard other != product else { continue }
                return .with {
                    $0.alternateProduct = .with {
                        $0.messageIdentifier = rule.message
                        $0.productId = other.rawValue
                    }
                }
            case .offer(let offer):
                let signed = await FirstOfTwo.answer(before: end) { isWanted in
                    await self.sign(offer, product, environment, payload, app, isWanted)
                }
                guard let signed else { continue }
                return .with {
                    $0.promotionalOffer = .with {
                        $0.messageIdentifier = rule.message
                        $0.promotionalOfferSignatureV2 = SignedData(signed.jws)
                    }
                }
            }
        }
        return RealtimeResponseBody()
    }

    /// Returns the signed offer for the owner of the subscription; `nil` where they are not eligible or it has no
    /// owner.
    private func sign(
        _ offer: OfferID,
        _ product: ProductID,
        _ environment: StoreEnvironment,
        _ payload: RealtimeRequestPayload,
        _ app: ServedApp,
        _ isWanted: @Sendable () -> Bool
    ) async -> OfferSignatures? {
        guard let original = payload.originalTransactionId, let signedDate = payload.signedDate,
            abs(self.ambient.now().milliseconds - signedDate.milliseconds) <= Self.freshness.milliseconds
        else { return nil }
        let id = TransactionID(original)
        let known: (owner: CustomerID, token: AccountToken?, ledger: CustomerLedger)? = try? await self.repository.read
        {
            view in
            guard let owned = try view.chain(of: id, app: app.name, environment: environment),
                let newest = owned.chain.transactions.map(\.current).max(by: { $0.purchaseAt < $1.purchaseAt }),
                let owner = owned.claims[newest.transactionID]?.owner
            else { return nil }
            return (owner, newest.accountToken, try view.ledger(of: owner, app: app.name, environment: environment))
        }
        guard let (owner, token, ledger) = known else { return nil }
        return try? await self.offers.sign(
            offer,
            of: product,
            for: owner,
            owning: ledger,
            token: token,
            transactionID: id,
            by: RequestOrigin(name: Self.origin),
            app: app,
            isWanted: isWanted
        )
    }
}

/// A race of work against a time limit: exactly one of them finishes first, and the other can see that it did not.
final class FirstOfTwo: Sendable {
    private let isTaken = Mutex(false)

    /// Returns whether the caller is the first to call.
    private func take() -> Bool {
        self.isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    /// Returns the result of work that finishes within a time limit; otherwise `nil`, and the work continues alone.
    ///
    /// Work of which a late answer must count for nothing calls its argument once, before it returns its answer, to learn
    /// whether the limit has passed.
    @discardableResult
    static func answer<Answer: Sendable>(
        before end: Task<Void, Never>,
        _ work: @escaping @Sendable (_ isWanted: @Sendable () -> Bool) async -> Answer?
    ) async -> Answer? {
        let race = FirstOfTwo()
        let (answers, come) = AsyncStream<Answer?>.makeStream()
        Task {
            come.yield(await work { race.take() })
            come.finish()
        }
        Task {
            await end.value
            if race.take() { come.yield(nil) }
        }
        for await answer in answers { return answer }
        return nil
    }
}
