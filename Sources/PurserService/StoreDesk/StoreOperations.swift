import AppStore
package import Ledger

/// What operators may ask of the App Store, wherever they do it from; each act is in the audit log before Apple is asked.
package struct StoreOperations: OperatorWork {
    /// The most failures of an extension that are listed.
    private static let listedFailures = 20

    private let desk: StoreDesk
    private let audit: AuditLog

    /// Work at this desk, which this audit log keeps.
    package init(desk: StoreDesk, audit: AuditLog) {
        self.desk = desk
        self.audit = audit
    }

    /// Does a task, or with `isPreview` says only what it is about.
    package func run(
        _ task: StoreTask,
        isPreview: Bool,
        by operatorName: String,
        reason: String?,
        report: Operations.Report
    ) async {
        do throws(OperationFailure) {
            if isPreview {
                report(.result(OperationResult(isClean: true, fields: try await self.preview(task))))
                return
            }
            report(.result(try await self.entered(task, by: operatorName, reason: reason, report: report)))
        } catch {
            report(.failure(error))
        }
    }

    private func entered(
        _ task: StoreTask,
        by name: String,
        reason: String?,
        report: Operations.Report
    ) async throws(OperationFailure) -> OperationResult {
        do throws(StoreDeskError) {
            return try await self.entering(
                task,
                by: name,
                reason: reason,
                code: { (error: StoreDeskError) in error.refusalCode },
                trouble: { StoreDeskError.storage($0) },
                as: { (result: OperationResult) in Self.outcome(of: result) },
                { () throws(StoreDeskError) -> OperationResult in
                    try await self.perform(task, by: name, report: report)
                }
            )
        } catch {
            throw Self.failure(error)
        }
    }

    /// How a task ended that answered so: an answer may also be that it was refused.
    private static func outcome(of result: OperationResult) -> AuditOutcome {
        for case .text(let refusal) in result.fields.filter({ ["refusal", "refused"].contains($0.name) }).map(\.value) {
            return .refused(code: String(refusal.prefix { $0 != " " }))
        }
        return .done
    }

    /// Does a task between two entries in the audit log: that it begins, as must be there before Apple is asked, and how it
    /// ended.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - operatorName: Who does it.
    ///   - reason: Why.
    ///   - code: The code of what was thrown; `nil` where that leaves open whether it was done.
    ///   - trouble: What to throw where the first entry cannot be written.
    ///   - outcome: How the task ended that answered so.
    ///   - work: Does the task.
    /// - Returns: What the work answers.
    /// - Throws: What the work throws, and `trouble`.
    package func entering<Answer, Failure: Error>(
        _ task: StoreTask,
        by operatorName: String,
        reason: String?,
        code: (Failure) -> String?,
        trouble: (RepositoryError) -> Failure,
        as outcome: (Answer) -> AuditOutcome = { _ in .done },
        _ work: () async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        let (action, subject) = task.entry
        let record = AuditRecord(
            by: operatorName,
            action,
            on: subject,
            reason: reason,
            details: ["app": task.app.rawValue].merging(task.entryDetails) { first, _ in first }
        )
        return try await self.audit.around(record, as: outcome, code: code, trouble: trouble, work)
    }

    /// What a task is about, from the books alone.
    package func preview(_ task: StoreTask) async throws(OperationFailure) -> [OperationResult.Field] {
        var fields = task.fields.map { OperationResult.Field($0.name, .text($0.value)) }
        let id: TransactionID
        switch task.deed {
        case .extend(let original, _, _, _), .setToken(_, let original): id = TransactionID(original.rawValue)
        case .finish(let transaction): id = transaction
        default: return fields
        }
        var isKnown = false
        for environment in [StoreEnvironment.production, .sandbox] {
            let owned: OwnedChain?
            do throws(RepositoryError) {
                owned = try await self.desk.repository.chain(of: id, app: task.app, environment: environment)
            } catch {
                throw OperationFailure(error)
            }
            guard let owned,
                let newest = owned.chain.transactions.map(\.current).max(by: { $0.purchaseAt < $1.purchaseAt })
            else { continue }
            isKnown = true
            fields.append(.init("environment", .text(environment.rawValue)))
            fields.append(.init("productId", .text(newest.productID.rawValue)))
            if let expiresAt = newest.expiresAt { fields.append(.init("expiresAt", .text(expiresAt.rfc3339))) }
            if let owner = owned.claims[newest.transactionID]?.owner {
                fields.append(.init("customer", .text(owner.rawValue)))
            }
        }
        if !isKnown { fields.append(.init("known", .text("not in the books"))) }
        return fields
    }

    private func perform(
        _ task: StoreTask,
        by operatorName: String,
        report: Operations.Report
    ) async throws(StoreDeskError) -> OperationResult {
        switch task.deed {
        case .extend(let original, let days, let reason, let key):
            let order = try await self.desk.order(
                .subscription(original),
                by: days,
                because: reason,
                in: task.app,
                environment: nil,
                by: operatorName,
                key: key.map { ExtensionKey($0, ofOperator: operatorName, in: task.app) }
            )
            return await self.given(order)
        case .extendAll(let product, let days, let reason, let storefronts, let environment, let key):
            let order = try await self.desk.order(
                .product(product, storefronts: storefronts),
                by: days,
                because: reason,
                in: task.app,
                environment: environment,
                by: operatorName,
                key: key.map { ExtensionKey($0, ofOperator: operatorName, in: task.app) }
            )
            return await self.given(order)
        case .extensions(let environment):
            return try await self.extensions(of: task.app, in: environment, report: report)
        case .setToken(let token, let original):
            let done = try await self.desk.setAccountToken(token, of: original, in: task.app)
            let fields = Self.result([
                ("transaction", original.rawValue), ("environment", done.environment.rawValue),
            ]).fields
            return OperationResult(isClean: true, fields: fields + [.init("recorded", .flag(done.isRecorded))])
        case .order(let number): return Self.result(try await self.desk.order(number, in: task.app))
        case .recover(let number, let customer, let language):
            return try await self.recover(number, for: customer, in: language, task.app)
        case .finish(let id):
            let environment = try await self.desk.finish(id, in: task.app)
            return Self.result([("transaction", id.rawValue), ("environment", environment.rawValue)])
        case .download(let id):
            let payload = try await self.desk.appTransaction(of: id, in: task.app)
            return Self.result([
                ("appTransactionId", payload.appTransactionId), ("environment", payload.receiptType?.rawValue),
                ("originalPurchaseDate", payload.originalPurchaseDate.map { Instant($0).rfc3339 }),
                ("originalApplicationVersion", payload.originalApplicationVersion),
                ("originalPlatform", payload.originalPlatform?.rawValue),
                ("preorderDate", payload.preorderDate.map { Instant($0).rfc3339 }),
            ])
        }
    }

    /// Gives an order to Apple that is kept already, so that whoever ordered it sees what comes of it.
    ///
    /// The order is kept whatever Apple does; where Apple cannot be asked now, a server gives it later.
    private func given(_ kept: RenewalExtension) async -> OperationResult {
        var order = kept
        var failure: String?
        do throws(StoreDeskError) {
            order = try await self.desk.advance(kept)
        } catch {
            failure = error.code
        }
        let result = Self.result([
            ("extension", order.id.rawValue), ("state", order.state), ("environment", order.environment.rawValue),
            ("renewsAt", order.renewsAt?.rfc3339), ("refusal", order.refusal?.text),
            ("notGivenYet", failure),
        ])
        return OperationResult(isClean: order.refusal == nil, fields: result.fields)
    }

    /// Recovers what was bought with an order number; a number that leads to nothing is an answer too.
    private func recover(
        _ number: String,
        for customer: CustomerID,
        in language: String,
        _ name: AppName
    ) async throws(StoreDeskError) -> OperationResult {
        let (app, _) = try self.desk.app(name)
        let language = app.sentences.language(among: [language])
        let order: RecoveredOrder
        do throws(RecoveryError) {
            order = try await RecoveryDesk(store: self.desk).recover(number, for: customer, in: app)
        } catch {
            if case .store(let cause) = error { throw cause }
            return OperationResult(
                isClean: false,
                fields: [
                    .init("refused", .text(error.code)), .init("detail", .text(error.remedy)),
                    .init("sentence", .text(app.sentences.text(error.sentence, in: language))),
                ]
            )
        }
        let purchases = order.purchases.map { purchase -> [OperationResult.Field] in
            let name = purchase.name(in: language)
            return [
                .init("transaction", .text(purchase.transactionID.rawValue)),
                .init("outcome", .text(purchase.outcome.rawValue)),
                .init("product", .text(purchase.productID.rawValue)),
                .init("quantity", .number(Int64(purchase.quantity))),
                .init("sentence", .text(app.sentences.text(purchase.outcome, in: language, product: name))),
            ]
        }
        return OperationResult(
            isClean: true,
            fields: [
                .init("order", .text(order.number)), .init("customer", .text(customer.rawValue)),
                .init("purchases", .list(purchases)),
            ]
        )
    }

    /// The orders of extensions, each asked about where it is not over.
    private func extensions(
        of app: AppName,
        in environment: StoreEnvironment,
        report: Operations.Report
    ) async throws(StoreDeskError) -> OperationResult {
        var isClean = true
        // Where Apple cannot be asked about one, somebody who waits does not wait for all the others too.
        var isAsked = true
        for known in try await self.desk.extensions(of: app, environment: environment) {
            var order = known
            // What Apple does not say now it said before, or says later.
            if isAsked {
                do throws(StoreDeskError) { order = try await self.desk.advance(known) } catch { isAsked = false }
            }
            var fields = Self.fields(of: order)
            if order.completion.map({ $0.failed > 0 || order.acceptedAt == nil }) ?? false {
                isClean = false
                let failures = try await self.desk.failures(of: order, limit: Self.listedFailures)
                let ids = failures.map { JSONValue.string($0.originalTransactionID.rawValue) }
                fields.append(.init("failures", .json(.array(ids))))
            }
            report(.line(OperationLine(fields)))
        }
        return OperationResult(isClean: isClean, fields: [])
    }

    private static func fields(of order: RenewalExtension) -> [OperationResult.Field] {
        var fields: [OperationResult.Field] = [.init("extension", .text(order.id.rawValue))]
        switch order.target {
        case .subscription(let original): fields.append(.init("transaction", .text(original.rawValue)))
        case .product(let product, _): fields.append(.init("product", .text(product.rawValue)))
        }
        fields += [
            .init("days", .number(Int64(order.days))), .init("orderedAt", .text(order.orderedAt.rfc3339)),
            .init("state", .text(order.state)),
        ]
        if let completion = order.completion, order.acceptedAt != nil {
            fields.append(.init("succeeded", .number(completion.succeeded)))
            fields.append(.init("failed", .number(completion.failed)))
        }
        if let refusal = order.refusal { fields.append(.init("refusal", .text(refusal.text))) }
        return fields
    }

    private static func result(_ order: LookedUpOrder) -> OperationResult {
        let purchases = order.purchases.map { purchase -> [OperationResult.Field] in
            let transaction = purchase.transaction
            return OperationResult.present([
                OperationResult.Field("transaction", .text(transaction.transactionID.rawValue)),
                OperationResult.Field("product", .text(transaction.productID.rawValue)),
                OperationResult.Field("purchasedAt", .text(transaction.purchaseAt.rfc3339)),
                .optional("expiresAt", transaction.expiresAt?.rfc3339),
                .optional("revokedAt", transaction.revocation?.revokedAt.rfc3339),
                .optional("customer", purchase.owner?.rawValue),
            ])
        }
        var fields: [OperationResult.Field] = [
            .init("status", .text(order.isValid ? "valid" : "invalid")), .init("purchases", .list(purchases)),
        ]
        if order.heldCount > 0 { fields.append(.init("held", .number(Int64(order.heldCount)))) }
        return OperationResult(isClean: order.isValid, fields: fields)
    }

    private static func result(_ fields: [(name: String, value: String?)]) -> OperationResult {
        OperationResult(
            isClean: true,
            fields: fields.compactMap { field in
                field.value.map { OperationResult.Field(field.name, .text($0)) }
            }
        )
    }

    private static func failure(_ error: StoreDeskError) -> OperationFailure {
        let detail: String
        switch error {
        case .notConfigured(let app):
            detail = "The app \(app) is not here, or has no key for Apple's server API: apps.\(app).appStore"
        case .appStore(let refusal):
            let number = refusal.number.map { " (\($0.rawValue) \($0.name ?? ""))" } ?? ""
            if refusal.canRetry {
                detail = "Apple cannot be asked now\(number); try again."
            } else {
                detail =
                    refusal.isUnknownID ? "Apple does not know this transaction\(number)." : "Apple refuses\(number)."
            }
        case .notDone: detail = "Apple did not extend it, and does not say why; look at the subscription's state."
        case .keyReused: detail = "This key was used for another order. Take a new one for each new order."
        case .evidence, .refused: detail = "What Apple answered cannot be taken in."
        case .storage(let error): return OperationFailure(error)
        }
        return OperationFailure(code: error.code, detail: detail)
    }
}

extension RenewalExtension.Refusal {
    /// The code, and Apple's number where there is one.
    fileprivate var text: String { self.number.map { "\(self.code) (\($0))" } ?? self.code }
}
