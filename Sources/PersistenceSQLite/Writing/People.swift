import Ledger

/// The customers that one derivation meets, by number and by name.
struct People {
    private let session: Session
    private var names: [Int64: CustomerID] = [:]
    private var numbers: [CustomerID: Int64] = [:]

    /// Nobody yet.
    init(session: Session) {
        self.session = session
    }

    /// The name of a customer, looked up once.
    mutating func name(_ number: Int64) throws -> CustomerID {
        if let known = self.names[number] { return known }
        let name = try self.session.customer(number)
        self.names[number] = name
        self.numbers[name] = number
        return name
    }

    /// The number of a customer whose name was looked up before.
    func number(_ name: CustomerID) throws -> Int64 {
        guard let number = self.numbers[name] else { throw RepositoryError.corrupt }
        return number
    }
}
