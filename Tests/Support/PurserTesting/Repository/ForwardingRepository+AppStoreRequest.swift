package import Ledger

extension ForwardingRepository {
    package func create(_ order: RenewalExtension) async throws(RepositoryError) -> RenewalExtension {
        try await self.base.create(order)
    }

    package func renewalExtension(
        _ id: RenewalExtensionID,
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> RenewalExtension? {
        try await self.base.renewalExtension(id, of: app, environment: environment)
    }

    package func openRenewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension] {
        try await self.base.openRenewalExtensions(of: app, environment: environment, after: order, limit: limit)
    }

    package func keep(_ order: RenewalExtension) async throws(RepositoryError) {
        try await self.base.keep(order)
    }

    package func renewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension] {
        try await self.base.renewalExtensions(of: app, environment: environment, limit: limit)
    }

    package func keep(_ failure: ExtensionFailure) async throws(RepositoryError) {
        try await self.base.keep(failure)
    }

    package func failures(of order: RenewalExtension, limit: Int) async throws(RepositoryError) -> [ExtensionFailure] {
        try await self.base.failures(of: order, limit: limit)
    }

    package func keep(_ signed: SignedOffer, within limit: OfferLimit?) async throws(RepositoryError) -> Bool {
        try await self.base.keep(signed, within: limit)
    }

    package func discard(_ signed: SignedOffer) async throws(RepositoryError) {
        try await self.base.discard(signed)
    }

    package func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) async throws(RepositoryError) -> [Instant] {
        try await self.base.signatures(of: offer, productID, for: customer, app: app, since: since)
    }
}
