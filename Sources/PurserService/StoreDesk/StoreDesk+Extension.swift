package import AppStore
import Foundation
package import Ledger

extension StoreDesk {
    /// The most orders of extensions that are looked at.
    static let maximumOrders = 200

    /// Asks how a customer's subscriptions are now, and records what Apple signs of them.
    ///
    /// `transaction` is any transaction of his.
    package func status(
        of transaction: TransactionID,
        in name: AppName
    ) async throws(StoreDeskError) -> AppleStatus {
        let (app, client) = try self.app(name)
        let askedAt = self.ambient.now()
        let request = AppStoreRequest.subscriptionStatuses(of: transaction.rawValue)
        let (environment, answer) = try await self.send(request, about: app, client)
        let evidence = AnsweredEvidence(answer, askedAt: askedAt)
        let outcome = try await self.take(evidence, for: app)
        return AppleStatus(
            environment: environment,
            askedAt: askedAt,
            subscriptions: evidence.subscriptions.map { subscription in
                AppleStatus.Subscription(
                    originalTransactionID: subscription.originalTransactionID,
                    status: subscription.status
                )
            },
            isRecorded: outcome.heldCount == 0
        )
    }

    /// Extends the renewal date of one subscription; Apple writes to the customer.
    package func extendRenewal(
        of original: OriginalTransactionID,
        by days: ExtensionDays,
        because reason: ExtendReasonCode,
        in name: AppName
    ) async throws(StoreDeskError) -> ExtendedRenewal {
        let (app, client) = try self.app(name)
        let id = self.freshID().uuidString.lowercased()
        let request = AppStoreRequest.extendRenewalDate(of: original.rawValue, by: days, because: reason, as: id)
        let (environment, answer) = try await self.send(request, about: app, client)
        guard answer.success == true else { throw .notDone }
        let isRecorded = await self.recordStatuses(of: original, in: environment, app, client)
        return ExtendedRenewal(
            originalTransactionID: original,
            environment: environment,
            renewsAt: answer.effectiveDate.map { Instant($0) },
            isRecorded: isRecorded
        )
    }

    /// Orders an extension of all renewal dates of a product.
    ///
    /// The order is kept before Apple is asked; if Apple cannot be asked now, it is given later.
    package func extendAll(
        of product: ProductID,
        by days: ExtensionDays,
        because reason: ExtendReasonCode,
        storefronts: [String],
        in name: AppName,
        environment: StoreEnvironment,
        by operatorName: String
    ) async throws(StoreDeskError) -> RenewalExtension {
        let (app, _) = try self.app(name)
        let order = RenewalExtension(
            id: RenewalExtensionID(self.freshID().uuidString.lowercased()),
            app: name,
            environment: environment,
            productID: product,
            days: Int(days.days),
            reason: reason.rawValue,
            storefronts: storefronts,
            orderedAt: self.ambient.now(),
            orderedBy: operatorName
        )
        try await self.keep(order)
        return try await self.advance(order, of: app)
    }

    /// The orders of an app and environment with what is known of them now, newest first.
    package func extensions(
        of name: AppName,
        environment: StoreEnvironment
    ) async throws(StoreDeskError) -> [RenewalExtension] {
        do throws(RepositoryError) {
            return try await self.repository.renewalExtensions(
                of: name,
                environment: environment,
                limit: Self.maximumOrders
            )
        } catch {
            throw .storage(error)
        }
    }

    /// What could not be extended since an order was given.
    package func failures(of order: RenewalExtension, limit: Int) async throws(StoreDeskError) -> [ExtensionFailure] {
        do throws(RepositoryError) {
            return try await self.repository.failures(of: order, limit: limit)
        } catch {
            throw .storage(error)
        }
    }

    /// Gives an order to Apple that Apple has not taken yet, or asks how far one is that it has; what is over stays.
    package func advance(_ order: RenewalExtension) async throws(StoreDeskError) -> RenewalExtension {
        try await self.advance(order, of: try self.app(order.app).0)
    }

    private func advance(
        _ order: RenewalExtension,
        of app: ServedApp
    ) async throws(StoreDeskError) -> RenewalExtension {
        guard let client = app.appStore, order.completion == nil else { return order }
        var order = order
        guard let token = AccountToken(order.id.rawValue), let days = ExtensionDays(order.days) else {
            throw .storage(.corrupt)
        }
        let id = Self.uuid(token)
        let environment = AppStoreEnvironment(order.environment)
        do throws(AppStoreError) {
            if order.acceptedAt == nil {
                _ = try await client.send(
                    .extendRenewalDates(
                        of: order.productID.rawValue,
                        by: days,
                        because: ExtendReasonCode(rawValue: order.reason),
                        as: id,
                        in: order.storefronts
                    ),
                    to: environment,
                    within: Self.deadline
                )
                order.acceptedAt = self.ambient.now()
            } else {
                let status = try await client.send(
                    .massExtensionStatus(of: order.productID.rawValue, as: id),
                    to: environment,
                    within: Self.deadline
                )
                guard status.complete == true else { return order }
                order.completion = RenewalExtension.Completion(
                    at: status.completeDate.map { Instant($0) } ?? self.ambient.now(),
                    succeeded: status.succeededCount ?? 0,
                    failed: status.failedCount ?? 0
                )
            }
        } catch {
            // What Apple will never take is over, so that nobody asks again and again.
            guard order.acceptedAt == nil, case .refused = error, !error.canRetry else { throw .appStore(error) }
            order.completion = RenewalExtension.Completion(at: self.ambient.now(), succeeded: 0, failed: 0)
            try await self.keep(order)
            throw .appStore(error)
        }
        try await self.keep(order)
        return order
    }

    private func keep(_ order: RenewalExtension) async throws(StoreDeskError) {
        do throws(RepositoryError) {
            try await self.repository.keep(order)
        } catch {
            throw .storage(error)
        }
    }

    /// Records a customer's subscriptions as Apple signs them now; whether that went well.
    private func recordStatuses(
        of original: OriginalTransactionID,
        in environment: StoreEnvironment,
        _ app: ServedApp,
        _ client: AppStoreClient
    ) async -> Bool {
        await self.record(.subscriptionStatuses(of: original.rawValue), in: environment, app, client) {
            AnsweredEvidence($0, askedAt: $1)
        }
    }
}

extension RenewalExtension {
    /// Where it stands, in a word.
    package var state: String {
        switch (self.acceptedAt, self.completion) {
        case (nil, nil): "to be given"
        case (_?, nil): "working"
        case (nil, _?): "refused"
        case (_?, _?): "complete"
        }
    }
}
