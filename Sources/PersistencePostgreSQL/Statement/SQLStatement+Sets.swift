import CLibPQ
import Foundation
import PersistenceSQL
import Synchronization

extension SQLStatement {
    private static let keySets = Mutex<[Int: PostgreSQLStatement]>([:])
    private static let rowSets = Mutex<[Int: PostgreSQLStatement]>([:])

    /// Returns the statement that reads for many keys, whose values are arrays of these types; `nil` where there is none.
    func forKeys(_ types: [Oid]) -> PostgreSQLStatement? {
        self.made(in: Self.keySets, "keys") { SetText.reading(self.postgreSQL, types) }
    }

    /// Returns the statement that writes many rows, whose values are arrays of these types; `nil` where there is none.
    func forRows(_ types: [Oid]) -> PostgreSQLStatement? {
        self.made(in: Self.rowSets, "rows") { SetText.writing(self.postgreSQL, types) }
    }

    private func made(
        in known: borrowing Mutex<[Int: PostgreSQLStatement]>,
        _ kind: String,
        text: () -> String?
    ) -> PostgreSQLStatement? {
        known.withLock { known in
            if let statement = known[self.number] { return statement }
            known[self.number] = text().map { PostgreSQLStatement("statement \(self.number) for \(kind)", $0) }
            return known[self.number]
        }
    }
}

/// Makes statements for many rows out of statements for one row; the values of each row are a row of the table `q`.
enum SetText {
    /// Returns a statement that reads for many keys: each row of the answer begins with the place of its key, from 1.
    static func reading(_ sql: String, _ types: [Oid]) -> String? {
        guard let names = Self.names(types), !names.isEmpty else { return nil }
        return """
            SELECT q.n, a.* FROM \(Self.unnested(names)) WITH ORDINALITY AS q (\(Self.columns(names.count)), n)
            CROSS JOIN LATERAL (\(Self.named(sql, names))) AS a
            """
    }

    /// Returns a statement that inserts, changes or deletes many rows, each by its key.
    static func writing(_ sql: String, _ types: [Oid]) -> String? {
        guard let names = Self.names(types), !names.isEmpty else { return nil }
        let text = Self.named(sql, names)
        let source = "\(Self.unnested(names)) AS q (\(Self.columns(names.count)))"
        if sql.hasPrefix("INSERT") {
            guard let begin = text.range(of: "VALUES ("), let end = Self.end(of: text[begin.upperBound...]) else {
                return nil
            }
            let expressions = text[begin.upperBound..<end]
            let rest = text[text.index(after: end)...]
            return "\(text[..<begin.lowerBound])SELECT \(expressions) FROM \(source)\(rest)"
        }
        guard let place = text.range(of: "WHERE ", options: .backwards) else { return nil }
        let word = sql.hasPrefix("DELETE") ? "USING" : "FROM"
        return "\(text[..<place.lowerBound])\(word) \(source) \(text[place.lowerBound...])"
    }

    /// Returns the table `q`, which has one column for each array among the parameters.
    private static func unnested(_ types: [String]) -> String {
        "unnest(" + types.enumerated().map { "$\($0 + 1)::\($1)[]" }.joined(separator: ", ") + ")"
    }

    /// Returns the names of the first `count` columns of `q`.
    private static func columns(_ count: Int) -> String {
        (1...count).map { "p\($0)" }.joined(separator: ", ")
    }

    private static func names(_ types: [Oid]) -> [String]? {
        let names = types.compactMap { type -> String? in
            switch PostgreSQLType(rawValue: type) {
            case .int8: "bigint"
            case .int4: "integer"
            case .text: "text"
            case .bytes: "bytea"
            default: nil
            }
        }
        return names.count == types.count ? names : nil
    }

    /// Replaces the parameters of a statement by columns of `q`; texts compare by their bytes, as in all columns.
    private static func named(_ sql: String, _ types: [String]) -> String {
        sql.replacing(/\$(\d+)/) { match in
            guard let place = Int(match.1), types.indices.contains(place - 1) else { return String(match.0) }
            return types[place - 1] == "text" ? "(q.p\(place) COLLATE \"C\")" : "q.p\(place)"
        }
    }

    /// Returns the index of the parenthesis that closes the one opened before a text.
    private static func end(of text: Substring) -> String.Index? {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")":
                if depth == 0 { return index }
                depth -= 1
            default: break
            }
        }
        return nil
    }
}
