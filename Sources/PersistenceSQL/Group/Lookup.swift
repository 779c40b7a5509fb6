import Ledger

/// How values of one kind are loaded, each by its key, and where a group remembers them.
struct Lookup<Key: Hashable, Value: Equatable & Sendable>: Sendable {
    /// The statement that returns the rows of a key.
    let query: SQLStatement
    /// The values of the statement for a key.
    let values: @Sendable (Key) -> [SQLValue]
    /// Where a group remembers the values.
    let cache: @Sendable (LoadedValues) -> Cache<Key, Value>
    /// The value of a key that has no rows.
    let none: Value
    /// Adds a row to the value of its key.
    let add: @Sendable (inout Value, inout Row) throws -> Void

    /// Creates a lookup; the first closure returns where a group remembers the values.
    init(
        _ query: SQLStatement,
        in cache: @escaping @Sendable (LoadedValues) -> Cache<Key, Value>,
        none: Value,
        by values: @escaping @Sendable (Key) -> [SQLValue],
        add: @escaping @Sendable (inout Value, inout Row) throws -> Void
    ) {
        self.query = query
        self.values = values
        self.cache = cache
        self.none = none
        self.add = add
    }
}

extension Lookup where Key: LookupKey {
    /// Creates a lookup by keys that are values of the statement.
    init(
        _ query: SQLStatement,
        in cache: @escaping @Sendable (LoadedValues) -> Cache<Key, Value>,
        none: Value,
        add: @escaping @Sendable (inout Value, inout Row) throws -> Void
    ) {
        self.init(query, in: cache, none: none, by: { $0.values }, add: add)
    }
}

/// A key that is values of a statement.
protocol LookupKey: Hashable, Sendable {
    /// The values.
    var values: [SQLValue] { get }
}

extension Int64: LookupKey {
    /// The number.
    var values: [SQLValue] { [self.value] }
}

extension EventStreamNumber: LookupKey {
    /// The number of the customer or the original that counts its events.
    var values: [SQLValue] { [.integer(self.counter)] }
}

/// An id that is a value of a statement.
protocol LookupID: Hashable, Sendable {
    /// The value.
    var value: SQLValue { get }
}

extension Int64: LookupID {
    /// The number.
    var value: SQLValue { .integer(self) }
}

extension Identifier: LookupID {
    /// The identifier as it is stored.
    var value: SQLValue { .identifier(self.rawValue) }
}

extension AccountToken: LookupID {
    /// The token.
    var value: SQLValue { .token(self) }
}

extension EvidenceDigest: LookupID {
    /// The digest.
    var value: SQLValue { .bytes(self.bytes) }
}

extension LocalID: LookupKey where ID: LookupID {
    /// The number of the app, or of the app and environment, and the id.
    var values: [SQLValue] { [.integer(self.place), self.id.value] }
}

extension Session {
    /// Returns the value of a key: the remembered one, or the stored one, which the open group then remembers.
    func load<Key, Value>(_ lookup: Lookup<Key, Value>, _ key: Key) throws -> Value {
        if let known = try self.remembered(lookup, key) { return known }
        let value = try self.stored(lookup, key)
        if let group { lookup.cache(group.loaded).keep(value, for: key) }
        return value
    }

    /// Returns the value of a key if the open group remembers it.
    func remembered<Key, Value>(_ lookup: Lookup<Key, Value>, _ key: Key) throws -> Value? {
        guard let group, let known = lookup.cache(group.loaded).known(key) else { return nil }
        try self.check(known) { try self.stored(lookup, key) }
        return known
    }

    /// Returns the keys that the open group does not know as a set to load, so that it will know them.
    func set<Key, Value>(_ lookup: Lookup<Key, Value>, _ keys: some Sequence<Key>, in group: GroupCommit) -> KeySet {
        let cache = lookup.cache(group.loaded)
        let unknown = Set(keys).filter { cache.known($0) == nil }
        return Self.set(lookup, Array(unknown), into: cache)
    }

    private static func set<Key, Value>(
        _ lookup: Lookup<Key, Value>,
        _ keys: [Key],
        into cache: Cache<Key, Value>
    ) -> KeySet {
        for key in keys { cache.keep(lookup.none, for: key) }
        return KeySet(lookup.query, keys.map(lookup.values)) { place, row in
            guard var value = cache.known(keys[place]) else { return }
            try lookup.add(&value, &row)
            cache.keep(value, for: keys[place])
        }
    }

    private func stored<Key, Value>(_ lookup: Lookup<Key, Value>, _ key: Key) throws -> Value {
        try self.makeWay(for: lookup.query)
        let rows = try self.connection.rows(lookup.query, lookup.values(key))
        defer { rows.finish() }
        var value = lookup.none
        while try rows.next() {
            var row = Row(rows)
            try lookup.add(&value, &row)
        }
        return value
    }

    /// Checks in tests that a remembered value is the stored one.
    func check<Value: Equatable>(_ known: Value, stored load: () throws -> Value) throws {
        try self.check(known, stored: load, ==)
    }

    /// Checks in tests that a remembered value is the same as the stored one.
    func check<Value>(
        _ known: Value,
        stored load: () throws -> Value,
        _ isSame: (Value, Value) -> Bool
    ) throws {
        guard self.checksGroups else { return }
        let stored = try load()
        precondition(isSame(known, stored), "The group remembers \(known), but \(stored) is stored.")
    }
}
