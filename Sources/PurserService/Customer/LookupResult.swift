package import Ledger

/// What an id that a person was given stands for.
package struct LookupResult: Hashable, Sendable {
    /// One thing that it stands for.
    package enum Match: Hashable, Sendable {
        /// A transaction.
        case transaction(TransactionReport)
        /// A chain of purchases, named by its original transaction id; with the transaction it was found by.
        case originalTransaction(TransactionReport)
        /// An account token, and the customer it stands for.
        case accountToken(AccountToken, CustomerID)
        /// A customer.
        case customer(CustomerID, CustomerRecord)
        /// An Apple account, with the customers seen with it.
        case appleAccount(StoreEnvironment, [AppleAccountBinding])
        /// An order number from one of Apple's mails, with what it bought.
        case order([TransactionReport])
    }

    /// What came of asking Apple about an order number.
    package enum Order: Hashable, Sendable {
        /// It is not spelled like one.
        case notAsked
        /// Apple knows it.
        case known
        /// Apple does not know it.
        case unknown
        /// Apple could not be asked, or refused.
        case failed(code: String)
    }

    /// Everything that it stands for.
    package let matches: [Match]
    /// What came of asking Apple.
    package let order: Order
}

extension CustomerService {
    /// Everything that an id stands for: a transaction, an original transaction, an account token, a customer, an Apple
    /// account, or the order number of one of Apple's mails, about which Apple is asked.
    package func lookUp(
        _ id: String,
        in app: ServedApp,
        by origin: RequestOrigin
    ) async throws(CustomerError) -> LookupResult {
        let name = app.name
        var matches: [LookupResult.Match] = []
        if let customer = CustomerID(id) {
            let record = try await self.withRepository { repository throws(RepositoryError) in
                try await repository.record(of: customer, app: name)
            }
            if let record { matches.append(.customer(customer, record)) }
        }
        if let token = AccountToken(id) {
            let customer = try await self.withRepository { repository throws(RepositoryError) in
                try await repository.customer(of: token, app: name)
            }
            if let customer { matches.append(.accountToken(token, customer)) }
        }
        for environment in StoreEnvironment.allCases {
            if let report = try await self.report(TransactionID(id), in: app, environment: environment) {
                matches.append(.transaction(report))
                let original = OriginalTransactionID(id)
                let isOriginal = report.chain.chain.transactions.contains { record in
                    record.current.originalTransactionID == original && record.transactionID != report.transactionID
                }
                if isOriginal { matches.append(.originalTransaction(report)) }
            }
            let bindings = try await self.withRepository { repository throws(RepositoryError) in
                try await repository.bindings(of: AppTransactionID(id), app: name, environment: environment)
            }
            if !bindings.isEmpty { matches.append(.appleAccount(environment, bindings)) }
        }
        let order = try await self.order(id, in: app, by: origin, matches: &matches)
        return LookupResult(matches: matches, order: order)
    }

    /// Asks Apple about an order number, if it is spelled like one.
    private func order(
        _ id: String,
        in app: ServedApp,
        by origin: RequestOrigin,
        matches: inout [LookupResult.Match]
    ) async throws(CustomerError) -> LookupResult.Order {
        guard Self.isOrderNumber(id) else { return .notAsked }
        guard let store, app.appStore != nil else { return .failed(code: "appstore_not_configured") }
        // Before Apple is asked, as everything that is.
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
        var reports: [TransactionReport] = []
        for purchase in found.purchases {
            let transaction = purchase.transaction.transactionID
            if let report = try await self.report(transaction, in: app, environment: .production) {
                reports.append(report)
            }
        }
        matches.append(.order(reports))
        return .known
    }

    /// Whether a text is spelled like the order numbers of Apple's mails: capital letters and digits, both of them.
    static func isOrderNumber(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (8...20).contains(bytes.count) else { return false }
        let letters = bytes.count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        let digits = bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return letters > 0 && digits > 0 && letters + digits == bytes.count
    }
}
