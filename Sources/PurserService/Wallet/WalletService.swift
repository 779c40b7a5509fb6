package import Ledger
import Notation

/// Shows wallets, and spends, gives and corrects by hand.
///
/// What is given or corrected is in the audit log, of what apps' servers give only so much that it crowds nothing out.
/// What is spent is in the wallet's own statement only: there are thousands of such a second.
package struct WalletService: Sendable {
    /// The longest reason, in bytes of UTF-8.
    package static let maximumReasonBytes = 500
    /// The most lots or movements in one answer.
    package static let maximumPage = 500

    /// What somebody asks for, with who he is and why.
    package struct Request: Hashable, Sendable {
        /// The customer.
        package let customer: CustomerID
        /// The kind of coins.
        package let coin: CoinName
        /// The environment.
        package let environment: StoreEnvironment
        /// By what it is known when it is asked for again.
        package let key: String
        /// Why.
        package let reason: String
        /// Who asks.
        package let by: String
        /// Whether an operator asks, or a call of the shop.
        package let cause: Movement.Cause

        /// A request of these values.
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

    /// What came of it: the movement, and whether it was booked now.
    package struct Answer: Hashable, Sendable {
        /// What was booked, now or when it was asked for first.
        package let movement: Movement
        /// Whether it was booked now.
        package let isNew: Bool

        /// Why nothing was done, where it was booked before.
        package var nothing: NoChange.Code? { self.isNew ? nil : .coinsBooked }
    }

    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog

    /// A service over this repository.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
        self.audit = AuditLog(repository: repository, ambient: ambient)
    }

    // MARK: Looking

    /// How a customer's wallets stand, by name of the coin, with an empty one for each coin that he has none of.
    package func wallets(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(WalletError) -> [WalletBalance] {
        var found = try await self.walletBalances(of: customer, in: app, environment: environment)
        let known = Set(found.map(\.name.coin))
        for coin in app.catalog.coins.keys.map({ CoinName($0) }) where !known.contains(coin) {
            let name = WalletName(app: app.name, environment: environment, customer: customer, coin: coin)
            found.append(WalletBalance(Wallet(), name: name))
        }
        return found.sorted { $0.name.coin < $1.name.coin }
    }

    /// How one wallet stands.
    package func wallet(
        of customer: CustomerID,
        coin: CoinName,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(WalletError) -> WalletBalance {
        let wallets = try await self.wallets(of: customer, in: app, environment: environment)
        guard let wallet = wallets.first(where: { $0.name.coin == coin }) else { throw Self.unknownCoin(in: app) }
        return wallet
    }

    /// The lots of a wallet, newest first.
    package func lots(
        of wallet: WalletName,
        in app: ServedApp,
        before number: Int64?,
        limit: Int
    ) async throws(WalletError) -> [Lot] {
        _ = try await self.wallet(of: wallet.customer, coin: wallet.coin, in: app, environment: wallet.environment)
        return try await self.asking { () throws(RepositoryError) in
            try await self.repository.lots(of: wallet, before: number, limit: limit)
        }
    }

    /// The statement of a wallet, newest movement first.
    package func movements(
        of wallet: WalletName,
        in app: ServedApp,
        before number: Int64?,
        limit: Int
    ) async throws(WalletError) -> [Movement] {
        _ = try await self.wallet(of: wallet.customer, coin: wallet.coin, in: app, environment: wallet.environment)
        return try await self.asking { () throws(RepositoryError) in
            try await self.repository.movements(of: wallet, before: number, limit: limit)
        }
    }

    // MARK: Doing

    /// Spends coins.
    package func spend(_ quantity: Int64, _ request: Request, in app: ServedApp) async throws(WalletError) -> Answer {
        try await self.carryOut(.spend(quantity), entering: nil, request, in: app)
    }

    /// Gives coins.
    package func grant(
        _ quantity: Int64,
        expiresAt: Instant?,
        _ request: Request,
        in app: ServedApp
    ) async throws(WalletError) -> Answer {
        let record = try await self.record(.walletGrant, quantity, request, in: app)
        return try await self.carryOut(.grant(quantity, expiresAt: expiresAt), entering: record, request, in: app)
    }

    /// Adds coins, or takes them away where the quantity is negative; that is not spending.
    package func adjust(_ quantity: Int64, _ request: Request, in app: ServedApp) async throws(WalletError) -> Answer {
        let record = try await self.record(.walletAdjust, quantity, request, in: app)
        return try await self.carryOut(.adjust(quantity), entering: record, request, in: app)
    }

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
        let result = try await self.asking { () throws(RepositoryError) in
            try await self.entering(record, request, in: app.name) { () throws(RepositoryError) in
                try await IdempotentWork.deciding(Self.answer) { () throws(RepositoryError) in
                    try await self.repository.carryOut(walletRequest, on: wallet, terms: terms)
                }
            }
        }
        if case .failure(let refusal) = result { throw .refused(refusal) }
        guard let answer = Self.answer(result) else { throw .storage(.corrupt) }
        return answer
    }

    /// What came of it; `nil` where nothing was booked.
    @Sendable private static func answer(_ result: Result<WalletOutcome, WalletRefusal>) -> Answer? {
        guard case .success(let outcome) = result, let movement = outcome.movement else { return nil }
        return Answer(movement: movement, isNew: outcome.isNew)
    }

    /// Books, and enters the action with what came of it.
    private func entering(
        _ record: AuditRecord?,
        _ request: Request,
        in app: AppName,
        by write: () async throws(RepositoryError) -> Result<WalletOutcome, WalletRefusal>
    ) async throws(RepositoryError) -> Result<WalletOutcome, WalletRefusal> {
        guard let record else { return try await write() }
        let outcome: @Sendable (Result<WalletOutcome, WalletRefusal>) -> AuditOutcome? = { result in
            switch result {
            case .success(let outcome): outcome.isNew ? .done : .nothing
            case .failure(let refusal): .refused(code: refusal.code)
            }
        }
        guard request.cause != .operator else { return try await self.audit.enter(record, as: outcome, by: write) }
        // The statement of the wallet says who gave what and why, and has all of them.
        return try await self.audit.enterFrequent(record, in: app, request.environment, as: outcome, by: write)
    }

    /// What is entered in the audit log, once it is certain that it may be tried.
    private func record(
        _ action: AuditAction,
        _ quantity: Int64,
        _ request: Request,
        in app: ServedApp
    ) async throws(WalletError) -> AuditRecord {
        _ = try Self.terms(of: request, in: app)
        let isAdmitted = try await self.asking { () throws(RepositoryError) in
            try await self.repository.admits(request.customer, app: app.name)
        }
        guard isAdmitted else { throw .reservedCustomer }
        return AuditRecord(
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
        // A dictionary of texts would take another spelling of the same letters for the coin.
        guard let terms = app.catalog.coins.first(where: { CoinName($0.key) == request.coin })?.value else {
            throw Self.unknownCoin(in: app)
        }
        guard (1...Self.maximumReasonBytes).contains(request.reason.utf8.count) else { throw .reasonMissing }
        return terms
    }

    private static func unknownCoin(in app: ServedApp) -> WalletError {
        .unknownCoin(known: app.catalog.coins.keys.map { CoinName($0) }.sorted())
    }

    /// What the ledger says, with what is due by now booked.
    private func walletBalances(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(WalletError) -> [WalletBalance] {
        let now = self.ambient.now()
        return try await self.asking { () throws(RepositoryError) in
            let found = try await self.repository.wallets(of: customer, app: app.name, environment: environment)
            let due = found.filter { $0.dueAt.map { $0 <= now } ?? false }
            guard !due.isEmpty else { return found }
            for wallet in due { try await self.repository.advance(wallet.name, at: now) }
            return try await self.repository.wallets(of: customer, app: app.name, environment: environment)
        }
    }

    private func asking<Value: Sendable>(
        _ work: () async throws(RepositoryError) -> Value
    ) async throws(WalletError) -> Value {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }
}
