package import Ledger

extension CustomerService {
    /// Transfers a purchase, or a chain from a purchase on, to a customer; a preview only returns what would be
    /// transferred.
    package func transfer(
        _ transfer: TransferRequest,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        if transfer.customer.isErased { throw .refused(.customerGone) }
        let known = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                (
                    owned: try view.chain(
                        of: transfer.transactionID,
                        app: app.name,
                        environment: transfer.environment
                    ),
                    record: try view.record(of: transfer.customer, app: app.name)
                )
            }
        }
        guard let owned = known.owned else { throw .refused(.unknownTransaction) }
        if transfer.customer.isReserved, known.record == nil { throw .refused(.unknownCustomer) }
        if known.record?.mergedInto != nil { throw .refused(.customerGone) }
        let decision = Decision(
            customer: transfer.customer,
            transactionID: transfer.transactionID,
            reach: transfer.reach,
            decidedAt: self.ambient.now()
        )
        var outcome = try await self.change(
            .decide(decision, transfer.environment),
            isSettled: owned.isSettled(by: decision),
            action: .transactionTransfer,
            about: [transfer.customer],
            in: app,
            by: origin,
            details: ["reach": transfer.reach.rawValue, "environment": transfer.environment.rawValue],
            isNewCustomer: known.record == nil,
            isWhole: !transfer.setsAccountToken,
            isPreview: isPreview
        )
        guard transfer.setsAccountToken else { return outcome }
        // The account token is sent to Apple nevertheless, regardless of who owns the purchases.
        outcome.nothing = nil
        outcome.token =
            isPreview
            ? .planned
            : await self.nameAtApple(transfer.customer, owned: owned, transfer.transactionID, app: app, origin)
        return outcome
    }

    /// Merges a customer into another one who is the same person; a preview only returns what would be transferred.
    package func merge(
        _ customer: CustomerID,
        into target: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        if target.isErased { throw .refused(.customerGone) }
        if customer == target { throw .refused(.mergedIntoItself) }
        let record = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.record(of: target, app: app.name) }
        }
        if target.isReserved, record == nil { throw .refused(.unknownCustomer) }
        return try await self.change(
            .merge(customer, into: target),
            action: .customerMerge,
            about: [customer, target],
            in: app,
            by: origin,
            isNewCustomer: record == nil,
            isPreview: isPreview
        )
    }

    /// Undoes an earlier action; a preview only returns what would be transferred back.
    package func undo(
        _ id: OwnershipChangeID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        let found = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.ownershipChange(id, of: app.name) }
        }
        guard let found else { throw .refused(.unknownChange) }
        var about: [CustomerID] = []
        var refusal: OwnershipRefusal? = found.isUndone ? .alreadyUndone : nil
        switch found.change.kind {
        case .erase: refusal = .irreversible
        case .decide(let decision, _): about = [decision.customer]
        case .merge(let customer, let target): about = [customer, target]
        case .undo: break
        }
        if let refusal {
            if !isPreview { try await self.enter(refusal, of: .ownershipUndo, on: id.rawValue, in: app, by: origin) }
            throw .refused(refusal)
        }
        return try await self.change(
            .undo(id),
            action: .ownershipUndo,
            about: about,
            in: app,
            by: origin,
            details: ["undone": id.rawValue],
            isPreview: isPreview
        )
    }

    /// Carries out an action and returns how it changes the entitlements of every customer concerned; a preview only
    /// returns the changes.
    ///
    /// With `isWhole` the result is the complete answer, also to a request that is repeated; without it, a later step
    /// completes the answer. If the action is `isSettled` already and transfers nothing, there is no change.
    func change(
        _ kind: OwnershipChange.Kind,
        isSettled: Bool = false,
        action: AuditAction,
        about customers: [CustomerID],
        in app: ServedApp,
        by origin: RequestOrigin,
        details: [String: String] = [:],
        isNewCustomer: Bool = false,
        isWhole: Bool = true,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        // The reason is stored only in the audit log, so that erasing it concerns one place.
        let change = OwnershipChange(
            id: OwnershipChangeID(self.freshName()),
            kind: kind,
            changedAt: self.ambient.now(),
            by: origin.name
        )
        let planned: Performed
        do throws(CustomerError) {
            planned = try await self.perform(change, of: customers, in: app, isPreview: true) { _ in nil }
        } catch {
            if case .refused(let refusal) = error, !isPreview {
                try await self.enter(refusal, of: action, on: Self.subject(of: kind), in: app, by: origin)
            }
            throw error
        }
        var plan = OwnershipOutcome(change: nil, transfers: planned.transfers, entitlements: planned.entitlements)
        plan.isNewCustomer = isNewCustomer
        plan.isPreview = isPreview
        if isSettled, planned.transfers.isEmpty { plan.nothing = .ownershipSame }
        guard !isPreview else { return plan }
        // An erasure is entered before it gives the customer another name, under which an entry would create a second one.
        let others = planned.transfers.flatMap { [$0.from, $0.to].compactMap(\.self) }
        let concerned = Set(customers + others.filter { CustomerID.erased(by: change.id) != $0 })
        let record = self.record(
            of: action,
            on: plan.nothing == nil ? change.id.rawValue : Self.subject(of: kind),
            about: concerned.sorted(),
            in: app.name,
            by: origin,
            details: details
        )
        if plan.nothing != nil {
            _ = try await self.withRepository { _ throws(RepositoryError) in try await self.audit.add(record, .nothing)
            }
            return plan
        }
        let outcome: @Sendable (Performed) -> OwnershipOutcome = { done in
            var outcome = OwnershipOutcome(
                change: change.id,
                transfers: done.transfers,
                entitlements: done.entitlements
            )
            outcome.isNewCustomer = isNewCustomer
            return outcome
        }
        var entered = record
        if case .erase(let customer) = kind {
            // The audit log stores the customers of an entry by name, and an erasure removes the name and the reasons.
            // Therefore the entry that the erasure begins is added first.
            let begun = try await self.withRepository { repository throws(RepositoryError) in
                let begun = try await self.audit.add(record, .begun)
                try await repository.write { unit in try unit.erasePersonalFields(of: customer, app: app.name) }
                return begun
            }
            entered = record.erasing(begun)
        }
        let done = try await self.perform(change, of: customers, in: app, isPreview: false, entering: entered) {
            isWhole ? outcome($0) : nil
        }
        return outcome(done)
    }

    /// Returns the subject of an action that was not carried out, as the audit log stores it, without a customer's
    /// name.
    private static func subject(of kind: OwnershipChange.Kind) -> String {
        switch kind {
        case .decide(let decision, _): decision.transactionID.rawValue
        case .merge, .erase: "customer"
        case .undo(let id): id.rawValue
        }
    }

    /// Adds the entry of a refused action; it names no customer, because the entry must not make an unknown customer
    /// known.
    private func enter(
        _ refusal: OwnershipRefusal,
        of action: AuditAction,
        on subject: String,
        in app: ServedApp,
        by origin: RequestOrigin
    ) async throws(CustomerError) {
        let record = self.record(of: action, on: subject, about: [], in: app.name, by: origin)
        _ = try await self.withRepository { _ throws(RepositoryError) in
            try await self.audit.add(record, .refused(code: refusal.code))
        }
    }

    /// The transfers of an action on ownership, and the changes of entitlements that they cause.
    private struct Performed: Sendable {
        let transfers: [OwnershipTransfer]
        let entitlements: [EntitlementChange]
    }

    /// Carries out an action, or only previews it, and determines in the same transaction how it changes the
    /// entitlements of these customers and of those whom it concerns.
    private func perform(
        _ change: OwnershipChange,
        of customers: [CustomerID],
        in app: ServedApp,
        isPreview: Bool,
        entering record: AuditRecord? = nil,
        deciding outcome: @escaping @Sendable (Performed) -> OwnershipOutcome?
    ) async throws(CustomerError) -> Performed {
        let now = self.ambient.now()
        let decision: @Sendable (Result<Performed, OwnershipRefusal>) -> OwnershipOutcome? = { performed in
            (try? performed.get()).flatMap(outcome)
        }
        let result = try await self.withRepository { repository throws(RepositoryError) in
            try await self.audit.enter(record) { (performed: Result<Performed, OwnershipRefusal>) in
                switch performed {
                case .success: .done
                case .failure(let refusal): .refused(code: refusal.code)
                }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding(decision) { () throws(RepositoryError) in
                    try await repository.write { unit in
                        let planned = try unit.change(change, of: app.name, catalog: app.catalog, isPreview: true)
                        guard case .success(let transfers) = planned else {
                            return planned.map { Performed(transfers: $0, entitlements: []) }
                        }
                        // The entitlements before an action must be read before it is carried out.
                        let entitlements = try unit.entitlementChanges(
                            after: change.kind,
                            transfers,
                            of: customers,
                            in: app,
                            at: now
                        )
                        let done =
                            isPreview
                            ? planned
                            : try unit.change(change, of: app.name, catalog: app.catalog, isPreview: false)
                        return done.map { Performed(transfers: $0, entitlements: entitlements) }
                    }
                }
            }
        }
        switch result {
        case .success(let performed): return performed
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// Sets the account token of a chain at Apple, so that Apple includes it in everything that it signs from now on.
    private func nameAtApple(
        _ customer: CustomerID,
        owned: OwnedChain,
        _ transaction: TransactionID,
        app: ServedApp,
        _ origin: RequestOrigin
    ) async -> OwnershipOutcome.TokenOutcome {
        guard let store else { return .failed(code: "appstore_not_configured") }
        let record = owned.chain.transactions.first { $0.transactionID == transaction }
        guard let original = record?.current.originalTransactionID ?? owned.chain.rootID else {
            return .failed(code: OwnershipRefusal.unknownTransaction.code)
        }
        do {
            let tokens = try await self.repository.read { view in try view.accountTokens(of: customer, app: app.name) }
            let token: AccountToken
            if let first = tokens.first {
                token = first
            } else {
                token = try await self.createToken(for: customer, in: app, by: origin)
            }
            let record = self.record(
                of: .transactionSetToken,
                on: original.rawValue,
                about: [customer],
                in: app.name,
                by: origin
            )
            _ = try await self.audit.around(
                record,
                code: { (error: AppStoreServiceError) in error.refusalCode },
                trouble: { AppStoreServiceError.storage($0) },
                { () throws(AppStoreServiceError) in try await store.setAccountToken(token, of: original, in: app.name)
                }
            )
            return .set(token)
        } catch let error as AppStoreServiceError {
            return .failed(code: error.code)
        } catch let error as CustomerError {
            return .failed(code: error.code)
        } catch let error as RepositoryError {
            return .failed(code: error.code)
        } catch {
            return .failed(code: "internal")
        }
    }
}
