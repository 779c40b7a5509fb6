package import AppStore
package import Ledger

extension AppStoreService {
    /// Asks Apple for the current status for a person, with entries in the audit log.
    package func status(
        of transaction: TransactionID,
        in name: AppName,
        by origin: RequestOrigin,
        _ audit: AuditLog
    ) async throws(AppStoreServiceError) -> AppleStatus {
        let record = AuditRecord(
            by: origin.name,
            .subscriptionCheck,
            on: transaction.rawValue,
            reason: origin.reason,
            details: ["app": name.rawValue]
        )
        return try await audit.around(
            record,
            code: { (error: AppStoreServiceError) in error.refusalCode },
            trouble: { AppStoreServiceError.storage($0) },
            { () throws(AppStoreServiceError) -> AppleStatus in try await self.status(of: transaction, in: name) }
        )
    }

    /// Asks Apple for the current status of a customer's subscriptions, and records what Apple signs in its answer.
    ///
    /// `transaction` is any transaction of the customer.
    package func status(
        of transaction: TransactionID,
        in name: AppName
    ) async throws(AppStoreServiceError) -> AppleStatus {
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

    /// Sets the account token of a chain of purchases, so that Apple includes it in everything that it signs from now
    /// on.
    ///
    /// Returns the environment, and whether what Apple signs now is in the ledger already.
    package func setAccountToken(
        _ token: AccountToken,
        of original: OriginalTransactionID,
        in name: AppName
    ) async throws(AppStoreServiceError) -> (environment: StoreEnvironment, isRecorded: Bool) {
        let (app, client) = try self.app(name)
        let request = AppStoreRequest.setAppAccountToken(Self.uuid(token), of: original.rawValue)
        let (environment, _) = try await self.send(request, about: app, client)
        let isRecorded = await self.record(TransactionID(original.rawValue), in: environment, app, client)
        return (environment, isRecorded)
    }

    /// Returns Apple's answer about an order number from one of its mails, in production, without verifying it.
    func lookUp(_ number: String, in name: AppName) async throws(AppStoreServiceError) -> OrderLookupResponse {
        let (_, client) = try self.app(name)
        do throws(AppStoreError) {
            return try await client.send(.orderLookup(number), to: .production, within: Self.deadline)
        } catch {
            throw .appStore(error)
        }
    }

    /// Looks up an order number from one of Apple's mails, in production, and records its transactions.
    package func order(_ number: String, in name: AppName) async throws(AppStoreServiceError) -> LookedUpOrder {
        let (app, _) = try self.app(name)
        let askedAt = self.ambient.now()
        let answer = try await self.lookUp(number, in: name)
        guard answer.status == .valid else { return LookedUpOrder(isValid: false, purchases: [], heldCount: 0) }
        let transactions = (answer.signedTransactions ?? []).map(\.bytes)
        let outcome = try await self.take(AnsweredEvidence(transactions: transactions, askedAt: askedAt), for: app)
        let purchases: [LookedUpOrder.Purchase]
        do throws(RepositoryError) {
            purchases = try await self.repository.read { view in
                try outcome.transactions.compactMap { id in
                    let owned = try view.chain(of: id, app: name, environment: .production)
                    guard let owned, let record = owned.chain.transactions.first(where: { $0.transactionID == id })
                    else { return nil }
                    return LookedUpOrder.Purchase(transaction: record.current, owner: owned.claims[id]?.owner)
                }
            }
        } catch {
            throw .storage(error)
        }
        return LookedUpOrder(isValid: true, purchases: purchases, heldCount: outcome.heldCount)
    }

    /// Finishes a transaction on behalf of an app, so that the customer's device does not report it again.
    package func finish(
        _ transaction: TransactionID,
        in name: AppName
    ) async throws(AppStoreServiceError) -> StoreEnvironment {
        let (app, client) = try self.app(name)
        return try await self.send(.finishTransaction(transaction.rawValue), about: app, client).0
    }

    /// Returns the verified app transaction of the customer who made a transaction; the ledger does not store it.
    package func appTransaction(
        of transaction: TransactionID,
        in name: AppName
    ) async throws(AppStoreServiceError) -> AppTransactionPayload {
        let (app, client) = try self.app(name)
        let (_, answer) = try await self.send(.appTransactionInfo(of: transaction.rawValue), about: app, client)
        guard let signed = answer.signedAppTransactionInfo else { throw .appStore(.unreadableAnswer) }
        do throws(VerificationError) {
            return try app.verifier.appTransaction(signed.bytes).payload
        } catch {
            throw .refused(error)
        }
    }

    /// Records a transaction as Apple signs it now; returns whether that succeeded.
    private func record(
        _ transaction: TransactionID,
        in environment: StoreEnvironment,
        _ app: ServedApp,
        _ client: AppStoreClient
    ) async -> Bool {
        await self.record(.transactionInfo(transaction.rawValue), in: environment, app, client) { answer, askedAt in
            answer.signedTransactionInfo.map { AnsweredEvidence(transactions: [$0.bytes], askedAt: askedAt) }
        }
    }
}

/// Apple's status of a customer's subscriptions at one instant.
package struct AppleStatus: Hashable, Sendable {
    /// One subscription.
    package struct Subscription: Hashable, Sendable {
        /// The subscription.
        package let originalTransactionID: OriginalTransactionID
        /// The status of the subscription; `nil` for a number that this version does not know.
        package let status: StatusEvidence.Status?
    }

    /// The environment of the purchases.
    package let environment: StoreEnvironment
    /// The instant at which Apple was asked.
    package let askedAt: Instant
    /// The subscriptions.
    package let subscriptions: [Subscription]
    /// Whether everything that Apple signed in the answer is in the ledger now.
    package let isRecorded: Bool
}

/// The purchases behind an order number from one of Apple's mails.
package struct LookedUpOrder: Hashable, Sendable {
    /// One purchase of the order, as the ledger has it.
    package struct Purchase: Hashable, Sendable {
        /// The newest evidence of the transaction.
        package let transaction: TransactionSnapshot
        /// The customer who owns the purchase, if the ledger knows one.
        package let owner: CustomerID?
    }

    /// Whether Apple knows the order number.
    package let isValid: Bool
    /// The purchases of the order, which are recorded now.
    package let purchases: [Purchase]
    /// The number of purchases that could not be recorded yet.
    package let heldCount: Int
}
