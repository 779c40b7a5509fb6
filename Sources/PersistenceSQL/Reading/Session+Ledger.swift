import Ledger

extension Session {
    /// Everything known about one customer's purchases.
    func ledger(of customer: CustomerID, in scope: ScopeName) throws -> CustomerLedger {
        var chains: [OwnedChain] = []
        var customer = customer
        if let numbers = try self.knownScope(scope), let known = try self.knownCustomer(customer, app: numbers.app) {
            let counting = try self.countingCustomer(known)
            let owner = counting.number
            customer = counting.name
            let originals = try self.all(.ownedOriginals, [.integer(owner), .integer(numbers.number)]) { row in
                try row.integer()
            }
            var roots: Set<Int64> = []
            var people = People(session: self)
            for original in originals {
                let original = try self.original(original)
                guard roots.insert(original.root).inserted else { continue }
                chains.append(try self.chain(of: original, scope: numbers).owned(by: &people))
            }
            chains.sort { left, right in
                guard let left = left.chain.transactions.first, let right = right.chain.transactions.first else {
                    return false
                }
                return left.transactionID < right.transactionID
            }
        }
        return CustomerLedger(customer: customer, environment: scope.environment, chains: chains)
    }

    /// The chain of a transaction with its owners.
    func chain(of transaction: TransactionID, in scope: ScopeName) throws -> OwnedChain? {
        guard let numbers = try self.knownScope(scope),
            let home = try self.home(of: transaction, scope: numbers)
        else { return nil }
        var people = People(session: self)
        return try self.chain(of: try self.original(home), scope: numbers).owned(by: &people)
    }
}
