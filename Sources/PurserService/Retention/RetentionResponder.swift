package import AppStore
package import Ledger
import Synchronization

/// Answers Apple when it asks what a customer who is about to cancel is shown.
///
/// Apple waits some hundred milliseconds and then shows the default message, so nothing but memory is asked, except for
/// an offer: that is signed for the purchase's owner, and only where the catalog lets him have it. What is not signed
/// within `patience` is passed over, and so is every further offer; it does not count as signed.
package struct RetentionResponder: Sendable {
    /// How old a request may be whose answer holds a signed offer.
    static let freshness: Span = .seconds(600)
    /// How long is worked on offers: less than half of the 700 milliseconds after which Apple's own test of such an
    /// address counts an answer as failed, because the way to Apple and back takes its part of them.
    package static let patience: Duration = .milliseconds(300)

    /// What the audit log calls it when Apple's question gets an offer signed.
    private static let origin = "retention message"

    private let rules: [AppName: RetentionRules]
    private let repository: any Repository
    private let offers: OfferService
    private let ambient: Ambient
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Answers by these rules; `sleep` waits for so long by real time.
    package init(
        rules: [AppName: RetentionRules],
        repository: any Repository,
        offers: OfferService,
        ambient: Ambient,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.rules = rules
        self.repository = repository
        self.offers = offers
        self.ambient = ambient
        self.sleep = sleep
    }

    /// The answer to a signed request; empty where no rule applies, so that Apple shows its default.
    ///
    /// - Throws: Why the request is not one of Apple's to this app.
    package func answer(
        _ compact: [UInt8],
        for app: ServedApp
    ) async throws(VerificationError) -> RealtimeResponseBody {
        let payload = try app.verifier.realtimeRequest(compact).payload
        guard let rules = self.rules[app.name]?.rules, let product = payload.productId.map({ ProductID($0) }),
            let environment = payload.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) })
        else { return RealtimeResponseBody() }
        let locale = payload.userLocale ?? ""
        let (sleep, patience) = (self.sleep, Self.patience)
        let end = Task { _ = try? await sleep(patience) }
        defer { end.cancel() }
        for rule in rules where rule.applies(to: product, locale: locale, in: environment) {
            switch rule.content {
            case .message:
                return .with { $0.message = .with { $0.messageIdentifier = rule.message } }
            case .product(let other):
                // Nobody is asked to change to what he has.
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

    /// The offer signed for the owner of the subscription, or `nil` where he may not have it or nobody owns it.
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
        guard
            let owned = try? await self.repository.chain(of: id, app: app.name, environment: environment),
            let newest = owned.chain.transactions.map(\.current).max(by: { $0.purchaseAt < $1.purchaseAt }),
            let owner = owned.claims[newest.transactionID]?.owner
        else { return nil }
        return try? await self.offers.sign(
            offer,
            of: product,
            for: owner,
            in: environment,
            token: newest.accountToken,
            transactionID: id,
            by: RequestOrigin(name: Self.origin),
            app: app,
            isWanted: isWanted
        )
    }
}

/// A race of some work against a time: one of them is first, and the other one is told that it is not.
final class FirstOfTwo: Sendable {
    private let isTaken = Mutex(false)

    /// Whether whoever asks is the first to ask.
    private func take() -> Bool {
        self.isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    /// What work brings before a time is over, or `nil`: then it goes on alone, and is told so when it asks.
    ///
    /// The work asks once, when nothing is left to do but to hand its answer out.
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
