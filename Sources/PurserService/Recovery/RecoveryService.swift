import AppStore
package import Ledger

/// Finds a player's purchases by the order number in Apple's email, and fulfills missing ones once.
///
/// Apple returns the signed transactions of the number, which count as any evidence of Apple's. The number does not
/// prove who owns a purchase, because emails are forwarded. The service therefore submits each purchase without another
/// owner for the customer with the intent `sync`, which claims only purchases without an owner. Of the other purchases
/// the customer learns only that another account owns them.
package struct RecoveryService: Sendable {
    private let store: AppStoreService

    /// Creates a service that asks Apple through `store`.
    package init(store: AppStoreService) {
        self.store = store
    }

    /// Returns the number in Apple's spelling; a player may enter small letters, spaces and hyphens.
    package static func number(_ text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let number = text.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "#" }
        return CustomerService.isOrderNumber(number) ? number : nil
    }

    /// Recovers the purchases of an order number for a customer of an app.
    ///
    /// Production only: Apple has no order numbers elsewhere. A second call returns the same purchases, with those that
    /// were missing before now owned.
    package func recover(
        _ text: String,
        for customer: CustomerID,
        in app: ServedApp
    ) async throws(RecoveryError) -> RecoveredOrder {
        guard let number = Self.number(text) else { throw .numberInvalid }
        let known = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                (
                    isAdmitted: try view.admits(customer, app: app.name),
                    record: try view.record(of: customer, app: app.name)
                )
            }
        }
        guard known.isAdmitted else { throw .reservedCustomer }
        let counting = known.record?.mergedInto ?? customer
        let askedAt = self.store.ambient.now()
        let signed = try await self.signedTransactions(of: number, for: customer, in: app)
        let before = try await self.priorStates(of: signed, in: app)
        do throws(AppStoreServiceError) {
            let evidence = AnsweredEvidence(transactions: signed.map(\.compact), askedAt: askedAt)
            _ = try await self.store.take(evidence, for: app)
        } catch {
            throw .store(error)
        }
        var purchases: [RecoveredPurchase] = []
        for transaction in signed {
            let outcome = try await self.hand(transaction, to: customer, counting, before, in: app)
            purchases.append(
                RecoveredPurchase(
                    transactionID: transaction.id,
                    productID: transaction.product,
                    quantity: transaction.quantity,
                    purchasedAt: transaction.purchasedAt,
                    outcome: outcome,
                    goods: RecoveredPurchase.goods(
                        of: transaction.product,
                        quantity: transaction.quantity,
                        in: app.catalog
                    )
                )
            )
        }
        guard purchases.contains(where: { $0.outcome != .otherAccount }) else { throw .numberOfAnother }
        return RecoveredOrder(number: number, customer: customer, purchases: purchases)
    }

    // MARK: Lookup

    /// A verified transaction of the order number.
    private struct Signed {
        let compact: [UInt8]
        let id: TransactionID
        let product: ProductID
        let quantity: Int
        let purchasedAt: Instant
    }

    private func signedTransactions(
        of number: String,
        for customer: CustomerID,
        in app: ServedApp
    ) async throws(RecoveryError) -> [Signed] {
        let answer: OrderLookupResponse
        do throws(AppStoreServiceError) {
            answer = try await self.store.lookUp(number, in: app.name)
        } catch {
            throw .store(error)
        }
        guard answer.status == .valid else { throw .numberUnknown }
        var signed: [Signed] = []
        var unreadable: VerificationError?
        for compact in (answer.signedTransactions ?? []).map(\.bytes) {
            let payload: TransactionPayload
            do throws(VerificationError) {
                payload = try app.verifier.transaction(compact).payload
            } catch {
                guard error.isUnreadable else { throw .store(.refused(error)) }
                // The purchase is held for the customer; the other purchases of the number are recovered without it.
                try await self.submit(compact, by: customer, in: app)
                unreadable = error
                continue
            }
            guard let id = payload.transactionId, let product = payload.productId, let at = payload.purchaseDate
            else { continue }
            signed.append(
                Signed(
                    compact: compact,
                    id: TransactionID(id),
                    product: ProductID(product),
                    quantity: Int(payload.quantity ?? 1),
                    purchasedAt: Instant(at)
                )
            )
        }
        guard !signed.isEmpty else { throw unreadable.map { .store(.refused($0)) } ?? .numberEmpty }
        return signed
    }

    // MARK: Fulfillment

    /// The state of a purchase in the ledger before Apple was asked.
    private struct PriorState {
        let owner: CustomerID?
        let isConfirmed: Bool
    }

    private func priorStates(
        of signed: [Signed],
        in app: ServedApp
    ) async throws(RecoveryError) -> [TransactionID: PriorState] {
        let ids = signed.map(\.id)
        return try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                var priorStates: [TransactionID: PriorState] = [:]
                for id in ids {
                    let owned = try view.recoverableChain(of: id, app: app.name)
                    let fulfillment = try view.fulfillment(of: id, in: owned, app: app.name)
                    priorStates[id] = PriorState(
                        owner: owned?.claims[id]?.owner,
                        isConfirmed: fulfillment?.confirmedAt != nil
                    )
                }
                return priorStates
            }
        }
    }

    /// Submits a purchase for the customer, unless another customer owns it, and returns its result.
    private func hand(
        _ transaction: Signed,
        to customer: CustomerID,
        _ counting: CustomerID,
        _ before: [TransactionID: PriorState],
        in app: ServedApp
    ) async throws(RecoveryError) -> PlayerMessage {
        let id = transaction.id
        let owned = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.recoverableChain(of: id, app: app.name) }
        }
        if let claim = owned?.claims[id], claim.owner != nil, !claim.serves(counting) {
            return .otherAccount
        }
        let outcome = try await self.submit(transaction.compact, by: customer, in: app)
        guard case .recorded(let recorded) = outcome, let claim = recorded.claim, claim.owner != nil
        else { return .waiting }
        // Another customer claimed it meanwhile.
        guard claim.serves(counting) else { return .otherAccount }
        return try await self.outcome(of: transaction.id, counting, before[transaction.id], in: app)
    }

    @discardableResult
    private func submit(
        _ compact: [UInt8],
        by customer: CustomerID,
        in app: ServedApp
    ) async throws(RecoveryError) -> IngestOutcome {
        do throws(IngestError) {
            let submitted = try await self.store.ingest.purchase(
                compact,
                by: customer,
                intent: .sync,
                tokens: [],
                for: app
            )
            return submitted.outcome
        } catch {
            throw .store(.evidence(error))
        }
    }

    private func outcome(
        of id: TransactionID,
        _ counting: CustomerID,
        _ before: PriorState?,
        in app: ServedApp
    ) async throws(RecoveryError) -> PlayerMessage {
        let (owned, fulfillment) = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                let owned = try view.recoverableChain(of: id, app: app.name)
                return (owned, try view.fulfillment(of: id, in: owned, app: app.name))
            }
        }
        guard let current = owned?.chain.counted.first(where: { $0.transactionID == id }) else {
            return .waiting
        }
        if let fulfillment {
            switch fulfillment.state {
            case .waiting: return .waiting
            case .due, .fulfilling, .suspended: return .due
            case .confirmed: return before?.isConfirmed ?? false ? .already : .recovered
            case .revocationDue, .revoking, .revoked, .revocationSuspended: return .refunded
            case .canceled:
                switch fulfillment.reason {
                case .refunded: return .refunded
                case .elsewhere: return .elsewhere
                // The result then depends on its entitlements.
                default: break
                }
            }
        }
        if current.revocation != nil { return .refunded }
        if let expiresAt = current.expiresAt, expiresAt <= self.store.ambient.now() { return .over }
        return before?.owner == counting ? .already : .recovered
    }

    private func withRepository<Answer>(
        _ work: (any Repository) async throws(RepositoryError) -> Answer
    ) async throws(RecoveryError) -> Answer {
        do throws(RepositoryError) {
            return try await work(self.store.repository)
        } catch {
            throw .store(.storage(error))
        }
    }
}

extension ReadView {
    /// Returns the chain of a transaction in Production, where Apple has order numbers.
    fileprivate func recoverableChain(of id: TransactionID, app: AppName) throws -> OwnedChain? {
        try self.chain(of: id, app: app, environment: .production)
    }

    /// Returns the fulfillment of a transaction of a chain.
    fileprivate func fulfillment(of id: TransactionID, in owned: OwnedChain?, app: AppName) throws -> Fulfillment? {
        var ids = [id]
        // A twin has its own id and the fulfillment of the first.
        let records = owned?.chain.transactions ?? []
        if records.contains(where: { $0.transactionID == id && $0.current.kind == .nonConsumable }) {
            ids += records.map(\.transactionID).filter { $0 != id }
        }
        for id in ids {
            if let found = try self.fulfillment(FulfillmentID(id, in: .production), of: app) { return found }
        }
        return nil
    }
}
