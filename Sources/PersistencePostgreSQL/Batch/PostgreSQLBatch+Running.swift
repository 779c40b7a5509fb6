import PersistenceSQL

extension PostgreSQLBatch {
    /// Buffers a statement whose rows are not read; returns whether it could.
    func run(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) -> Bool {
        switch query {
        case .names.insertName, .names.insertToken, .ownership.addToken, .ownership.putTokens:
            try self.runCustomer(query, values)
        case .chains.nameOriginal, .chains.putTransaction: try self.runStoreID(query, values)
        case .chains.putShared, .chains.putStatus, .events.putPublished: try self.runOriginal(query, values)
        case .ownership.insertOwned, .ownership.deleteOwned, .entitlements.putHolding: try self.runOwned(query, values)
        case .ownership.putAccountCustomer, .ownership.deleteAccountCustomer, .ownership.putAccountReader,
            .ownership.deleteAccountReader:
            try self.runAccount(query, values)
        case .evidence.insertPart: try self.keep(.insertPart, values)
        case .evidence.repeatNotification:
            try self.keep(.repeatNotification, values, row: BatchKey(.notification, values[1], values[2]), .once)
        case .chains.deleteSnapshots, .chains.insertSnapshot, .chains.putRenewal, .chains.putSignedRefund,
            .ownership.insertShared, .ownership.deleteShared:
            try self.runChain(query, values)
        case .chains.insertRenewalEvidence: try self.insertRenewalEvidence(values)
        case .sales.putSale: try self.keep(.putSale, values, row: Self.sale(values), .replaces)
        case .sales.deleteSale: try self.keep(.deleteSale, values, row: Self.sale(values), .once, isCertain: false)
        case .ownership.insertSubmission: try self.insertSubmission(values)
        case .ownership.repeatSubmission:
            let row = BatchKey(.submission, values[5])
            try self.keep(.repeatSubmission, values, row: row, .once, isCertain: false)
        case .ownership.awaitToken: try self.keep(.awaitToken, values, isCertain: false)
        case .entitlements.putDueEntitlements, .entitlements.deleteDueEntitlements:
            try self.runDueEntitlements(query, values)
        case .events.insertEvent: try self.keep(.insertEvent, values)
        case .events.insertEventPosition: try self.keep(.insertEventPosition, values)
        case .sinks.addPending: try self.keep(.addPending, values, isCertain: false)
        default: return false
        }
        return true
    }

    /// Buffers a row that is inserted unless it exists, and returns how many rows that inserts; `nil` where it is not
    /// known.
    func change(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) -> Int? {
        switch query {
        case .evidence.insertNotification:
            let key = Array(values.prefix(2))
            guard let known = self.answer(.healing.hasNotification, key) else { return nil }
            guard known.isEmpty else { return 0 }
            self.know(.healing.hasNotification, key, [[.integer(1)]])
            try self.keep(.insertNotification, values, row: BatchKey(.notification, values[0], values[1]))
            return 1
        default: return nil
        }
    }

    /// The outcome of inserting a row that gets a number.
    enum Insertion {
        /// The row is buffered under this number.
        case buffered(Int64)
        /// The row exists already.
        case known
    }

    /// Buffers a row that gets a number, unless it exists; returns `nil` where that is not known, or where no number is
    /// left.
    func insert(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) -> Insertion? {
        switch query {
        case .evidence.insertEvidence:
            let key = [values[0], values[4]]
            guard let known = self.answer(.evidence.evidencePosition, key) else { return nil }
            guard known.isEmpty else { return .known }
            guard let number = self.takeNumber(query) else { return nil }
            self.know(.evidence.evidencePosition, key, [[.integer(number)]])
            try self.keep(.insertEvidence, [.integer(number)] + values)
            return .buffered(number)
        case .chains.insertOriginal:
            guard let number = self.takeNumber(query) else { return nil }
            let row: [SQLValue] = [
                .integer(number), values[0], values[1], .null, .null, .integer(0), .null, .null, .null, .null, .null,
            ]
            try self.keep(.newOriginals, row, row: BatchKey(.original, .integer(number)), .replaces)
            return .buffered(number)
        case .names.insertCustomer:
            guard let number = self.takeNumber(query) else { return nil }
            try self.keep(
                .insertCustomer,
                [.integer(number)] + values,
                row: BatchKey(.customerName, .integer(number)),
                .replaces
            )
            self.customerDefaults.insert(number)
            return .buffered(number)
        default: return nil
        }
    }

    // MARK: Kinds of rows

    private func runCustomer(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) {
        switch query {
        case .names.insertName:
            try self.keep(.insertName, values)
            if let customer = self.buffered(.insertCustomer, BatchKey(.customerName, values[2])) {
                self.know(.names.customerByName, [values[0], values[1], customer[2]], [[values[2]]])
            }
        case .names.insertToken:
            try self.keep(.insertToken, values, isCertain: false)
            let key = Array(values.prefix(2))
            guard var known = self.answer(.names.customersByToken, key) else { return }
            guard let tokens = self.rows(.ownership.tokensOfCustomer, [values[2]])?.first?.first else {
                return self.forget(BatchKey(.token, values[0], values[1]))
            }
            guard !known.contains(where: { $0[0] == values[2] }) else { return }
            known.append([values[2], tokens])
            self.know(.names.customersByToken, key, known)
        case .ownership.addToken:
            let row = BatchKey(.token, values[1])
            let former = self.rows(.ownership.tokensOfCustomer, [values[1]])?.first?.first
            try self.keep(.addToken, values, row: row, .once)
            self.setTokens(of: values[1], former.flatMap { Self.joined($0, values[0]) })
        default:
            try self.keep(.putTokens, values, row: BatchKey(.token, values[1]), .replaces)
            self.setTokens(of: values[1], values[0])
        }
    }

    /// Concatenates two packed lists of tokens.
    private static func joined(_ left: SQLValue, _ right: SQLValue) -> SQLValue? {
        guard case .bytes(let right) = right else { return nil }
        switch left {
        case .null: return .bytes(right)
        case .bytes(let left): return .bytes(left + right)
        default: return nil
        }
    }

    private func runStoreID(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) {
        let key = Array(values.prefix(2))
        let row = BatchKey(.storeID, values[0], values[1])
        let isAbsent = self.answer(.chains.homeByID, key)?.isEmpty == true
        if query == .chains.nameOriginal {
            if var new = self.buffered(.newStoreIDs, row) {
                new[2] = values[2]
                try self.keep(.newStoreIDs, new, row: row, .replaces)
            } else if isAbsent {
                try self.keep(.newStoreIDs, key + [values[2], .null, .null, .null], row: row, .replaces)
            } else {
                try self.keep(.nameOriginal, values, row: row, .once)
            }
            if isAbsent { self.know(.chains.homeByID, key, [[.null]]) }
            self.forgetAnswer(.chains.originalByID, key)
            return
        }
        if var new = self.buffered(.newStoreIDs, row) {
            new[3] = values[2] == new[2] ? .null : values[2]
            new[4] = values[3]
            new[5] = values[4]
            try self.keep(.newStoreIDs, new, row: row, .replaces)
        } else if isAbsent {
            try self.keep(.newStoreIDs, key + [.null, values[2], values[3], values[4]], row: row, .replaces)
        } else {
            try self.keep(.putTransaction, values, row: row, .once)
        }
        if self.answer(.chains.homeByID, key) != nil { self.know(.chains.homeByID, key, [[values[2]]]) }
        self.forget(BatchKey(.snapshots, values[2]))
    }

    private func runOriginal(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) {
        guard let number = values.last else { return }
        let row = BatchKey(.original, number)
        self.forget(row)
        if query == .chains.putShared {
            self.forget(BatchKey(.token, values[0]))
            if let known = self.answer(.ownership.sharedToken, [number])?.first?.first, known == .null {
                self.know(.ownership.sharedToken, [number], [[values[0]]])
            }
        }
        if var new = self.buffered(.newOriginals, row) {
            switch query {
            case .chains.putShared:
                if new[9] == .null { new[9] = values[0] }
                if new[10] == .null { new[10] = values[1] }
            case .chains.putStatus: new.replaceSubrange(3...4, with: values.prefix(2))
            default: new.replaceSubrange(6...8, with: values.prefix(3))
            }
            return try self.keep(.newOriginals, new, row: row, .replaces)
        }
        switch query {
        case .chains.putShared: try self.keep(.putShared, values, row: BatchKey(.token, number, .null), .once)
        case .chains.putStatus:
            try self.keep(.putStatus, values, row: BatchKey(.original, number, .integer(1)), .replaces)
        default: try self.keep(.putPublished, values, row: BatchKey(.original, number, .integer(2)), .replaces)
        }
    }

    private func runChain(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) {
        switch query {
        case .chains.deleteSnapshots:
            let row = BatchKey(.snapshot, values[0], values[1])
            try self.keep(.deleteSnapshots, values, row: row, .once, isCertain: false)
            self.forget(BatchKey(.snapshots, values[0]))
            self.forgetLater(BatchKey(.purchase, values[0]))
        case .chains.insertSnapshot:
            try self.keep(.insertSnapshot, values, row: BatchKey(.snapshot, values[0], values[1]))
            self.forget(BatchKey(.snapshots, values[0]))
            self.forgetLater(BatchKey(.purchase, values[0]))
        case .chains.putRenewal:
            try self.keep(.putRenewal, values, row: BatchKey(.renewal, values[0]), .replaces)
            self.forget(BatchKey(.renewal, values[0]))
        case .chains.putSignedRefund:
            let row = BatchKey(.refund, values[0], values[1], values[2])
            try self.keep(.putSignedRefund, values, row: row, .replaces)
            self.forget(BatchKey(.refund, values[0]))
        default:
            let row = BatchKey(.sharedPurchase, values[0], values[1], values[2])
            let buffered = query == .ownership.insertShared ? BufferedWrite.insertShared : .deleteShared
            try self.keep(buffered, values, row: row, .once, isCertain: false)
            self.forget(BatchKey(.sharedPurchases, values[0]))
        }
    }

    /// Returns the key of a sale's row, whose key values come first; no answer depends on it.
    private static func sale(_ values: [SQLValue]) -> BatchKey {
        BatchKey(.sale, values[0], values[1], values[2], values[3])
    }

    private func runOwned(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) {
        let key = query == .entitlements.putHolding ? Array(values.dropFirst()) : values
        let row = BatchKey(.owned, key[0], key[1], key[2])
        let known = Array(key.prefix(2))
        var held = self.rows(.entitlements.holdings, known)
        let place = held?.firstIndex { $0[0] == key[2] }
        switch query {
        case .entitlements.putHolding:
            try self.keep(.putHolding, values, row: row, .replaces, isCertain: false)
            if let place { held?[place][1] = values[0] }
        case .ownership.insertOwned:
            try self.keep(.insertOwned, values, row: row, .once, isCertain: false)
            if place == nil { held?.append([key[2], .null]) }
            self.forget(BatchKey(.owned, key[0]))
        default:
            try self.keep(.deleteOwned, values, row: row, .once, isCertain: false)
            if let place { held?.remove(at: place) }
            self.forget(BatchKey(.owned, key[0]))
        }
        if let held { self.know(.entitlements.holdings, known, held) }
    }

    private func runAccount(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) {
        let key = Array(values.prefix(2))
        let isReader = query == .ownership.putAccountReader || query == .ownership.deleteAccountReader
        let rows = isReader ? BatchKey.Rows.accountReader : .accountCustomer
        let row = BatchKey(rows, values[0], values[1], values[2])
        let question = isReader ? SQLStatement.ownership.accountReaders : .ownership.accountCustomers
        var known = self.answer(question, key)
        let place = known?.firstIndex { $0[0] == values[2] }
        switch query {
        case .ownership.putAccountReader:
            try self.keep(.putAccountReader, values, row: row, .once)
            if let place, case .integer(let former)? = known?[place][1], case .integer(let kind) = values[3] {
                known?[place][1] = .integer(max(former, kind))
            } else {
                known?.append([values[2], values[3]])
            }
        case .ownership.putAccountCustomer:
            try self.keep(.putAccountCustomer, values, row: row, .replaces)
            if let place { known?.remove(at: place) }
            known?.append(Array(values.dropFirst(2)))
        default:
            let buffered = isReader ? BufferedWrite.deleteAccountReader : .deleteAccountCustomer
            try self.keep(buffered, values, row: row, .once, isCertain: false)
            if let place { known?.remove(at: place) }
        }
        if let known { self.know(question, key, known) }
    }

    private func insertRenewalEvidence(_ values: [SQLValue]) throws(PostgreSQLFailure) {
        if var known = self.answer(.chains.renewalEvidence, [values[0]]) {
            known.append(Array(values.dropFirst()))
            self.know(.chains.renewalEvidence, [values[0]], known)
        }
        try self.keep(.insertRenewalEvidence, values, isCertain: false)
    }

    private func insertSubmission(_ values: [SQLValue]) throws(PostgreSQLFailure) {
        try self.keep(.insertSubmission, values)
        self.forget(BatchKey(.submission))
        let key = Array(values.prefix(2))
        if var known = self.answer(.ownership.submissionsByID, key) {
            known.append([values[2], values[1], values[3], values[4], values[5], values[6]])
            self.know(.ownership.submissionsByID, key, known)
        }
        self.know(.ownership.hasSubmitted, Array(values.prefix(3)), [[.integer(1)]])
    }

    private func runDueEntitlements(_ query: SQLStatement, _ values: [SQLValue]) throws(PostgreSQLFailure) {
        let row = BatchKey(.dueEntitlements, values[0], values[1])
        let key = [values[1], values[0]]
        let isDue = query == .entitlements.putDueEntitlements
        if isDue {
            try self.keep(.putDueEntitlements, values, row: row, .replaces)
        } else {
            try self.keep(.deleteDueEntitlements, values, row: row, .once, isCertain: false)
        }
        guard var holderState = self.rows(.entitlements.holderState, key)?.first else { return }
        holderState[3] = isDue ? values[2] : .null
        self.know(.entitlements.holderState, key, [holderState])
    }
}
