package import AppStore
import Foundation
package import Ledger

extension AppStoreService {
    /// The maximum number of renewal extensions that are listed.
    package static let maximumOrders = 200

    /// Records a request to extend renewal dates, without sending it to Apple yet.
    ///
    /// The request is recorded once per sender and key: if it exists already, its current state is returned.
    ///
    /// - Parameters:
    ///   - target: The subscription or product whose renewal dates are extended.
    ///   - days: The number of days by which they are extended.
    ///   - reasonCode: The reason that Apple receives.
    ///   - name: The app.
    ///   - environment: The environment; `nil` to use the one that the ledger knows, or to ask Apple in each.
    ///   - operatorName: The operator who requests the extension.
    ///   - key: The idempotency key of the request.
    /// - Returns: The extension, once it is on disk.
    /// - Throws: The reason why it was not recorded.
    package func order(
        _ target: RenewalExtension.Target,
        by days: ExtensionDays,
        reasonCode: ExtendReasonCode,
        in name: AppName,
        environment: StoreEnvironment?,
        by operatorName: String,
        key: ExtensionKey?
    ) async throws(AppStoreServiceError) -> RenewalExtension {
        let (app, _) = try self.app(name)
        let id = key?.id ?? RenewalExtensionID(self.freshID().uuidString.lowercased())
        let now = self.ambient.now()
        let kept: RenewalExtension?
        do throws(RepositoryError) {
            kept = try await IdempotentWork.deciding {
                $0
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit -> RenewalExtension? in
                    let known = key == nil ? nil : try unit.renewalExtension(id, of: name)
                    let order = RenewalExtension(
                        id: id,
                        app: name,
                        environment: try environment ?? known?.environment ?? unit.environment(of: target, in: app),
                        target: target,
                        days: Int(days.days),
                        reasonCode: reasonCode.rawValue,
                        orderedAt: now,
                        orderedBy: operatorName
                    )
                    let kept = try known ?? unit.create(order)
                    return kept.asksSame(as: order) ? kept : nil
                }
            }
        } catch {
            throw .storage(error)
        }
        guard let kept else { throw .keyReused }
        return kept
    }

    /// Returns the extension with this id, whatever its environment.
    package func order(
        _ id: RenewalExtensionID,
        in name: AppName
    ) async throws(RepositoryError) -> RenewalExtension? {
        try await self.repository.read { view in try view.renewalExtension(id, of: name) }
    }

    /// Returns the extensions of an app and environment with their current state, newest first.
    package func extensions(
        of name: AppName,
        environment: StoreEnvironment
    ) async throws(AppStoreServiceError) -> [RenewalExtension] {
        do throws(RepositoryError) {
            return try await self.repository.read { view in
                try view.renewalExtensions(
                    of: name,
                    environment: environment,
                    limit: Self.maximumOrders
                )
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the extensions of an app and environment that are not complete, oldest first, after a given one.
    func openExtensions(
        of name: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) async throws(AppStoreServiceError) -> [RenewalExtension] {
        do throws(RepositoryError) {
            return try await self.repository.read { view in
                try view.openRenewalExtensions(
                    of: name,
                    environment: environment,
                    after: order,
                    limit: limit
                )
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the subscriptions that could not be extended since an extension was requested.
    package func failures(
        of order: RenewalExtension,
        limit: Int
    ) async throws(AppStoreServiceError) -> [ExtensionFailure] {
        do throws(RepositoryError) {
            return try await self.repository.read { view in try view.failures(of: order, limit: limit) }
        } catch {
            throw .storage(error)
        }
    }

    /// Sends an extension to Apple, or asks for its progress if Apple has accepted it; a completed extension stays
    /// unchanged.
    package func advance(_ order: RenewalExtension) async throws(AppStoreServiceError) -> RenewalExtension {
        try await self.advance(order, of: try self.app(order.app).0)
    }

    private func advance(
        _ order: RenewalExtension,
        of app: ServedApp
    ) async throws(AppStoreServiceError) -> RenewalExtension {
        guard let client = app.appStore, order.completion == nil else { return order }
        guard let days = ExtensionDays(order.days) else { throw .storage(.corrupt) }
        var order = order
        do throws(AppStoreServiceError) {
            switch order.target {
            case .subscription(let original):
                order = try await self.give(order, for: original, by: days, to: client, of: app)
            case .product(let product, let storefronts):
                guard let token = AccountToken(order.id.rawValue) else { throw .storage(.corrupt) }
                let id = Self.uuid(token)
                do throws(AppStoreError) {
                    if order.acceptedAt == nil {
                        try await Self.give(order, for: product, in: storefronts, by: days, as: id, to: client)
                        order.acceptedAt = self.ambient.now()
                    } else {
                        let completion = try await self.completion(of: order, for: product, as: id, from: client)
                        guard let completion else { return order }
                        order.completion = completion
                    }
                } catch {
                    throw .appStore(error)
                }
            }
        } catch {
            // An extension that Apple will never accept is over, so that the server does not ask again.
            guard order.acceptedAt == nil, let refusal = Self.refusal(error) else { throw error }
            order.completion = RenewalExtension.Completion(at: self.ambient.now(), succeeded: 0, failed: 0)
            order.refusal = refusal
        }
        try await self.keep(order)
        return order
    }

    /// Extends one subscription, and records what Apple signs in its answer.
    ///
    /// Apple returns the same answer for the same request identifier, so an extension whose answer was lost can be sent
    /// again safely.
    private func give(
        _ order: RenewalExtension,
        for original: OriginalTransactionID,
        by days: ExtensionDays,
        to client: AppStoreClient,
        of app: ServedApp
    ) async throws(AppStoreServiceError) -> RenewalExtension {
        let request = AppStoreRequest.extendRenewalDate(
            of: original.rawValue,
            by: days,
            reasonCode: ExtendReasonCode(rawValue: order.reasonCode),
            as: order.id.rawValue
        )
        let (environment, answer) = try await self.send(request, about: app, client, first: order.environment)
        guard answer.success == true else { throw .notDone }
        await self.recordStatuses(of: original, in: environment, app, client)
        var order = order
        let now = self.ambient.now()
        order.acceptedAt = now
        order.completion = RenewalExtension.Completion(at: now, succeeded: 1, failed: 0)
        order.renewsAt = answer.effectiveDate.map { Instant($0) }
        return order
    }

    private static func give(
        _ order: RenewalExtension,
        for product: ProductID,
        in storefronts: [String],
        by days: ExtensionDays,
        as id: UUID,
        to client: AppStoreClient
    ) async throws(AppStoreError) {
        _ = try await client.send(
            .extendRenewalDates(
                of: product.rawValue,
                by: days,
                reasonCode: ExtendReasonCode(rawValue: order.reasonCode),
                as: id,
                in: storefronts
            ),
            to: AppStoreEnvironment(order.environment),
            within: Self.deadline
        )
    }

    /// Returns the result of an extension for a product; `nil` while Apple still processes it.
    private func completion(
        of order: RenewalExtension,
        for product: ProductID,
        as id: UUID,
        from client: AppStoreClient
    ) async throws(AppStoreError) -> RenewalExtension.Completion? {
        let status = try await client.send(
            .massExtensionStatus(of: product.rawValue, as: id),
            to: AppStoreEnvironment(order.environment),
            within: Self.deadline
        )
        guard status.complete == true else { return nil }
        return RenewalExtension.Completion(
            at: status.completeDate.map { Instant($0) } ?? self.ambient.now(),
            succeeded: status.succeededCount ?? 0,
            failed: status.failedCount ?? 0
        )
    }

    /// Returns the reason why Apple will never carry out an extension; `nil` if Apple may do so later.
    private static func refusal(_ error: AppStoreServiceError) -> RenewalExtension.Refusal? {
        switch error {
        case .notDone: RenewalExtension.Refusal(code: error.code, number: nil)
        case .appStore(let cause):
            if case .refused = cause, !cause.canRetry {
                RenewalExtension.Refusal(code: error.code, number: cause.number?.rawValue)
            } else {
                nil
            }
        default: nil
        }
    }

    private func keep(_ order: RenewalExtension) async throws(AppStoreServiceError) {
        do throws(RepositoryError) {
            try await self.repository.write { unit in try unit.keep(order) }
        } catch {
            throw .storage(error)
        }
    }

    /// Records a customer's subscriptions as Apple signs them now.
    ///
    /// If that fails, Apple's notification delivers the same facts later.
    private func recordStatuses(
        of original: OriginalTransactionID,
        in environment: StoreEnvironment,
        _ app: ServedApp,
        _ client: AppStoreClient
    ) async {
        _ = await self.record(.subscriptionStatuses(of: original.rawValue), in: environment, app, client) {
            AnsweredEvidence($0, askedAt: $1)
        }
    }
}

extension ReadView {
    /// Returns the extension with this id, whatever its environment.
    fileprivate func renewalExtension(_ id: RenewalExtensionID, of app: AppName) throws -> RenewalExtension? {
        for environment in [StoreEnvironment.production, .sandbox] {
            if let found = try self.renewalExtension(id, of: app, environment: environment) { return found }
        }
        return nil
    }

    /// Returns the environment of a subscription that the ledger knows; otherwise the first one in which Apple can be
    /// asked.
    fileprivate func environment(of target: RenewalExtension.Target, in app: ServedApp) throws -> StoreEnvironment {
        guard case .subscription(let original) = target else { return .production }
        let id = TransactionID(original.rawValue)
        for environment in app.askable
        where try self.chain(of: id, app: app.name, environment: environment) != nil {
            return environment
        }
        return app.askable.first ?? .production
    }
}

extension RenewalExtension {
    /// The state of the extension as text.
    package var state: String {
        switch (self.acceptedAt, self.completion) {
        case (nil, nil): "to be given"
        case (_?, nil): "working"
        case (nil, _?): "refused"
        case (_?, _?): "complete"
        }
    }
}
