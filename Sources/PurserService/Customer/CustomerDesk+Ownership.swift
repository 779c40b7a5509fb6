package import Ledger

extension CustomerDesk {
    /// Moves a purchase, or a chain from a purchase on, to a customer; or only says what would move.
    package func move(
        _ order: MoveOrder,
        in app: ServedApp,
        by origin: ActOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        if order.customer.isErased { throw .refused(.customerGone) }
        let known = try await self.books { books throws(RepositoryError) in
            (
                owned: try await books.chain(of: order.transactionID, app: app.name, environment: order.environment),
                record: try await books.record(of: order.customer, app: app.name)
            )
        }
        guard let owned = known.owned else { throw .refused(.unknownTransaction) }
        if order.customer.isReserved, known.record == nil { throw .refused(.unknownCustomer) }
        if known.record?.mergedInto != nil { throw .refused(.customerGone) }
        let decision = Decision(
            customer: order.customer,
            transactionID: order.transactionID,
            reach: order.reach,
            decidedAt: self.ambient.now()
        )
        var outcome = try await self.change(
            .decide(decision, order.environment),
            isSettled: owned.isSettled(by: decision),
            action: .transactionMove,
            about: [order.customer],
            in: app,
            by: origin,
            details: ["reach": order.reach.rawValue, "environment": order.environment.rawValue],
            isNewCustomer: known.record == nil,
            isWhole: !order.setsAccountToken,
            isPreview: isPreview
        )
        guard order.setsAccountToken else { return outcome }
        // Apple is told all the same, whosever the purchases are.
        outcome.nothing = nil
        outcome.token =
            isPreview
            ? .planned : await self.nameAtApple(order.customer, owned: owned, order.transactionID, app: app, origin)
        return outcome
    }

    /// Merges a customer into another one, who is the same person; or only says what would move.
    package func merge(
        _ customer: CustomerID,
        into target: CustomerID,
        in app: ServedApp,
        by origin: ActOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        if target.isErased { throw .refused(.customerGone) }
        if customer == target { throw .refused(.mergedIntoItself) }
        let record = try await self.books { books throws(RepositoryError) in
            try await books.record(of: target, app: app.name)
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

    /// Undoes an earlier act; or only says what would move back.
    package func undo(
        _ id: OwnershipChangeID,
        in app: ServedApp,
        by origin: ActOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        let found = try await self.books { books throws(RepositoryError) in
            try await books.ownershipChange(id, of: app.name)
        }
        guard let found else { throw .refused(.unknownChange) }
        var about: [CustomerID] = []
        var refusal: OwnershipRefusal? = found.isUndone ? .alreadyUndone : nil
        switch found.change.act {
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

    /// Carries out an act and says what it does to everybody's rights; or only says so.
    ///
    /// With `isWhole` that is the answer, also to a request that is repeated; without it something is still to come. Where
    /// the act moves nothing because it `isSettled` already, nothing is done.
    func change(
        _ act: OwnershipChange.Act,
        isSettled: Bool = false,
        action: AuditAction,
        about customers: [CustomerID],
        in app: ServedApp,
        by origin: ActOrigin,
        details: [String: String] = [:],
        isNewCustomer: Bool = false,
        isWhole: Bool = true,
        isPreview: Bool
    ) async throws(CustomerError) -> OwnershipOutcome {
        // Why is in the audit log alone, so that there is one place to forget it in.
        let change = OwnershipChange(
            id: OwnershipChangeID(self.freshName()),
            act: act,
            changedAt: self.ambient.now(),
            by: origin.name
        )
        let planned: [OwnershipMove]
        do throws(CustomerError) {
            planned = try await self.perform(change, in: app, isPreview: true) { _ in nil }
        } catch {
            if case .refused(let refusal) = error, !isPreview {
                try await self.enter(refusal, of: action, on: Self.subject(of: act), in: app, by: origin)
            }
            throw error
        }
        let rights = try await self.rights(after: planned, of: customers, in: app)
        var plan = OwnershipOutcome(change: nil, moves: planned, rights: rights)
        plan.isNewCustomer = isNewCustomer
        plan.isPreview = isPreview
        if isSettled, planned.isEmpty { plan.nothing = .ownershipSame }
        guard !isPreview else { return plan }
        let concerned = Set(customers + planned.flatMap { [$0.from, $0.to].compactMap { $0 } })
        let record = self.record(
            of: action,
            on: plan.nothing == nil ? change.id.rawValue : Self.subject(of: act),
            about: concerned.sorted(),
            in: app.name,
            by: origin,
            details: details
        )
        if plan.nothing != nil {
            _ = try await self.books { _ throws(RepositoryError) in try await self.audit.add(record, .nothing) }
            return plan
        }
        let outcome: @Sendable ([OwnershipMove]) -> OwnershipOutcome = { moves in
            var outcome = OwnershipOutcome(change: change.id, moves: moves, rights: rights)
            outcome.isNewCustomer = isNewCustomer
            return outcome
        }
        var entered = record
        if case .erase(let customer) = act {
            // Whom an entry is about is kept by a name, which is gone with the act, and what speaks of the customer goes
            // before it; so that it begins is entered first.
            let begun = try await self.books { books throws(RepositoryError) in
                let begun = try await self.audit.add(record, .begun)
                try await books.erasePersonalFields(of: customer, app: app.name)
                return begun
            }
            entered = record.erasing(begun)
        }
        let moves = try await self.perform(change, in: app, isPreview: false, entering: entered) {
            isWhole ? outcome($0) : nil
        }
        return outcome(moves)
    }

    /// What an act that was not carried out was to be done to, as the audit log has it, which names no customer.
    private static func subject(of act: OwnershipChange.Act) -> String {
        switch act {
        case .decide(let decision, _): decision.transactionID.rawValue
        case .merge, .erase: "customer"
        case .undo(let id): id.rawValue
        }
    }

    /// Enters that an act was refused; about nobody, because who is not known must not become so by that.
    private func enter(
        _ refusal: OwnershipRefusal,
        of action: AuditAction,
        on subject: String,
        in app: ServedApp,
        by origin: ActOrigin
    ) async throws(CustomerError) {
        let record = self.record(of: action, on: subject, about: [], in: app.name, by: origin)
        _ = try await self.books { _ throws(RepositoryError) in
            try await self.audit.add(record, .refused(code: refusal.code))
        }
    }

    private func perform(
        _ change: OwnershipChange,
        in app: ServedApp,
        isPreview: Bool,
        entering record: AuditRecord? = nil,
        deciding outcome: @escaping @Sendable ([OwnershipMove]) -> OwnershipOutcome?
    ) async throws(CustomerError) -> [OwnershipMove] {
        let decision: @Sendable (Result<[OwnershipMove], OwnershipRefusal>) -> OwnershipOutcome? = { moved in
            (try? moved.get()).flatMap(outcome)
        }
        let result = try await self.books { books throws(RepositoryError) in
            try await self.audit.enter(record) { (moved: Result<[OwnershipMove], OwnershipRefusal>) in
                switch moved {
                case .success: .done
                case .failure(let refusal): .refused(code: refusal.code)
                }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding(decision) { () throws(RepositoryError) in
                    try await books.change(change, of: app.name, catalogue: app.catalogue, isPreview: isPreview)
                }
            }
        }
        switch result {
        case .success(let moves): return moves
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// Lets Apple name a customer in everything that it signs about a chain from now on.
    private func nameAtApple(
        _ customer: CustomerID,
        owned: OwnedChain,
        _ transaction: TransactionID,
        app: ServedApp,
        _ origin: ActOrigin
    ) async -> OwnershipOutcome.TokenOutcome {
        guard let store else { return .failed(code: "appstore_not_configured") }
        let record = owned.chain.transactions.first { $0.transactionID == transaction }
        guard let original = record?.current.originalTransactionID ?? owned.chain.rootID else {
            return .failed(code: OwnershipRefusal.unknownTransaction.code)
        }
        do {
            let tokens = try await self.repository.accountTokens(of: customer, app: app.name)
            let token: AccountToken
            if let first = tokens.first {
                token = first
            } else {
                token = try await self.mintToken(for: customer, in: app, by: origin)
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
                code: { (error: StoreDeskError) in error.refusalCode },
                trouble: { StoreDeskError.storage($0) },
                { () throws(StoreDeskError) in try await store.setAccountToken(token, of: original, in: app.name) }
            )
            return .set(token)
        } catch let error as StoreDeskError {
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
