import AppStore
package import Ledger

/// Finds what a player paid for by the order number of Apple's mail, and has what is missing fulfilled once.
///
/// Apple says what was bought with the number, so what it signs counts like any evidence of Apple's. The number itself
/// says nothing of whose the purchase is: mails are forwarded. So the customer submits each purchase that nobody else
/// owns with the intent `sync`, which may claim what nobody owns and takes nothing from anybody, and of what somebody
/// else owns he learns that it is so.
package struct RecoveryService: Sendable {
    private let store: AppStoreService

    /// A service that asks Apple at this one.
    package init(store: AppStoreService) {
        self.store = store
    }

    /// The number as Apple spells it: a player may write small letters, spaces and hyphens.
    package static func number(_ text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let number = text.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "#" }
        return CustomerService.isOrderNumber(number) ? number : nil
    }

    /// Recovers what was bought with a number, for a customer of an app.
    ///
    /// Production only: Apple has no such numbers elsewhere. Done again it answers the same, with what was missing
    /// before now owned.
    package func recover(
        _ text: String,
        for customer: CustomerID,
        in app: ServedApp
    ) async throws(RecoveryError) -> RecoveredOrder {
        guard let number = Self.number(text) else { throw .numberInvalid }
        guard
            try await self.withRepository({ repository throws(RepositoryError) in
                try await repository.admits(customer, app: app.name)
            })
        else { throw .reservedCustomer }
        let counting = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.record(of: customer, app: app.name)?.mergedInto ?? customer
        }
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

    // MARK: Asking

    /// A transaction of the number, verified.
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
                // It is held for the customer, and the others of the number are recovered without it.
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

    // MARK: Fulfilling

    /// How a purchase stood in the ledger before Apple was asked.
    private struct PriorState {
        let owner: CustomerID?
        let isConfirmed: Bool
    }

    private func priorStates(
        of signed: [Signed],
        in app: ServedApp
    ) async throws(RecoveryError) -> [TransactionID: PriorState] {
        var priorStates: [TransactionID: PriorState] = [:]
        for transaction in signed {
            let (owned, fulfillment) = try await self.known(transaction.id, in: app)
            priorStates[transaction.id] = PriorState(
                owner: owned?.claims[transaction.id]?.owner,
                isConfirmed: fulfillment?.confirmedAt != nil
            )
        }
        return priorStates
    }

    /// Hands a purchase in for the customer, unless it is somebody else's, and says what became of it.
    private func hand(
        _ transaction: Signed,
        to customer: CustomerID,
        _ counting: CustomerID,
        _ before: [TransactionID: PriorState],
        in app: ServedApp
    ) async throws(RecoveryError) -> PlayerMessage {
        let (owned, _) = try await self.known(transaction.id, in: app)
        if let claim = owned?.claims[transaction.id], claim.owner != nil, !claim.serves(counting) {
            return .otherAccount
        }
        let outcome = try await self.submit(transaction.compact, by: customer, in: app)
        guard case .recorded(let recorded) = outcome, let claim = recorded.claim, claim.owner != nil
        else { return .waiting }
        // Somebody else was quicker.
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
        let (owned, fulfillment) = try await self.known(id, in: app)
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
                // What it unlocks is all that is to be said of it.
                default: break
                }
            }
        }
        if current.revocation != nil { return .refunded }
        if let expiresAt = current.expiresAt, expiresAt <= self.store.ambient.now() { return .over }
        return before?.owner == counting ? .already : .recovered
    }

    /// The chain and the fulfillment of a transaction, as the ledger has them.
    private func known(
        _ id: TransactionID,
        in app: ServedApp
    ) async throws(RecoveryError) -> (OwnedChain?, Fulfillment?) {
        try await self.withRepository { repository throws(RepositoryError) in
            let owned = try await repository.chain(of: id, app: app.name, environment: .production)
            var ids = [id]
            // A twin has an id of its own and the fulfillment of the first.
            let records = owned?.chain.transactions ?? []
            if records.contains(where: { $0.transactionID == id && $0.current.kind == .nonConsumable }) {
                ids += records.map(\.transactionID).filter { $0 != id }
            }
            for id in ids {
                let fulfillment = try await repository.fulfillment(FulfillmentID(id, in: .production), of: app.name)
                if let fulfillment { return (owned, fulfillment) }
            }
            return (owned, nil)
        }
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
