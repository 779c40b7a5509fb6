package import Ledger

/// Everything that an id identifies.
package struct LookupResult: Hashable, Sendable {
    /// One object that the id identifies.
    package enum Match: Hashable, Sendable {
        /// A transaction.
        case transaction(TransactionReport)
        /// A chain of purchases, by its original transaction id, with the transaction by which it was found.
        case originalTransaction(TransactionReport)
        /// An account token, with its customer.
        case accountToken(AccountToken, CustomerID)
        /// A customer.
        case customer(CustomerID, CustomerRecord)
        /// An Apple account, with the customers who used it.
        case appleAccount(StoreEnvironment, [AppleAccountBinding])
        /// An order number from one of Apple's mails, with its transactions.
        case order([TransactionReport])
    }

    /// The result of asking Apple about an order number.
    package enum Order: Hashable, Sendable {
        /// The id does not have the form of an order number.
        case notAsked
        /// The id has the form of an order number, and the caller wanted Apple not to be asked.
        case possible
        /// Apple knows the order number.
        case known
        /// Apple does not know the order number.
        case unknown
        /// Apple could not be reached, or rejected the request.
        case failed(code: String)
    }

    /// Everything that the id identifies.
    package let matches: [Match]
    /// The result of asking Apple.
    package let order: Order
}

extension CustomerService {
    /// Returns everything that an id identifies: a transaction, an original transaction, an account token, a customer,
    /// an Apple account, or the order number of one of Apple's mails, about which Apple is asked.
    package func lookUp(
        _ id: String,
        in app: ServedApp,
        by origin: RequestOrigin,
        asksApple: Bool = true
    ) async throws(CustomerError) -> LookupResult {
        let now = self.ambient.now()
        var matches = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.matches(of: id, in: app, at: now) }
        }
        guard asksApple || !Self.isOrderNumber(id) else { return LookupResult(matches: matches, order: .possible) }
        let order = try await self.order(id, in: app, by: origin, matches: &matches)
        return LookupResult(matches: matches, order: order)
    }

    /// Asks Apple about an order number, if the id has the form of one.
    private func order(
        _ id: String,
        in app: ServedApp,
        by origin: RequestOrigin,
        matches: inout [LookupResult.Match]
    ) async throws(CustomerError) -> LookupResult.Order {
        guard Self.isOrderNumber(id) else { return .notAsked }
        guard let store, app.appStore != nil else { return .failed(code: "appstore_not_configured") }
        // The entry is added before Apple is asked, as for every request to Apple.
        let record = self.record(of: .orderLookUp, on: id, about: [], in: app.name, by: origin)
        let found: LookedUpOrder
        do throws(AppStoreServiceError) {
            found = try await self.audit.around(
                record,
                code: { (error: AppStoreServiceError) in error.refusalCode },
                trouble: { AppStoreServiceError.storage($0) },
                { () throws(AppStoreServiceError) in try await store.order(id, in: app.name) }
            )
        } catch {
            if case .storage(let trouble) = error { throw .storage(trouble) }
            return .failed(code: error.code)
        }
        guard found.isValid else { return .unknown }
        let now = self.ambient.now()
        let transactions = found.purchases.map(\.transaction.transactionID)
        let reports = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                try transactions.compactMap { try view.report(of: $0, in: app, environment: .production, at: now) }
            }
        }
        matches.append(.order(reports))
        return .known
    }

    /// Returns whether a text has the form of an order number of Apple's mails: capital letters and digits, at least
    /// one of each.
    static func isOrderNumber(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (8...20).contains(bytes.count) else { return false }
        let letters = bytes.count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        let digits = bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return letters > 0 && digits > 0 && letters + digits == bytes.count
    }
}

extension ReadView {
    /// Returns everything that an id identifies in the ledger.
    fileprivate func matches(of id: String, in app: ServedApp, at now: Instant) throws -> [LookupResult.Match] {
        let name = app.name
        var matches: [LookupResult.Match] = []
        if let customer = CustomerID(id), let record = try self.record(of: customer, app: name) {
            matches.append(.customer(customer, record))
        }
        if let token = AccountToken(id), let customer = try self.customer(of: token, app: name) {
            matches.append(.accountToken(token, customer))
        }
        for environment in StoreEnvironment.allCases {
            if let report = try self.report(of: TransactionID(id), in: app, environment: environment, at: now) {
                matches.append(.transaction(report))
                let original = OriginalTransactionID(id)
                let isOriginal = report.chain.chain.transactions.contains { record in
                    record.current.originalTransactionID == original && record.transactionID != report.transactionID
                }
                if isOriginal { matches.append(.originalTransaction(report)) }
            }
            let bindings = try self.bindings(of: AppTransactionID(id), app: name, environment: environment)
            if !bindings.isEmpty { matches.append(.appleAccount(environment, bindings)) }
        }
        return matches
    }
}
