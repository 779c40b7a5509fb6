import CLibPQ
import Foundation

/// The text of a statement that does for many what another does for one, which has the values of each in a row of `q`.
enum BatchText {
    /// Many questions: each row of the answer bears the number of its question, from 1, before its own columns.
    static func questions(_ sql: String, _ types: [Oid]) -> String? {
        guard let names = Self.names(types) else { return nil }
        guard !types.isEmpty else { return "SELECT 1::bigint, a.* FROM (\(sql)) AS a" }
        return """
            SELECT q.n, a.* FROM \(Self.unnested(names)) WITH ORDINALITY AS q (\(Self.columns(names.count)), n)
            CROSS JOIN LATERAL (\(Self.named(sql, names))) AS a
            """
    }

    /// Many rows that are inserted, changed or deleted, each by its key.
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

    /// The table `q` with a column for each array among the parameters.
    static func unnested(_ types: [String]) -> String {
        "unnest(" + types.enumerated().map { "$\($0 + 1)::\($1)[]" }.joined(separator: ", ") + ")"
    }

    /// The names of so many columns of `q`.
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

    /// A statement in which the columns of `q` stand for its parameters; texts compare by their bytes, as all columns do.
    private static func named(_ sql: String, _ types: [String]) -> String {
        sql.replacing(/\$(\d+)/) { match in
            guard let place = Int(match.1), types.indices.contains(place - 1) else { return String(match.0) }
            return types[place - 1] == "text" ? "(q.p\(place) COLLATE \"C\")" : "q.p\(place)"
        }
    }

    /// Where the parenthesis ends that was opened before a text.
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
