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
        guard app.offerSigner != nil else { throw .withoutKey }
        _ = try Self.rule(offer, of: productID, in: app.catalog)
        return try await self.sign(
            offer,
            of: productID,
            for: customer,
            owning: try await self.ledger(of: customer, environment, app),
            token: token,
            transactionID: transactionID,
            by: origin,
            app: app,
            isWanted: isWanted
        )
    }

    /// Signs an offer of a subscription for a customer whose ledger was just read.
    ///
    /// It throws what ``sign(_:of:for:in:token:transactionID:by:app:isWanted:)`` throws.
    func sign(
        _ offer: OfferID,
        of productID: ProductID,
        for customer: CustomerID,
        owning ledger: CustomerLedger,
        token: AccountToken?,
        transactionID: TransactionID?,
        by origin: RequestOrigin,
        app: ServedApp,
        isWanted: @Sendable () -> Bool
    ) async throws(OfferError) -> OfferSignatures {
        guard let signer = app.offerSigner else { throw .withoutKey }
        let now = self.ambient.now()
        let rule = try Self.rule(offer, of: productID, in: app.catalog)
        try Self.check(rule, of: productID, for: ledger, in: app.catalog, at: now)
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
        let environment = ledger.environment
        let details = ["kind": "promotional", "offer": offer.rawValue, "environment": environment.rawValue]
        let record = Self.record(details, on: productID.rawValue, about: customer, by: origin, app: app)
        let isKept: Bool
        do throws(RepositoryError) {
            isKept = try await self.audit.enterFrequent(record, in: app.name, environment) { (isKept: Bool) in
                isKept ? .done : nil
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in try unit.keep(signed, within: rule.limit) }
            }
        } catch {
            throw .storage(error)
        }
        guard isKept else { throw rule.limit.map { .refused(.tooOften($0)) } ?? .unsigned }
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
        let rule = try Self.rule(offer, of: productID, in: app.catalog)
        let ledger = try await self.ledger(of: customer, environment, app)
        try Self.check(rule, of: productID, for: ledger, in: app.catalog, at: self.ambient.now())
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
        let record = Self.record(details, on: subject, about: customer, by: origin, app: app)
        do throws(RepositoryError) {
            // Apps request these whenever customers open them.
            try await self.audit.addFrequent(record, in: app.name, environment)
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the audit record of a signature.
    private static func record(
        _ details: [String: String],
        on subject: String,
        about customer: CustomerID?,
        by origin: RequestOrigin,
        app: ServedApp
    ) -> AuditRecord {
        AuditRecord(
            by: origin.name,
            .offerSign,
            on: subject,
            reason: origin.reason,
            details: details.merging(["app": app.name.rawValue]) { first, _ in first },
            about: customer.map { AuditDraft.About([$0], of: app.name) }
        )
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

    /// Returns the rule of an offer.
    private static func rule(
        _ offer: OfferID,
        of productID: ProductID,
        in catalog: Catalog
    ) throws(OfferError) -> OfferRule {
        guard let product = catalog.products[productID], product.kind == .autoRenewable else {
            throw .refused(.unknownProduct)
        }
        guard let rule = product.offers[offer] else { throw .refused(.unknownOffer) }
        return rule
    }

    /// Throws if the rule of an offer excludes the customer of a ledger.
    private static func check(
        _ rule: OfferRule,
        of productID: ProductID,
        for ledger: CustomerLedger,
        in catalog: Catalog,
        at now: Instant
    ) throws(OfferError) {
        let name = catalog.products[productID]?.group
        let group = Set(catalog.products.values.filter { $0.group == name }.map(\.id))
        let audience = ledger.audience(of: group, at: now, gracePolicy: catalog.gracePolicy)
        if let refusal = rule.refusal(of: audience) { throw .refused(refusal) }
    }

    private func ledger(
        of customer: CustomerID,
        _ environment: StoreEnvironment,
        _ app: ServedApp
    ) async throws(OfferError) -> CustomerLedger {
        do {
            return try await self.repository.read { view in
                try view.ledger(of: customer, app: app.name, environment: environment)
            }
        } catch {
            throw .storage(error)
        }
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
