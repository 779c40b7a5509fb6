package import Ledger
import Notation

/// Returns wallets, and spends, grants and adjusts coins.
///
/// Grants and adjustments are in the audit log; those of app servers only up to a rate that displaces no other entries.
/// Spending is only in the wallet's statement, because there are thousands of such movements a second.
package struct WalletService: Sendable {
    /// The maximum length of a reason, in bytes of UTF-8.
    package static let maximumReasonBytes = 500
    /// The maximum number of lots or movements in one answer.
    package static let maximumPage = 500

    /// A request to change a wallet, with its caller and reason.
    package struct Request: Hashable, Sendable {
        /// The customer.
        package let customer: CustomerID
        /// The kind of coins.
        package let coin: CoinName
        /// The environment.
        package let environment: StoreEnvironment
        /// The idempotency key of the request.
        package let key: String
        /// The reason.
        package let reason: String
        /// The caller.
        package let by: String
        /// Whether an operator or the shop makes the request.
        package let cause: Movement.Cause

        /// Creates a request.
        package init(
            customer: CustomerID,
            coin: CoinName,
            environment: StoreEnvironment,
            key: String,
            reason: String,
            by: String,
            cause: Movement.Cause
        ) {
            self.customer = customer
            self.coin = coin
            self.environment = environment
            self.key = key
            self.reason = reason
            self.by = by
            self.cause = cause
        }
    }

    /// The result of a request.
    package struct Answer: Hashable, Sendable {
        /// The movement that was booked, now or by the first request with the same key.
        package let movement: Movement
        /// Whether the movement was booked now.
        package let isNew: Bool

        /// The reason why nothing changed, where the movement was booked before.
        package var nothing: NoChange.Code? { self.isNew ? nil : .coinsBooked }
    }

    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog

    /// Creates a service on this repository.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
        self.audit = AuditLog(repository: repository, ambient: ambient)
    }

    // MARK: Reads

    /// Returns a customer's wallets, by coin name; an empty wallet for each coin of the catalog without one.
    package func wallets(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(WalletError) -> [WalletBalance] {
        try await self.asking { view, now in
            try view.wallets(of: customer, in: app, environment: environment, at: now)
        }
    }

    /// Returns a wallet.
    package func wallet(
        of customer: CustomerID,
        coin: CoinName,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(WalletError) -> WalletBalance {
        let name = WalletName(app: app.name, environment: environment, customer: customer, coin: coin)
        let found = try await self.asking { view, now in try view.wallet(name, in: app, at: now) }
        guard let found else { throw Self.unknownCoin(in: app) }
        return found
    }

    /// Returns the lots of a wallet, newest first.
    package func lots(
        of wallet: WalletName,
        in app: ServedApp,
        before number: Int64?,
        limit: Int
    ) async throws(WalletError) -> [Lot] {
        let found = try await self.asking { view, now -> [Lot]? in
            guard try view.wallet(wallet, in: app, at: now) != nil else { return nil }
            return try view.lots(of: wallet, at: now, before: number, limit: limit)
        }
        guard let found else { throw Self.unknownCoin(in: app) }
        return found
    }

    /// Returns the statement of a wallet, newest movement first.
    package func movements(
        of wallet: WalletName,
        in app: ServedApp,
        before number: Int64?,
        limit: Int
    ) async throws(WalletError) -> [Movement] {
        let found = try await self.asking { view, now -> [Movement]? in
            guard try view.wallet(wallet, in: app, at: now) != nil else { return nil }
            return try view.movements(of: wallet, at: now, before: number, limit: limit)
        }
        guard let found else { throw Self.unknownCoin(in: app) }
        return found
    }

    /// Reads the ledger at the current instant.
    private func asking<Answer: Sendable>(
        name: StaticString = #function,
        _ question: @escaping @Sendable (any ReadView, Instant) throws -> Answer
    ) async throws(WalletError) -> Answer {
        let now = self.ambient.now()
        do throws(RepositoryError) {
            return try await self.repository.read(name: name) { view in try question(view, now) }
        } catch {
            throw .storage(error)
        }
    }

    // MARK: Changes

    /// Spends coins.
    package func spend(_ quantity: Int64, _ request: Request, in app: ServedApp) async throws(WalletError) -> Answer {
        try await self.carryOut(.spend(quantity), entering: nil, request, in: app)
    }

    /// Grants coins.
    package func grant(
        _ quantity: Int64,
        expiresAt: Instant?,
        _ request: Request,
        in app: ServedApp
    ) async throws(WalletError) -> Answer {
        let record = Self.record(.walletGrant, quantity, request, in: app)
        return try await self.carryOut(.grant(quantity, expiresAt: expiresAt), entering: record, request, in: app)
    }

    /// Adds coins, or removes them where the quantity is negative; a removal is not spending.
    package func adjust(_ quantity: Int64, _ request: Request, in app: ServedApp) async throws(WalletError) -> Answer {
        let record = Self.record(.walletAdjust, quantity, request, in: app)
        return try await self.carryOut(.adjust(quantity), entering: record, request, in: app)
    }

    /// What was booked, or why not.
    private typealias Booking = Result<WalletOutcome, WalletRefusal>

    private func carryOut(
        _ kind: WalletRequest.Kind,
        entering record: AuditRecord?,
        _ request: Request,
        in app: ServedApp
    ) async throws(WalletError) -> Answer {
        let terms = try Self.terms(of: request, in: app)
        let walletRequest = WalletRequest(
            kind,
            cause: request.cause,
            key: request.key,
            reason: request.reason,
            by: request.by,
            at: self.ambient.now()
        )
        let wallet = WalletName(
            app: app.name,
            environment: request.environment,
            customer: request.customer,
            coin: request.coin
        )
        let result: Booking?
        do throws(RepositoryError) {
            result = try await self.entering(record, request, in: app.name) { () throws(RepositoryError) in
                try await IdempotentWork.deciding(Self.answer) { () throws(RepositoryError) in
                    try await self.repository.write { unit -> Booking? in
                        // A reserved name that the server has not given out gets no coins.
                        if record != nil, try !unit.admits(request.customer, app: app.name) { return nil }
                        return try unit.carryOut(walletRequest, on: wallet, terms: terms)
                    }
                }
            }
        } catch {
            throw .storage(error)
        }
        guard let result else { throw .reservedCustomer }
        if case .failure(let refusal) = result { throw .refused(refusal) }
        guard let answer = Self.answer(result) else { throw .storage(.corrupt) }
        return answer
    }

    /// Returns the answer for an outcome; `nil` where nothing was booked.
    @Sendable private static func answer(_ result: Booking?) -> Answer? {
        guard case .success(let outcome)? = result, let movement = outcome.movement else { return nil }
        return Answer(movement: movement, isNew: outcome.isNew)
    }

    /// Books a movement, and enters the action with its result in the audit log.
    private func entering(
        _ record: AuditRecord?,
        _ request: Request,
        in app: AppName,
        by write: () async throws(RepositoryError) -> Booking?
    ) async throws(RepositoryError) -> Booking? {
        guard let record else { return try await write() }
        let outcome: @Sendable (Booking?) -> AuditOutcome? = { result in
            switch result {
            case .success(let outcome)?: outcome.isNew ? .done : .nothing
            case .failure(let refusal)?: .refused(code: refusal.code)
            case nil: nil
            }
        }
        guard request.cause != .operator else { return try await self.audit.enter(record, as: outcome, by: write) }
        // The statement of the wallet contains every grant with its caller and reason.
        return try await self.audit.enterFrequent(record, in: app, request.environment, as: outcome, by: write)
    }

    private static func record(
        _ action: AuditAction,
        _ quantity: Int64,
        _ request: Request,
        in app: ServedApp
    ) -> AuditRecord {
        AuditRecord(
            by: request.by,
            action,
            on: request.key,
            reason: request.reason,
            details: [
                "app": app.name.rawValue, "coin": request.coin.rawValue, "environment": request.environment.rawValue,
                "quantity": "\(quantity)",
            ],
            about: AuditDraft.About([request.customer], of: app.name)
        )
    }

    private static func terms(of request: Request, in app: ServedApp) throws(WalletError) -> Coin {
        // A dictionary would match another Unicode spelling of the same letters.
        guard let terms = app.catalog.coins.first(where: { CoinName($0.key) == request.coin })?.value else {
            throw Self.unknownCoin(in: app)
        }
        guard (1...Self.maximumReasonBytes).contains(request.reason.utf8.count) else { throw .reasonMissing }
        return terms
    }

    private static func unknownCoin(in app: ServedApp) -> WalletError {
        .unknownCoin(known: app.catalog.coins.keys.map { CoinName($0) }.sorted())
    }
}

extension ReadView {
    /// Returns a customer's wallets at an instant, by coin name; an empty wallet for each coin of the catalog without
    /// one.
    fileprivate func wallets(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> [WalletBalance] {
        var found = try self.wallets(of: customer, app: app.name, environment: environment, at: now)
        let known = Set(found.map(\.name.coin))
        for coin in app.catalog.coins.keys.map({ CoinName($0) }) where !known.contains(coin) {
            let name = WalletName(app: app.name, environment: environment, customer: customer, coin: coin)
            found.append(WalletBalance(Wallet(), name: name))
        }
        return found.sorted { $0.name.coin < $1.name.coin }
    }

    /// Returns a wallet at an instant; `nil` where the customer and the catalog have no such coin.
    fileprivate func wallet(_ name: WalletName, in app: ServedApp, at now: Instant) throws -> WalletBalance? {
        try self.wallets(of: name.customer, in: app, environment: name.environment, at: now)
            .first { $0.name.coin == name.coin }
    }
}
