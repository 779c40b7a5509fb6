package import Ledger

extension Session {
    /// Returns the request to extend renewal dates with this id.
    package func renewalExtension(
        _ id: RenewalExtensionID,
        of app: AppName,
        environment: StoreEnvironment
    ) throws -> RenewalExtension? {
        let name = ScopeName(app: app, environment: environment)
        guard let scope = try self.knownScope(name) else { return nil }
        let values: [SQLValue] = [.integer(scope.number), .text(id.rawValue)]
        return try self.first(.appStoreRequests.extensionByRequest, values) { row in try Self.order(in: name, &row) }
    }

    /// Returns the requests to extend renewal dates without an outcome, oldest first, after one of them.
    package func openRenewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) throws -> [RenewalExtension] {
        let name = ScopeName(app: app, environment: environment)
        guard let scope = try self.knownScope(name) else { return [] }
        let values: [SQLValue] = [
            .integer(scope.number), .integer(order?.orderedAt.milliseconds ?? .min), .text(order?.id.rawValue ?? ""),
            .integer(Int64(limit)),
        ]
        return try self.all(.appStoreRequests.openExtensions, values) { row in try Self.order(in: name, &row) }
    }

    /// Returns the requests to extend renewal dates, newest first.
    package func renewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> [RenewalExtension] {
        let name = ScopeName(app: app, environment: environment)
        guard let scope = try self.knownScope(name) else { return [] }
        return try self.all(.appStoreRequests.extensions, [.integer(scope.number), .integer(Int64(limit))]) { row in
            try Self.order(in: name, &row)
        }
    }

    /// Stores a new request to extend renewal dates, or returns the one that is stored under its id.
    package func create(_ order: RenewalExtension) throws -> RenewalExtension {
        try self.run(.appStoreRequests.insertExtension, try self.values(of: order))
        self.note(.extensions, dueAt: DueWork.atOnce)
        let kept = try self.renewalExtension(order.id, of: order.app, environment: order.environment)
        guard let kept else { throw RepositoryError.corrupt }
        return kept
    }

    /// Saves a request to extend renewal dates with its outcome.
    package func put(_ order: RenewalExtension) throws {
        try self.run(.appStoreRequests.putExtension, try self.values(of: order))
    }

    /// Stores a renewal date that could not be extended.
    package func keep(_ failure: ExtensionFailure) throws {
        let scope = try self.scope(ScopeName(app: failure.app, environment: failure.environment))
        try self.run(
            .appStoreRequests.insertExtensionFailure,
            [
                .integer(scope.number), .text(failure.productID.rawValue), .instant(failure.at),
                .text(failure.originalTransactionID.rawValue),
            ]
        )
    }

    /// Returns the renewal dates that could not be extended since a request was made.
    package func failures(of order: RenewalExtension, limit: Int) throws -> [ExtensionFailure] {
        guard case .product(let product, _) = order.target,
            let scope = try self.knownScope(ScopeName(app: order.app, environment: order.environment))
        else { return [] }
        return try self.all(
            .appStoreRequests.extensionFailures,
            [
                .integer(scope.number), .text(product.rawValue), .instant(order.orderedAt), .integer(Int64(limit)),
            ]
        ) { row in
            ExtensionFailure(
                app: order.app,
                environment: order.environment,
                productID: product,
                originalTransactionID: OriginalTransactionID(try row.text()),
                at: try row.instant()
            )
        }
    }

    private func values(of order: RenewalExtension) throws -> [SQLValue] {
        let scope = try self.scope(ScopeName(app: order.app, environment: order.environment))
        let product: String
        let original: OriginalTransactionID?
        let storefronts: [String]
        switch order.target {
        case .subscription(let id): (product, original, storefronts) = ("", id, [])
        case .product(let id, let places): (product, original, storefronts) = (id.rawValue, nil, places)
        }
        return [
            .integer(scope.number), .text(order.id.rawValue), .text(product),
            original.map { .text($0.rawValue) } ?? .null, .integer(Int64(order.days)),
            .integer(Int64(order.reasonCode)),
            try RareJSON.text(storefronts), .instant(order.orderedAt), .text(order.orderedBy),
            .instant(order.acceptedAt), .instant(order.completion?.at), .optional(order.completion?.succeeded),
            .optional(order.completion?.failed), order.refusal.map { .text($0.code) } ?? .null,
            .optional(order.refusal?.number), .instant(order.renewsAt),
        ]
    }

    private static func order(in name: ScopeName, _ row: inout Row) throws -> RenewalExtension {
        let id = RenewalExtensionID(try row.text())
        let product = ProductID(try row.text())
        let original = try row.optionalText().map { OriginalTransactionID($0) }
        let days = Int(try row.integer())
        let reasonCode = Int32(truncatingIfNeeded: try row.integer())
        let storefronts = try RareJSON.value(try row.text(), as: [String].self)
        let orderedAt = try row.instant()
        let orderedBy = try row.text()
        let acceptedAt = try row.optionalInstant()
        let completedAt = try row.optionalInstant()
        let succeeded = try row.optionalInteger()
        let failed = try row.optionalInteger()
        let refusal = try row.optionalText()
        let number = try row.optionalInteger()
        let renewsAt = try row.optionalInstant()
        return RenewalExtension(
            id: id,
            app: name.app,
            environment: name.environment,
            target: original.map { .subscription($0) } ?? .product(product, storefronts: storefronts),
            days: days,
            reasonCode: reasonCode,
            orderedAt: orderedAt,
            orderedBy: orderedBy,
            acceptedAt: acceptedAt,
            completion: completedAt.map {
                RenewalExtension.Completion(at: $0, succeeded: succeeded ?? 0, failed: failed ?? 0)
            },
            refusal: refusal.map { RenewalExtension.Refusal(code: $0, number: number) },
            renewsAt: renewsAt
        )
    }
}
