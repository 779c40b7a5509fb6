import PersistenceSQL

extension PostgreSQLBatch {
    /// Returns the rows that answer a query from what is known, or `nil`.
    func rows(_ query: SQLStatement, _ values: [SQLValue]) -> [[SQLValue]]? {
        if let known = self.answer(query, values) { return known }
        switch query {
        case .entitlements.holding:
            return self.rows(.entitlements.holdings, Array(values.prefix(2)))?.filter { $0[0] == values[2] }.map {
                [$0[1]]
            }
        case .ownership.accountCustomer:
            return self.answer(.ownership.accountCustomers, Array(values.prefix(2)))?.filter { $0[0] == values[2] }
        case .ownership.sharedToken:
            return self.buffered(.newOriginals, BatchKey(.original, values[0])).map { [[$0[9]]] }
        case .ownership.sharesOf:
            if self.buffered(.newOriginals, BatchKey(.original, values[0])) != nil, !self.isBuffered(.insertShared) {
                return []
            }
            return self.answer(.ownership.sharedPurchases, [values[0]])?.filter { row in
                row[0].asStored == values[1].asStored
            }
            .map { [$0[1]] }
        case .chains.claim:
            guard let new = self.buffered(.newStoreIDs, BatchKey(.storeID, values[0], values[1])) else { return nil }
            return new[5] == .null ? [] : [[new[4], new[5], new[3] == .null ? new[2] : new[3]]]
        default: return self.rowsOfNewCustomer(query, values)
        }
    }

    /// Returns the row of a statement that changes a counter and returns it, where the old value is known; otherwise
    /// `nil`.
    func count(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) -> [[SQLValue]]? {
        switch query {
        case .transactions.countSubmission:
            guard case .integer(let former)? = self.answer(.ownership.submissionCount, [])?.first?.first else {
                return nil
            }
            let row: [SQLValue] = [.integer(former + 1)]
            self.know(.ownership.submissionCount, [], [row])
            try self.keep(.submissionCount, row, row: BatchKey(.counter), .replaces)
            return [row]
        case .events.countAppEvents:
            guard let known = self.answer(.events.appEventCount, [values[2]])?.first,
                case .integer(let former) = known[0], case .integer(let latest) = known[1],
                case .integer(let count) = values[0], case .integer(let now) = values[1]
            else { return nil }
            let row: [SQLValue] = [.integer(former + count), .integer(max(latest, now))]
            self.know(.events.appEventCount, [values[2]], [row])
            try self.keep(.appEvents, row + [values[2]], row: BatchKey(.app, values[2]), .replaces)
            return [row]
        case .events.countChainEvents:
            let row = BatchKey(.original, values[1])
            if var new = self.buffered(.newOriginals, row), case .integer(let former) = new[5],
                case .integer(let count) = values[0]
            {
                new[5] = .integer(former + count)
                try self.keep(.newOriginals, new, row: row, .replaces)
                return [[new[5]]]
            }
            return try self.countEvents(.sinks.chainEventCount, .chainEvents, BatchKey(.chainEvents, values[1]), values)
        case .events.countCustomerEvents:
            let row = BatchKey(.customerEvents, values[1])
            return try self.countEvents(.sinks.customerEventCount, .customerEvents, row, values)
        default: return nil
        }
    }

    private func countEvents(
        _ question: SQLStatement,
        _ buffered: BufferedWrite,
        _ row: BatchKey,
        _ values: [SQLValue]
    ) throws(PostgreSQLFailure) -> [[SQLValue]]? {
        guard case .integer(let former)? = self.rows(question, [values[1]])?.first?.first,
            case .integer(let count) = values[0]
        else { return nil }
        let total = SQLValue.integer(former + count)
        self.know(question, [values[1]], [[total]])
        try self.keep(buffered, [total, values[1]], row: row, .replaces)
        return [[total]]
    }

    /// Returns what is known of a customer who is new in this batch.
    private func rowsOfNewCustomer(_ query: SQLStatement, _ values: [SQLValue]) -> [[SQLValue]]? {
        let place: Int
        switch query {
        case .names.customerName, .sinks.customerEventCount, .ownership.tokensOfCustomer, .entitlements.holdings:
            place = 0
        case .entitlements.holderState: place = 1
        case .ownership.hasSubmitted: place = 2
        default: return nil
        }
        guard case .integer(let number) = values[place], self.customerDefaults.contains(number) else { return nil }
        let rows: [[SQLValue]]
        switch query {
        case .names.customerName:
            guard let buffered = self.buffered(.insertCustomer, BatchKey(.customerName, values[0])) else { return nil }
            rows = [[buffered[2], .null, .null]]
        case .sinks.customerEventCount: rows = [[.integer(0)]]
        case .ownership.tokensOfCustomer: rows = [[.null]]
        case .entitlements.holderState: rows = [[.null, .integer(0), .integer(0), .null]]
        case .entitlements.holdings, .ownership.hasSubmitted: rows = []
        default: return nil
        }
        self.know(query, values, rows)
        return rows
    }
}
