/// The conversion of a change of lots into a movement.
extension Wallet {
    /// The content of a movement besides its entries.
    struct Draft {
        var kind: Movement.Kind
        var quantity: Int64
        var cause: Movement.Cause
        var key: String
        var reason: String
        var by: String?
        var at: Instant
        var purchase: PurchaseKey?
        var expiresAt: Instant?
    }

    /// Books the changes of the lots since an earlier state, by ascending number, and returns the movement.
    ///
    /// New coins come from `outside` and removed ones go there; all other places have accounts of their own. Books
    /// nothing and returns `nil` where a sum would exceed the maximum.
    mutating func book(_ draft: Draft, since before: [Lot], outside: Movement.Account) -> Movement? {
        var entries: [Movement.Entry] = []
        var rest = before[...]
        for lot in self.lots {
            rest = rest.drop { $0.number < lot.number }
            let former = rest.first?.number == lot.number ? rest.first : nil
            if former == lot { continue }
            Self.entries(of: lot, formerly: former, outside: outside, into: &entries)
        }
        return self.book(draft, entries)
    }

    /// Books the changes of one lot, where all others are unchanged.
    mutating func book(_ draft: Draft, of former: Lot, outside: Movement.Account) -> Movement? {
        guard let lot = self.lot(former.number) else { return nil }
        var entries: [Movement.Entry] = []
        Self.entries(of: lot, formerly: former, outside: outside, into: &entries)
        return self.book(draft, entries)
    }

    /// Books entries.
    mutating func book(_ draft: Draft, _ entries: [Movement.Entry]) -> Movement? {
        var (balance, held, debt) = (self.balance, self.held, self.debt)
        for entry in entries {
            var hasOverflown = false
            func add(_ quantity: Int64, to sum: inout Int64) {
                let (total, overflow) = sum.addingReportingOverflow(quantity)
                sum = total
                hasOverflown = hasOverflown || overflow
            }
            switch entry.account {
            case .available: add(entry.quantity, to: &balance)
            case .held:
                add(entry.quantity, to: &balance)
                add(entry.quantity, to: &held)
            case .debt: add(-entry.quantity, to: &debt)
            default: break
            }
            if hasOverflown { return nil }
        }
        (self.balance, self.held, self.debt) = (balance, held, debt)
        self.movementCount += 1
        return Movement(
            number: self.movementCount,
            kind: draft.kind,
            quantity: draft.quantity,
            cause: draft.cause,
            key: draft.key,
            reason: draft.reason,
            by: draft.by,
            at: draft.at,
            purchase: draft.purchase,
            expiresAt: draft.expiresAt,
            entries: entries,
            balance: balance,
            held: held,
            debt: debt
        )
    }

    private static func entries(
        of lot: Lot,
        formerly former: Lot?,
        outside: Movement.Account,
        into entries: inout [Movement.Entry]
    ) {
        var flows: [(Movement.Account, Int64)] = []
        if let former {
            if former.place == lot.place {
                flows.append((lot.place, lot.left - former.left))
            } else {
                flows.append((former.place, -former.left))
                flows.append((lot.place, lot.left))
            }
        } else {
            flows.append((lot.place, lot.left))
            flows.append((outside, -lot.amount))
        }
        flows.append((.debt, (former?.debt ?? 0) - lot.debt))
        flows.append((.spent, lot.spent - (former?.spent ?? 0)))
        flows.append((outside, lot.removed - (former?.removed ?? 0)))
        flows.append((.refunds, lot.target - (former?.target ?? 0)))
        flows.append((.forgiven, (former.map { $0.missing - $0.owed } ?? 0) - (lot.missing - lot.owed)))
        for (account, quantity) in flows where quantity != 0 {
            entries.append(Movement.Entry(account, lot: lot.number, quantity))
        }
    }
}

/// The result of booking in a wallet.
package struct BookedWallet: Hashable, Sendable {
    /// The wallet, under the id of the customer into whom others were merged.
    package let name: WalletName
    /// Everything that was booked, in order; first what the passing of time caused.
    package let movements: [Movement]
    /// The movement that answers the request, booked now or before; `nil` where the request required no change.
    package let answer: Movement?

    /// Creates a result with these movements.
    package init(name: WalletName, movements: [Movement], answer: Movement?) {
        self.name = name
        self.movements = movements
        self.answer = answer
    }

    /// The events to publish, in order.
    package var drafts: [EventDerivation.Draft] { self.movements.map { $0.draft(in: self.name) } }

    /// Returns the decrease of the balance by the movements that were booked now for a request.
    package func loss(by request: WalletRequest) -> Int64 {
        guard let booked = self.movements.last, booked == self.answer, booked.key == request.key else { return 0 }
        return booked.loss
    }
}
