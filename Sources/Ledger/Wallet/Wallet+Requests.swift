/// The requests that a wallet carries out.
extension Wallet {
    /// Carries out a request and returns its movement, or `nil` where the request requires no change.
    ///
    /// A refused request changes nothing.
    ///
    /// The caller has to advance the wallet's time before (`advance(to:)`), and has to check, where it stores the
    /// movements, whether the key of the request was used. The method reads:
    /// - for a credit, the lots of its purchase and, in debt, the lots with a debt;
    /// - for a grant or an upward adjustment, the lots with a debt;
    /// - for spending or a downward adjustment, as many of the spendable lots, first to last, as it takes;
    /// - for all other requests, the purchase and its lots, all repayments of the wallet and the lots that these name.
    package mutating func carryOut(_ request: WalletRequest, terms: Coin) -> Result<Movement?, WalletRefusal> {
        var wallet = self
        do throws(WalletRefusal) {
            let movement = try wallet.perform(request, terms: terms)
            self = wallet
            return .success(movement)
        } catch {
            return .failure(error)
        }
    }

    private mutating func perform(_ request: WalletRequest, terms: Coin) throws(WalletRefusal) -> Movement? {
        switch request.kind {
        case .credit(let purchase, let goods): return try self.credit(purchase, goods, request, terms)
        case .grant(let quantity, let expiresAt):
            if let expiresAt, expiresAt <= request.at { throw .badExpiry }
            let goods = WalletRequest.Goods(.granted, quantity, expiresAt: expiresAt)
            return try self.bring([goods], .granted, from: .grants, request, terms)
        case .spend(let quantity):
            guard quantity > 0 else { throw .quantityNotPositive }
            if terms.debtRepayment == .blockSpending, self.debt > 0 { throw .blockedByDebt(self.debt) }
            return try self.take(quantity, .spent, request, terms) { lot, count in lot.spent += count }
        case .adjust(let quantity):
            guard quantity != 0 else { throw .quantityNotPositive }
            guard quantity < 0 else {
                return try self.bring(
                    [WalletRequest.Goods(.granted, quantity)],
                    .adjusted,
                    from: .adjustments,
                    request,
                    terms
                )
            }
            guard quantity >= -Self.maximumQuantity else { throw .overflow }
            return try self.take(-quantity, .adjusted, request, terms) { lot, count in lot.removed += count }
        case .hold(let purchase, let until): return try self.hold(purchase, until: until, request)
        case .releaseHold(let purchase):
            guard !self.lots(of: purchase).isEmpty else { throw .unknownPurchase }
            guard self.purchase(purchase)?.hold != nil else { return nil }
            return self.releaseHold(purchase, self.draft(.released, 0, request))
        case .revoke(let purchase, let refund, let forgives):
            guard (0...RevocationTarget.whole).contains(refund.percentageMilliunits) else { throw .badPercentage }
            return try self.setRevocationTarget(purchase, .revoked, request) { revocationTarget, lots in
                revocationTarget.add(refund)
                if forgives { for place in lots.indices { lots[place].forgives = true } }
            }
        case .restore(let purchase, let signedAt):
            return try self.setRevocationTarget(purchase, .restored, request) { revocationTarget, _ in
                revocationTarget.reverse(at: signedAt)
            }
        case .setRevocationTarget(let purchase, let refund, let forgives):
            let percentage = refund?.percentageMilliunits ?? 0
            guard (0...RevocationTarget.whole).contains(percentage) else { throw .badPercentage }
            let former = self.purchase(purchase)?.revocationTarget.percentageMilliunits ?? 0
            return try self.setRevocationTarget(purchase, percentage < former ? .restored : .revoked, request) {
                revocationTarget,
                lots in
                revocationTarget = RevocationTarget(refunds: refund.map { [$0] } ?? [], reversedAt: nil)
                if forgives { for place in lots.indices { lots[place].forgives = true } }
            }
        }
    }

    private func draft(_ kind: Movement.Kind, _ quantity: Int64, _ request: WalletRequest) -> Draft {
        Draft(
            kind: kind,
            quantity: quantity,
            cause: request.cause,
            key: request.key.rawValue,
            reason: request.reason,
            by: request.by,
            at: request.at,
            purchase: request.purchase
        )
    }

    // MARK: Adding coins

    private mutating func credit(
        _ purchase: PurchaseKey,
        _ goods: [WalletRequest.Goods],
        _ request: WalletRequest,
        _ terms: Coin
    ) throws(WalletRefusal) -> Movement? {
        guard self.lots(of: purchase).isEmpty else { return nil }
        let isAllowed = goods.allSatisfy { goods in
            goods.expiresAt.map { goods.kind == .bonus && $0 > request.at } ?? true
        }
        guard isAllowed else { throw .badExpiry }
        self.change(purchase) { _ in }
        return try self.bring(goods, .credited, from: .purchases, request, terms)
    }

    private mutating func bring(
        _ goods: [WalletRequest.Goods],
        _ kind: Movement.Kind,
        from source: Movement.Account,
        _ request: WalletRequest,
        _ terms: Coin
    ) throws(WalletRefusal) -> Movement {
        var sum: Int64 = 0
        for goods in goods {
            guard goods.quantity > 0 else { throw .quantityNotPositive }
            guard goods.quantity <= Self.maximumQuantity - sum else { throw .overflow }
            sum += goods.quantity
        }
        guard sum > 0 else { throw .quantityNotPositive }
        // The balance after reversals may be above it.
        guard sum <= max(0, Self.maximumQuantity - self.balance) else { throw .overflow }
        let before = self.lots
        var lots: [Lot] = []
        for goods in goods {
            self.lotCount += 1
            lots.append(
                Lot(
                    number: self.lotCount,
                    kind: goods.kind,
                    purchase: request.purchase,
                    amount: goods.quantity,
                    createdAt: request.at,
                    expiresAt: goods.expiresAt
                )
            )
            self.expect(goods.expiresAt)
        }
        self.lots += lots
        if terms.debtRepayment.isRepaid, self.debt > 0 {
            self.repay(with: terms.spendOrder.sorted(lots).map(\.number))
        }
        var draft = self.draft(kind, sum, request)
        if case .grant(_, let expiresAt) = request.kind { draft.expiresAt = expiresAt }
        guard let movement = self.book(draft, since: before, outside: source) else { throw .overflow }
        return movement
    }

    // MARK: Removing coins

    private mutating func take(
        _ quantity: Int64,
        _ kind: Movement.Kind,
        _ request: WalletRequest,
        _ terms: Coin,
        _ note: (inout Lot, Int64) -> Void
    ) throws(WalletRefusal) -> Movement {
        guard quantity <= self.available else { throw .insufficient(available: self.available) }
        let before = self.lots
        var missing = quantity
        for lot in terms.spendOrder.sorted(self.lots.filter { $0.spendable > 0 }) where missing > 0 {
            let count = min(missing, lot.spendable)
            self.change(lot.number) { note(&$0, count) }
            missing -= count
        }
        guard missing == 0 else { throw .insufficient(available: quantity - missing) }
        let draft = self.draft(kind, kind == .adjusted ? -quantity : quantity, request)
        guard let movement = self.book(draft, since: before, outside: .adjustments) else { throw .overflow }
        return movement
    }

    // MARK: Refunds

    private mutating func hold(
        _ purchase: PurchaseKey,
        until: Instant,
        _ request: WalletRequest
    ) throws(WalletRefusal) -> Movement? {
        let lots = self.lots(of: purchase)
        guard !lots.isEmpty else { throw .unknownPurchase }
        let until = min(until, request.at + WalletPurchase.Hold.longest)
        guard until > request.at else { throw .holdOver }
        // An existing hold was measured when it began, and is not extended.
        guard self.purchase(purchase)?.hold == nil else { return nil }
        let before = self.lots
        for lot in lots { self.change(lot.number) { $0.isHeld = true } }
        self.change(purchase) { known in
            known.hold = WalletPurchase.Hold(from: request.at, until: until, share: ConsumedShare(of: lots))
        }
        self.expect(until)
        let left = lots.reduce(0) { $0 + $1.left }
        return self.book(self.draft(.held, left, request), since: before, outside: .adjustments)
    }

    private mutating func setRevocationTarget(
        _ purchase: PurchaseKey,
        _ kind: Movement.Kind,
        _ request: WalletRequest,
        _ hear: (inout RevocationTarget, inout [Lot]) -> Void
    ) throws(WalletRefusal) -> Movement? {
        var lots = self.lots(of: purchase)
        guard !lots.isEmpty else { throw .unknownPurchase }
        let before = self.lots
        var revocationTarget = self.purchase(purchase)?.revocationTarget ?? RevocationTarget()
        hear(&revocationTarget, &lots)
        self.change(purchase) { $0.revocationTarget = revocationTarget }
        var change: Int64 = 0
        for lot in lots {
            let target = revocationTarget.share(of: lot.amount)
            change += target - lot.target
            self.change(lot.number) { known in
                known.target = target
                known.forgives = lot.forgives
            }
        }
        self.settle()
        // Forgiving the rest is no movement where no coins were missing.
        let isMoved = zip(before, self.lots).contains { former, lot in
            former.target != lot.target || former.left != lot.left || former.debt != lot.debt
                || former.missing - former.owed != lot.missing - lot.owed
        }
        guard isMoved else { return nil }
        self.expectExpiry(after: request.at)
        let quantity = kind == .restored ? -change : change
        guard let movement = self.book(self.draft(kind, quantity, request), since: before, outside: .refunds) else {
            throw .overflow
        }
        return movement
    }
}
