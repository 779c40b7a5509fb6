import Ledger

/// Reads what `PackedWriter` has written.
///
/// Bytes that no writer writes are `RepositoryError.corrupt`.
struct PackedReader {
    private let bytes: [UInt8]
    private var position = 0
    private var firstInstant: Int64?

    /// A reader at the beginning.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { self.position == self.bytes.count }

    /// The next byte.
    mutating func byte() throws(RepositoryError) -> UInt8 {
        guard self.position < self.bytes.count else { throw .corrupt }
        defer { self.position += 1 }
        return self.bytes[self.position]
    }

    /// The next whole number that is not negative.
    mutating func number() throws(RepositoryError) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try self.byte()
            guard shift < 64 else { throw .corrupt }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    /// The next whole number.
    mutating func signed() throws(RepositoryError) -> Int64 {
        let number = try self.number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// How many of something follow; never more than there are bytes left.
    mutating func count() throws(RepositoryError) -> Int {
        let count = try self.number()
        guard count <= UInt64(self.bytes.count - self.position) else { throw .corrupt }
        return Int(count)
    }

    /// The next instant.
    mutating func instant() throws(RepositoryError) -> Instant {
        let number = try self.signed()
        if let firstInstant { return Instant(milliseconds: firstInstant &+ number) }
        self.firstInstant = number
        return Instant(milliseconds: number)
    }

    /// The next ids of transactions.
    mutating func transactionIDs() throws(RepositoryError) -> [TransactionID] {
        var ids: [TransactionID] = []
        for _ in 0..<(try self.count()) { ids.append(try self.transactionID()) }
        return ids
    }

    /// The next id of a transaction.
    mutating func transactionID() throws(RepositoryError) -> TransactionID {
        let head = try self.number()
        guard head & 1 == 1 else { return TransactionID(String(head >> 1)) }
        guard head >> 1 <= UInt64(self.bytes.count - self.position) else { throw .corrupt }
        let end = self.position + Int(head >> 1)
        defer { self.position = end }
        return TransactionID(String(decoding: self.bytes[self.position..<end], as: UTF8.self))
    }
}
