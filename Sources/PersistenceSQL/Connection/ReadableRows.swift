import Ledger

/// Lists in which one row that cannot be read hides no other.
///
/// Such a row is passed over. Who asks for it by its name is told that it cannot be read.
enum ReadableRows {
    /// The first so many readable values; `read` gets how many rows to read, and returns `nil` for an unreadable one.
    ///
    /// A page is short only at the end of its list, so that whoever goes on behind it misses nothing. Each round reads
    /// twice as many rows as the one before, so that a stretch of unreadable rows costs no more than its length.
    static func first<Value>(_ limit: Int, _ read: (Int) throws -> [Value?]) throws -> [Value] {
        var wanted = limit
        while true {
            let rows = try read(wanted)
            let readable = rows.compactMap(\.self)
            if readable.count >= limit || rows.count < wanted { return Array(readable.prefix(limit)) }
            wanted *= 2
        }
    }

    /// What was read; `nil` where that is not what was ever written.
    static func unlessUnreadable<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch RepositoryError.corrupt {
            return nil
        }
    }
}
