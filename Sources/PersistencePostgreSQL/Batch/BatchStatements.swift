import CLibPQ
import Foundation
import PersistenceSQL
import Synchronization

/// The statements that do for many rows what those of `SQLStatement` do for one; each is made when it is first used.
enum BatchStatements {
    /// Finds evidence by app, digest and date.
    static let evidence = PostgreSQLStatement(
        "evidencePlaces",
        """
        SELECT q.n, evidence.position
        FROM \(BatchText.unnested(["bigint", "bytea", "bigint"])) WITH ORDINALITY AS q (p1, p2, p3, n)
        JOIN evidence ON evidence.app = q.p1 AND evidence.digest = q.p2 AND evidence.signed_at = q.p3
        """
    )
    /// Takes a given count of numbers for evidence, for originals and for customers.
    static let evidenceNumbers = Self.numbers("evidence", "position")
    static let originalNumbers = Self.numbers("original", "id")
    static let customerNumbers = Self.numbers("customer", "id")

    private static let made = Mutex<[String: PostgreSQLStatement]>([:])

    /// Returns a statement that runs a query for many sets of values.
    static func questions(_ query: SQLStatement, _ types: [Oid]) -> PostgreSQLStatement? {
        Self.statement("statement \(query.number) for many") { BatchText.questions(query.postgreSQL, types) }
    }

    /// Returns a statement that writes all buffered rows of one kind.
    static func changes(_ buffered: BufferedWrite, _ types: [Oid]) -> PostgreSQLStatement? {
        Self.statement("\(buffered)Rows") {
            buffered.sql ?? buffered.query.flatMap { BatchText.changes($0.postgreSQL, types) }
        }
    }

    private static func statement(_ name: String, text: () -> String?) -> PostgreSQLStatement? {
        Self.made.withLock { made in
            if let known = made[name] { return known }
            made[name] = text().map { PostgreSQLStatement(name, $0) }
            return made[name]
        }
    }

    private static func numbers(_ table: String, _ column: String) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "\(table)Numbers",
            """
            SELECT nextval(name) FROM (SELECT pg_get_serial_sequence('\(table)', '\(column)')::regclass AS name OFFSET 0)
            AS sequence, generate_series(1, $1::bigint)
            """
        )
    }
}

/// Makes statements for many rows out of statements for one row; the values of each row are a row of the table `q`.
enum BatchText {
    /// Returns a statement for many queries: each row of the answer begins with the number of its query, from 1.
    static func questions(_ sql: String, _ types: [Oid]) -> String? {
        guard let names = Self.names(types) else { return nil }
        guard !types.isEmpty else { return "SELECT 1::bigint, a.* FROM (\(sql)) AS a" }
        return """
            SELECT q.n, a.* FROM \(Self.unnested(names)) WITH ORDINALITY AS q (\(Self.columns(names.count)), n)
            CROSS JOIN LATERAL (\(Self.named(sql, names))) AS a
            """
    }

    /// Returns a statement that inserts, changes or deletes many rows, each by its key.
    static func changes(_ sql: String, _ types: [Oid]) -> String? {
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
    static func unnested(_ types: [String]) -> String {
        "unnest(" + types.enumerated().map { "$\($0 + 1)::\($1)[]" }.joined(separator: ", ") + ")"
    }

    /// Returns the names of the first `count` columns of `q`.
    static func columns(_ count: Int) -> String {
        (1...max(1, count)).map { "p\($0)" }.joined(separator: ", ")
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
