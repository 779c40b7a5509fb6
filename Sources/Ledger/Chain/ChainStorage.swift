/// Loads and saves chains.
package protocol ChainStorage: CustomerStorage, ChainReads {
    /// Returns the number of the original to which a transaction belongs, or `nil` when it is not known.
    func home(of transaction: TransactionID, scope: Scope) throws -> Int64?

    /// Returns an original by Apple's id, or `nil` when it is not known.
    func original(_ id: OriginalTransactionID, scope: Scope) throws -> OriginalRecord?

    /// Returns an original by its number.
    func original(_ number: Int64) throws -> OriginalRecord

    /// Adds an original.
    func addOriginal(_ id: OriginalTransactionID, scope: Scope) throws -> OriginalRecord

    /// Joins the chain of an original to another chain, which both are from now on.
    func join(_ other: Int64, into root: Int64) throws

    /// Returns the chain that an original belongs to.
    func chain(of original: OriginalRecord, scope: Scope) throws -> ChainRecord

    /// Saves what a chain has learned.
    func save(_ chain: ChainRecord, scope: Scope) throws

    /// Saves the differences between the sales of a chain and those that are stored.
    func save(_ change: SaleChange, scope: Scope) throws

    /// Saves when a chain was published, when it is due next, and when Apple is to be asked about it.
    func putPublished(_ root: Int64, at now: Instant, dueAt: Instant?, askAt: Instant?) throws
}

extension ChainStorage {
    /// Returns the chain of a transaction; `nil` when the transaction is not known.
    package func chain(of transaction: TransactionID, scope: Scope) throws -> ChainRecord? {
        guard let home = try self.home(of: transaction, scope: scope) else { return nil }
        return try self.chain(of: try self.original(home), scope: scope)
    }

    /// Returns the chains of some originals, each once.
    package func chains(of originals: some Sequence<Int64>, scope: Scope) throws -> [ChainRecord] {
        var roots: Set<Int64> = []
        var chains: [ChainRecord] = []
        for number in originals {
            let original = try self.original(number)
            guard roots.insert(original.root).inserted else { continue }
            chains.append(try self.chain(of: original, scope: scope))
        }
        return chains
    }
}
