/// The customers that one derivation looks up, by number and by name.
package struct CustomerCache {
    private let storage: any CustomerStorage
    private var names: [Int64: CustomerID] = [:]
    private var numbers: [CustomerID: Int64] = [:]
    private var counting: [Int64: CustomerID] = [:]
    /// When the erased customers were erased.
    package private(set) var erasedAt: [CustomerID: Instant] = [:]

    /// Creates an empty cache.
    package init(_ storage: any CustomerStorage) {
        self.storage = storage
    }

    /// Returns the name of a customer, looked up once.
    package mutating func name(_ number: Int64) throws -> CustomerID {
        if let known = self.names[number] { return known }
        return self.meet(try self.storage.storedCustomer(number))
    }

    /// Returns the name of the canonical customer of a number: the one it was merged into, otherwise its own.
    package mutating func canonicalCustomer(_ number: Int64) throws -> CustomerID {
        if let known = self.counting[number] { return known }
        let name = self.meet(try self.storage.countingCustomer(number))
        self.counting[number] = name
        return name
    }

    /// Returns the number of a customer whose name was looked up before.
    package func number(_ name: CustomerID) throws -> Int64 {
        guard let number = self.numbers[name] else { throw RepositoryError.corrupt }
        return number
    }

    private mutating func meet(_ stored: NumberedCustomer) -> CustomerID {
        self.names[stored.number] = stored.name
        self.numbers[stored.name] = stored.number
        self.erasedAt[stored.name] = stored.erasedAt
        return stored.name
    }
}
