import Ledger

/// The packed form of a holding, stored beside its chain: some forty bytes for an active subscription.
///
/// The first byte is the version of the form; a form of another version is not read, and the holding is derived again.
/// An empty form means that the customer holds nothing in the chain. Strings and offers are stored as their numbers.
enum PackedHolding {
    /// The version that this code writes and reads.
    static let version: UInt8 = 1

    /// The parts of a form, one bit each, and the bounds of its validity.
    struct Parts: OptionSet {
        let rawValue: UInt8
        static let subscription = Self(rawValue: 1)
        static let endedPeriods = Self(rawValue: 2)
        static let purchases = Self(rawValue: 4)
        static let policy = Self(rawValue: 8)
        /// It is valid from a stored instant; without this bit, `fromBeginning` decides.
        static let from = Self(rawValue: 16)
        /// It is valid from the last renewal or the beginning of the subscription; without both bits it has no lower
        /// bound.
        static let fromBeginning = Self(rawValue: 32)
        /// It is valid until a stored instant.
        static let until = Self(rawValue: 64)
        /// It is valid until access ends; without both bits it has no upper bound.
        static let untilEnd = Self(rawValue: 128)
    }

    /// Which values of a subscription are stored, and which repeat others.
    struct Values: OptionSet {
        let rawValue: UInt64
        static let hasAccess = Self(rawValue: 1 << 0)
        static let isPaid = Self(rawValue: 1 << 1)
        static let since = Self(rawValue: 1 << 2)
        static let until = Self(rawValue: 1 << 3)
        static let product = Self(rawValue: 1 << 4)
        static let transaction = Self(rawValue: 1 << 5)
        /// It depends on one transaction only.
        static let restsOnOne = Self(rawValue: 1 << 6)
        static let accessPeriod = Self(rawValue: 1 << 7)
        /// The period ends when access does, the current run is of its product since the state's instant, and no other
        /// product follows.
        static let plainAccess = Self(rawValue: 1 << 8)
        static let nextProduct = Self(rawValue: 1 << 9)
        static let sameProductNext = Self(rawValue: 1 << 10)
        static let nextRenewal = Self(rawValue: 1 << 11)
        static let renewsAtEnd = Self(rawValue: 1 << 12)
        static let nextPrice = Self(rawValue: 1 << 13)
        static let lastRenewal = Self(rawValue: 1 << 14)
        static let offer = Self(rawValue: 1 << 15)
        static let nextOffer = Self(rawValue: 1 << 16)
        static let intent = Self(rawValue: 1 << 17)
        static let willRenewPeriod = Self(rawValue: 1 << 18)
        static let willRenewCommitment = Self(rawValue: 1 << 19)
        static let commitmentUntil = Self(rawValue: 1 << 20)
        static let overrides = Self(rawValue: 1 << 21)
        static let asks = Self(rawValue: 1 << 22)
        static let renewStatusChange = Self(rawValue: 1 << 23)
        static let seats = Self(rawValue: 1 << 24)
    }

    /// Returns a number that identifies a grace policy (FNV-1a, 32 bits).
    static func fingerprint(of policy: GracePolicy) -> UInt32 {
        let values: [Int64] = [
            policy.keepsInGrace ? 1 : 0, policy.keepsInRetry ? 1 : 0, policy.keepsWhenOverdue ? 1 : 0,
            policy.overdueLeeway.milliseconds, policy.overdueLeewaySandbox.milliseconds,
        ]
        var hash: UInt32 = 2_166_136_261
        for value in values {
            for shift in stride(from: 0, to: 64, by: 8) {
                hash = (hash ^ UInt32(truncatingIfNeeded: (value >> Int64(shift)) & 0xFF)) &* 16_777_619
            }
        }
        return hash
    }
}

/// Writes values in as few bytes as they need.
///
/// Whole numbers take seven bits to a byte, least significant first (LEB128); signed ones alternate around zero
/// (zigzag). The first instant is written whole and each later one as the distance from it.
struct PackedWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []
    private var firstInstant: Int64?

    /// Writes one byte.
    mutating func write(byte: UInt8) {
        self.bytes.append(byte)
    }

    /// Writes a whole number that is not negative.
    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            self.bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        self.bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a whole number.
    mutating func write(signed number: Int64) {
        self.write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// Writes an instant.
    mutating func write(_ instant: Instant) {
        if let firstInstant {
            // Wraps around where the distance of two instants overflows, and back when read.
            self.write(signed: instant.milliseconds &- firstInstant)
        } else {
            self.firstInstant = instant.milliseconds
            self.write(signed: instant.milliseconds)
        }
    }

    /// Writes the ids of transactions: numeric ones as numbers, the others as text.
    mutating func write(_ ids: [TransactionID]) {
        self.write(UInt64(ids.count))
        for id in ids { self.write(id) }
    }

    /// Writes the id of a transaction.
    ///
    /// One bit says whether it is a number; Apple's have at most 19 digits and mostly 15 or 16.
    mutating func write(_ id: TransactionID) {
        if case .integer(let number) = SQLValue.identifier(id.rawValue), number < Int64.max / 2 {
            self.write(UInt64(number) << 1)
        } else {
            let text = Array(id.rawValue.utf8)
            self.write(UInt64(text.count) << 1 | 1)
            self.bytes += text
        }
    }
}

/// Reads what `PackedWriter` has written.
///
/// Bytes that it never writes throw `RepositoryError.corrupt`.
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

    /// Returns the next byte.
    mutating func byte() throws(RepositoryError) -> UInt8 {
        guard self.position < self.bytes.count else { throw .corrupt }
        defer { self.position += 1 }
        return self.bytes[self.position]
    }

    /// Returns the next whole number that is not negative.
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

    /// Returns the next whole number.
    mutating func signed() throws(RepositoryError) -> Int64 {
        let number = try self.number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// Reads a count of following values; never more than there are bytes left.
    mutating func count() throws(RepositoryError) -> Int {
        let count = try self.number()
        guard count <= UInt64(self.bytes.count - self.position) else { throw .corrupt }
        return Int(count)
    }

    /// Returns the next instant.
    mutating func instant() throws(RepositoryError) -> Instant {
        let number = try self.signed()
        if let firstInstant { return Instant(milliseconds: firstInstant &+ number) }
        self.firstInstant = number
        return Instant(milliseconds: number)
    }

    /// Returns the next ids of transactions.
    mutating func transactionIDs() throws(RepositoryError) -> [TransactionID] {
        var ids: [TransactionID] = []
        for _ in 0..<(try self.count()) { ids.append(try self.transactionID()) }
        return ids
    }

    /// Returns the next id of a transaction.
    mutating func transactionID() throws(RepositoryError) -> TransactionID {
        let head = try self.number()
        guard head & 1 == 1 else { return TransactionID(String(head >> 1)) }
        guard head >> 1 <= UInt64(self.bytes.count - self.position) else { throw .corrupt }
        let end = self.position + Int(head >> 1)
        defer { self.position = end }
        return TransactionID(String(decoding: self.bytes[self.position..<end], as: UTF8.self))
    }
}
