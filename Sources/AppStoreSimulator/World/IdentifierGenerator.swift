/// A generator of identifiers in Apple's form: increasing decimal numbers with gaps that the seed determines.
struct IdentifierGenerator: Sendable {
    private var generator: SeededGenerator
    private var uuids: SeededGenerator
    private var lastTransaction: UInt64
    private var lastWebOrder: UInt64
    private var lastAppTransaction: UInt64

    /// Creates the generator of a seed; sandbox worlds start at the numbers of Apple's sandbox.
    init(seed: UInt64, environment: WorldEnvironment) {
        var generator = SeededGenerator(seed: seed, purpose: "identifiers")
        let sandboxStart: UInt64 = 2_000_000_000_000_000
        let start = environment == .sandbox ? sandboxStart : 230_000_000_000_000
        self.lastTransaction = start + generator.number(below: 1_000_000_000_000)
        self.lastWebOrder = start + generator.number(below: 1_000_000_000_000)
        self.lastAppTransaction = 704_000_000_000_000_000 + generator.number(below: 1_000_000_000_000_000)
        self.generator = generator
        self.uuids = SeededGenerator(seed: seed, purpose: "uuids")
    }

    /// Returns the next transaction's identifier.
    mutating func transactionNumber() -> UInt64 {
        self.lastTransaction += 1 + self.generator.number(below: 997)
        return self.lastTransaction
    }

    /// Returns the next billing event's identifier.
    mutating func webOrderNumber() -> UInt64 {
        self.lastWebOrder += 1 + self.generator.number(below: 997)
        return self.lastWebOrder
    }

    /// Returns the next identifier of a customer's copy of an app.
    mutating func appTransactionNumber() -> UInt64 {
        self.lastAppTransaction += 1 + self.generator.number(below: 99_999_989)
        return self.lastAppTransaction
    }

    /// Returns the next UUID, in lower case.
    mutating func uuid() -> String {
        self.uuids.uuid()
    }
}
