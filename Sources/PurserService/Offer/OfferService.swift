package import AppStore
internal import Foundation
package import Ledger

/// Signs promotional offers for customers who may have them.
///
/// What the catalog says of an offer is judged by the customer's own ledger. How often he has had it is counted by what
/// was signed, in one step with keeping that it was: two requests at a time get one signature where one is allowed.
/// Whatever is signed is in the audit log before it is handed out, or counted there where apps want it in masses.
package struct OfferService: Sendable {
    let repository: any Repository
    let ambient: Ambient
    private let audit: AuditLog

    /// A service on this ledger.
    package init(repository: any Repository, ambient: Ambient, audit: AuditLog) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit
    }

    /// Signs an offer of a subscription for a customer.
    ///
    /// - Parameters:
    ///   - offer: The offer's id in App Store Connect.
    ///   - productID: The subscription.
    ///   - customer: For whom.
    ///   - environment: Whose purchases count.
    ///   - token: What his app will give StoreKit as `appAccountToken` with the purchase, exactly.
    ///   - transactionID: Any transaction of his; Apple recommends it for the JWS.
    ///   - origin: Who wants it.
    ///   - app: The app.
    ///   - isWanted: Asked last of all, once: whether anybody still waits for it. If not, it does not count.
    /// - Returns: The offer in both forms.
    /// - Throws: Why the customer may not have it, or why nothing could be signed or counted.
    package func sign(
        _ offer: OfferID,
        of productID: ProductID,
        for customer: CustomerID,
        in environment: StoreEnvironment,
        token: AccountToken?,
        transactionID: TransactionID?,
        by origin: RequestOrigin,
        app: ServedApp,
        isWanted: @Sendable () -> Bool = { !Task.isCancelled }
    ) async throws(OfferError) -> OfferSignatures {
        guard let signer = app.offerSigner else { throw .withoutKey }
        let now = self.ambient.now()
        let rule = try await self.rule(offer, productID, customer, environment, app, at: now)
        let bytes = self.ambient.randomBytes(16)
        let nonce = AccountToken(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
        guard let nonceID = UUID(uuidString: nonce.description) else { throw .unsigned }
        let signatures: OfferSignatures
        do {
            signatures = OfferSignatures(
                classic: try signer.promotionalOffer(
                    offer.rawValue,
                    of: productID.rawValue,
                    for: token.flatMap { UUID(uuidString: $0.description) },
                    nonce: nonceID,
                    at: now.milliseconds
                ),
                jws: try signer.promotionalOfferJWS(
                    offer.rawValue,
                    of: productID.rawValue,
                    for: transactionID?.rawValue,
                    nonce: nonceID,
                    at: now.milliseconds
                )
            )
        } catch {
            throw .unsigned
        }
        // Kept before it is handed out: what cannot be counted is not given.
        let signed = SignedOffer(
            app: app.name,
            customer: customer,
            productID: productID,
            offer: offer,
            signedAt: now,
            nonce: nonce
        )
        let isKept: Bool
        do {
            isKept = try await self.repository.keep(signed, within: rule.limit)
        } catch {
            throw .storage(error)
        }
        guard isKept else { throw rule.limit.map { .refused(.tooOften($0)) } ?? .unsigned }
        let details = ["kind": "promotional", "offer": offer.rawValue, "environment": environment.rawValue]
        try await self.enter(details, on: productID.rawValue, about: customer, in: environment, by: origin, app: app)
        guard isWanted() else {
            do {
                try await self.repository.discard(signed)
            } catch {
                throw .storage(error)
            }
            throw .unsigned
        }
        return signatures
    }

    /// Says why a customer may not have an offer now, apart from how often he has had it, and signs nothing.
    ///
    /// - Throws: What ``sign(_:of:for:in:token:transactionID:by:app:isWanted:)`` would throw before it counts.
    package func check(
        _ offer: OfferID,
        of productID: ProductID,
        for customer: CustomerID,
        in environment: StoreEnvironment,
        app: ServedApp
    ) async throws(OfferError) {
        guard app.offerSigner != nil else { throw .withoutKey }
        _ = try await self.rule(offer, productID, customer, environment, app, at: self.ambient.now())
    }

    /// Signs a request of the Advanced Commerce API for the app to hand to StoreKit.
    package func advancedCommerce(
        _ request: AdvancedCommerceInAppRequest,
        by origin: RequestOrigin,
        app: ServedApp
    ) async throws(OfferError) -> String {
        guard let signer = app.offerSigner else { throw .withoutKey }
        let (nonce, now) = try self.stamp()
        let jws: String
        do {
            jws = try signer.advancedCommerce(request, nonce: nonce, at: now.milliseconds)
        } catch {
            throw .unsigned
        }
        // The request says nothing of an environment.
        try await self.enter(
            ["kind": "advanced-commerce"],
            on: app.name.rawValue,
            about: nil,
            in: .production,
            by: origin,
            app: app
        )
        return jws
    }

    /// Enters in the audit log that something was signed, or counts it where apps cause more than its quota.
    func enter(
        _ details: [String: String],
        on subject: String,
        about customer: CustomerID?,
        in environment: StoreEnvironment,
        by origin: RequestOrigin,
        app: ServedApp
    ) async throws(OfferError) {
        let record = AuditRecord(
            by: origin.name,
            .offerSign,
            on: subject,
            reason: origin.reason,
            details: details.merging(["app": app.name.rawValue]) { first, _ in first },
            about: customer.map { AuditDraft.About([$0], of: app.name) }
        )
        do throws(RepositoryError) {
            // Apps ask for these as often as customers open them.
            try await self.audit.addFrequent(record, in: app.name, environment)
        } catch {
            throw .storage(error)
        }
    }

    /// A UUID that was never used before, and now.
    func stamp() throws(OfferError) -> (nonce: UUID, now: Instant) {
        let bytes = self.ambient.randomBytes(16)
        let nonce = AccountToken(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
        guard let id = UUID(uuidString: nonce.description) else { throw .unsigned }
        return (id, self.ambient.now())
    }

    /// The offer's rule, unless it is against the customer.
    private func rule(
        _ offer: OfferID,
        _ productID: ProductID,
        _ customer: CustomerID,
        _ environment: StoreEnvironment,
        _ app: ServedApp,
        at now: Instant
    ) async throws(OfferError) -> OfferRule {
        let catalog = app.catalog
        guard let product = catalog.products[productID], product.kind == .autoRenewable else {
            throw .refused(.unknownProduct)
        }
        guard let rule = product.offers[offer] else { throw .refused(.unknownOffer) }
        let group = Set(catalog.products.values.filter { $0.group == product.group }.map(\.id))
        let ledger: CustomerLedger
        do {
            ledger = try await self.repository.ledger(of: customer, app: app.name, environment: environment)
        } catch {
            throw .storage(error)
        }
        let audience = ledger.audience(of: group, at: now, gracePolicy: catalog.gracePolicy)
        if let refusal = rule.refusal(of: audience) { throw .refused(refusal) }
        return rule
    }
}

/// An offer signed for a customer, in both forms that StoreKit takes.
package struct OfferSignatures: Sendable {
    /// The older form: nonce, timestamp, key and signature, good for 24 hours.
    package let classic: PromotionalOfferSignatureV1
    /// The compact JWS that newer systems take.
    package let jws: String
}

/// Why an offer was not signed.
package enum OfferError: Error, Hashable, Sendable {
    /// The customer may not have it.
    case refused(OfferRefusal)
    /// The app has no key to sign with.
    case withoutKey
    /// The key could not sign these values.
    case unsigned
    /// The ledger could not be read or written.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .withoutKey: "appstore_not_configured"
        case .unsigned: "appstore_signing_failed"
        case .storage(let error): error.code
        }
    }
}
