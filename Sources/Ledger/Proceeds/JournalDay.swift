/// The journal entries of one day for bookkeeping, which balance in every currency.
///
/// A sale debits what Apple owes and what it keeps, and credits revenue, or deferred revenue where the payment is for
/// service of more than a day. A refund does the opposite against an account of its own, because no report states which
/// sale it belongs to; so deferred revenue of a refunded sale is still earned, and both add up over its term. Where
/// Apple pays in a currency that differs from the customers', only the proceeds are booked: the journal invents no
/// rate.
package struct JournalDay: Sendable {
    /// One line: either a debit or a credit.
    package struct Entry: Hashable, Sendable {
        /// The account.
        package let account: JournalAccount
        /// The dimensions and the source of the entry.
        package let line: DeferredRevenue.Line
        /// The debit, never negative.
        package let debitMilliunits: Int64
        /// The credit, never negative.
        package let creditMilliunits: Int64
    }

    private struct Key: Hashable {
        let account: JournalAccount
        let line: DeferredRevenue.Line
    }

    /// The day.
    package let day: PacificDay
    private var debits: [Key: Int64] = [:]
    private var credits: [Key: Int64] = [:]

    /// Creates a day without entries.
    package init(_ day: PacificDay) { self.day = day }

    /// Books a row of a report or an estimate.
    ///
    /// - Parameters:
    ///   - row: What was sold or refunded.
    ///   - source: The source of the row.
    ///   - deferred: Receives payments for service of more than a day.
    package mutating func book(_ row: ProceedsRow, source: String, deferring deferred: inout DeferredRevenue) {
        let line = DeferredRevenue.Line(row, source: source)
        let (price, proceeds) = (row.bookedPrice, row.proceeds)
        self.post(.receivable, line, proceeds)
        self.post(.commissionAndTaxes, line, price &- proceeds)
        guard !row.isRefund else { return self.post(.refunds, line, 0 &- price) }
        let dayCount = row.service?.dayCount(from: row.day) ?? 1
        guard dayCount > 1 else { return self.post(.revenue, line, 0 &- price) }
        self.post(.deferredRevenue, line, 0 &- price)
        deferred.add(price, to: line, on: row.day, dayCount: dayCount)
    }

    /// Books what the day earns of earlier payments and of its own.
    package mutating func earn(from deferred: inout DeferredRevenue) {
        for (line, amount) in deferred.earn(on: self.day) {
            self.post(.deferredRevenue, line, amount)
            self.post(.revenue, line, 0 &- amount)
        }
    }

    /// The entries sorted by account, product, storefront, currency and source, debits first.
    package var entries: [Entry] {
        let debits = self.debits.map { key, amount in
            Entry(account: key.account, line: key.line, debitMilliunits: amount, creditMilliunits: 0)
        }
        let credits = self.credits.map { key, amount in
            Entry(account: key.account, line: key.line, debitMilliunits: 0, creditMilliunits: amount)
        }
        return (debits + credits).sorted { left, right in
            if left.account != right.account { return left.account < right.account }
            if left.line != right.line { return left.line < right.line }
            return left.debitMilliunits > right.debitMilliunits
        }
    }

    /// The excess of debits over credits in milliunits, by currency; empty for a balanced day.
    package var imbalance: [String: Int64] {
        var sums: [String: Int64] = [:]
        for entry in self.entries {
            sums[entry.line.currency, default: 0] &+= entry.debitMilliunits &- entry.creditMilliunits
        }
        return sums.filter { $0.value != 0 }
    }

    /// Debits a positive amount and credits a negative one.
    private mutating func post(_ account: JournalAccount, _ line: DeferredRevenue.Line, _ amount: Int64) {
        let key = Key(account: account, line: line)
        if amount > 0 { self.debits[key, default: 0] &+= amount }
        if amount < 0 { self.credits[key, default: 0] &-= amount }
    }
}

/// The accounts to which the journal books; bookkeeping may use other names for them.
package enum JournalAccount: String, Hashable, Comparable, Sendable, CaseIterable {
    /// The amount that Apple owes.
    case receivable
    /// Apple's commission, and the taxes in prices.
    case commissionAndTaxes
    /// The refunds to customers.
    case refunds
    /// Payments for service that is not rendered yet.
    case deferredRevenue
    /// Earned revenue.
    case revenue

    /// Orders accounts in the order of their declaration.
    package static func < (left: Self, right: Self) -> Bool {
        (Self.allCases.firstIndex(of: left) ?? 0) < (Self.allCases.firstIndex(of: right) ?? 0)
    }
}
