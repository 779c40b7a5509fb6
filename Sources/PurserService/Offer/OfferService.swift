package import AppStore
internal import Foundation
package import Ledger

/// The use cases of promotional offers: signs them for customers who may redeem them.
///
/// The customer's ledger decides by the catalog's rule of an offer. The number of redemptions is the number of
/// signatures, which is checked and increased in one step: of two concurrent requests only one gets the last permitted
/// signature. Each signature is entered in the audit log, or counted there if apps request very many, before it is
/// returned.
package struct OfferService: Sendable {
    let repository: any Repository
    let ambient: Ambient
    private let audit: AuditLog

    /// Creates a service of this ledger.
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
    ///   - customer: The customer.
    ///   - environment: The environment of the purchases.
    ///   - token: The exact value that the customer's app will pass to StoreKit as `appAccountToken` with the purchase.
    ///   - transactionID: Any transaction of the customer; Apple recommends it for the JWS.
    ///   - origin: The operator or key that requests the signature.
    ///   - app: The app.
    ///   - isWanted: Called last, once: returns whether the caller still waits for the signature. If not, the signature
    ///     does not count.
    /// - Returns: The offer in both forms.
    /// - Throws: The reason why the customer may not redeem it, or why nothing could be signed or counted.
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
        // The signature is stored before it is returned: one that cannot be counted is not returned.
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
            isKept = try await self.repository.write { unit in try unit.keep(signed, within: rule.limit) }
        } catch {
            throw .storage(error)
        }
        guard isKept else { throw rule.limit.map { .refused(.tooOften($0)) } ?? .unsigned }
        let details = ["kind": "promotional", "offer": offer.rawValue, "environment": environment.rawValue]
        try await self.enter(details, on: productID.rawValue, about: customer, in: environment, by: origin, app: app)
        guard isWanted() else {
            do {
                try await self.repository.write { unit in try unit.discard(signed) }
            } catch {
                throw .storage(error)
            }
            throw .unsigned
        }
        return signatures
    }

    /// Throws if a customer may not redeem an offer now, apart from the number of redemptions, and signs nothing.
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

    /// Signs a request of the Advanced Commerce API that the app passes to StoreKit.
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
        // The request contains no environment.
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

    /// Adds the audit entry of a signature, or counts it if apps cause more than their quota.
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
            // Apps request these whenever customers open them.
            try await self.audit.addFrequent(record, in: app.name, environment)
        } catch {
            throw .storage(error)
        }
    }

    /// Returns a new UUID, and the current instant.
    func stamp() throws(OfferError) -> (nonce: UUID, now: Instant) {
        let bytes = self.ambient.randomBytes(16)
        let nonce = AccountToken(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
        guard let id = UUID(uuidString: nonce.description) else { throw .unsigned }
        return (id, self.ambient.now())
    }

    /// Returns the offer's rule, or throws if the rule excludes the customer.
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
            ledger = try await self.repository.read { view in
                try view.ledger(of: customer, app: app.name, environment: environment)
            }
        } catch {
            throw .storage(error)
        }
        let audience = ledger.audience(of: group, at: now, gracePolicy: catalog.gracePolicy)
        if let refusal = rule.refusal(of: audience) { throw .refused(refusal) }
        return rule
    }
}

/// An offer signed for a customer, in both forms that StoreKit accepts.
package struct OfferSignatures: Sendable {
    /// The older form: nonce, timestamp, key and signature, valid for 24 hours.
    package let classic: PromotionalOfferSignatureV1
    /// The compact JWS that newer systems accept.
    package let jws: String
}

/// The reason why an offer was not signed.
package enum OfferError: Error, Hashable, Sendable {
    /// The customer may not redeem the offer.
    case refused(OfferRefusal)
    /// The app has no key to sign with.
    case withoutKey
    /// The key could not sign these values.
    case unsigned
    /// The ledger could not be read or written.
    case storage(RepositoryError)

    /// The stable error code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .withoutKey: "appstore_not_configured"
        case .unsigned: "appstore_signing_failed"
        case .storage(let error): error.code
        }
    }
}
