import Ledger

/// The customers that one derivation looks up, by number and by name.
struct CustomerCache {
    private let session: Session
    private var names: [Int64: CustomerID] = [:]
    private var numbers: [CustomerID: Int64] = [:]
    private var counting: [Int64: CustomerID] = [:]
    /// When the erased customers were erased.
    private(set) var erasedAt: [CustomerID: Instant] = [:]

    /// Creates an empty cache.
    init(session: Session) {
        self.session = session
    }

    /// Returns the name of a customer, looked up once.
    mutating func name(_ number: Int64) throws -> CustomerID {
        if let known = self.names[number] { return known }
        return self.meet(try self.session.storedCustomer(number))
    }

    /// Returns the name of the canonical customer of a number: the one it was merged into, otherwise its own.
    mutating func canonicalCustomer(_ number: Int64) throws -> CustomerID {
        if let known = self.counting[number] { return known }
        let name = self.meet(try self.session.countingCustomer(number))
        self.counting[number] = name
        return name
    }

    /// Returns the number of a customer whose name was looked up before.
    func number(_ name: CustomerID) throws -> Int64 {
        guard let number = self.numbers[name] else { throw RepositoryError.corrupt }
        return number
    }

    private mutating func meet(_ stored: StoredCustomer) -> CustomerID {
        self.names[stored.number] = stored.name
        self.numbers[stored.name] = stored.number
        self.erasedAt[stored.name] = stored.erasedAt
        return stored.name
    }
}
