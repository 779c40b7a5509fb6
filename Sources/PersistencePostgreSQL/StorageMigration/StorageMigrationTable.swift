package import PersistenceSQL

/// A table of both databases, and how its rows are copied.
package struct StorageMigrationTable: Sendable {
    /// A column of both databases.
    struct Column: Sendable {
        /// The name of the column.
        let name: String
        /// The type of its values.
        let form: ColumnForm
        /// The index of the column in the rows that are read.
        let place: Int
    }

    /// A table of the target database.
    struct Target: Sendable {
        /// The name of the table.
        let name: String
        /// The columns, each with the type of its values; `nil` for a type that is not supported.
        let columns: [(name: String, form: ColumnForm?)]
    }

    /// The columns that describe a SQLite file only, such as how often a process has opened it.
    private static let columnsOfFiles: [String: Set<String>] = ["counter": ["openings"]]

    /// The table in the source.
    package let source: StoredTable
    /// The columns that are written.
    let columns: [Column]
    /// The indexes of the key's columns in the rows that are read.
    let keyPlaces: [Int]
    /// Inserts rows.
    let insertion: PostgreSQLStatement
    /// Reads the rows of some keys, in the order of the keys.
    let lookup: PostgreSQLStatement
    /// Counts the rows.
    let counting: PostgreSQLStatement

    /// Returns the key of the last of some rows.
    package func key(of rows: StoredRows) -> [StoredValue] { rows.row(rows.count - 1, self.keyPlaces) }

    /// Matches the tables of both databases; throws a mismatch for a table or a column that only one of them has.
    static func match(_ sources: [StoredTable], _ targets: [Target]) throws(StorageMigrationError) -> [Self] {
        let names = Set(sources.map(\.name))
        let others = Set(targets.map(\.name))
        if let name = names.symmetricDifference(others).min() {
            throw .mismatch("\(name) is on one side only")
        }
        var tables: [Self] = []
        for source in sources {
            guard let target = targets.first(where: { $0.name == source.name }) else { continue }
            tables.append(try Self(source, target))
        }
        return tables
    }

    private init(_ source: StoredTable, _ target: Target) throws(StorageMigrationError) {
        var columns: [Column] = []
        for column in target.columns {
            guard let place = source.columns.firstIndex(of: column.name) else {
                throw .mismatch("\(source.name) has no \(column.name) in the file")
            }
            guard let form = column.form else { throw .mismatch("\(source.name).\(column.name) is of another type") }
            columns.append(Column(name: column.name, form: form, place: place))
        }
        let missing = Set(source.columns).subtracting(columns.map(\.name))
            .subtracting(Self.columnsOfFiles[source.name] ?? [])
        if let name = missing.min() { throw .mismatch("\(source.name).\(name) is in the file only") }
        let keys = source.key.compactMap { name in columns.first { $0.name == name } }
        guard !keys.isEmpty, keys.count == source.key.count else { throw .mismatch("\(source.name) has no key") }

        let name = Self.quoted(source.name)
        let list = columns.map { Self.quoted($0.name) }.joined(separator: ", ")
        let arrays = { (columns: [Column]) in
            columns.enumerated().map { "$\($0.offset + 1)::\($0.element.form.arrayType)" }.joined(separator: ", ")
        }
        let aliases = keys.indices.map { "key\($0)" }
        let conditions = zip(keys, aliases).map { "rows.\(Self.quoted($0.name)) = keys.\($1)" }
        self.source = source
        self.columns = columns
        self.keyPlaces = keys.map(\.place)
        self.insertion = PostgreSQLStatement(
            "storage_migration_insert_\(source.name)",
            "INSERT INTO \(name) (\(list)) SELECT * FROM unnest(\(arrays(columns)))"
        )
        self.lookup = PostgreSQLStatement(
            "compare_\(source.name)",
            """
            SELECT keys.number, \(columns.map { "rows." + Self.quoted($0.name) }.joined(separator: ", "))
            FROM unnest(\(arrays(keys))) WITH ORDINALITY AS keys (\(aliases.joined(separator: ", ")), number)
            JOIN \(name) AS rows ON \(conditions.joined(separator: " AND ")) ORDER BY keys.number
            """
        )
        self.counting = PostgreSQLStatement("count_\(source.name)", "SELECT count(*) FROM \(name)")
    }

    /// Returns the values of rows as arrays for a statement, column by column; with `isKey` only those of the key.
    func arrays(of rows: StoredRows, isKey: Bool = false) throws(StorageMigrationError) -> [PostgreSQLValue] {
        let columns = isKey ? self.keyColumns : self.columns
        var arrays: [PostgreSQLValue] = []
        for column in columns { arrays.append(try self.array(of: column, in: rows)) }
        return arrays
    }

    /// Returns a name quoted for a statement.
    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// Returns the key of a row, for a sentence.
    func key(of row: Int, in rows: StoredRows) -> String {
        zip(self.source.key, rows.row(row, self.keyPlaces)).map { "\($0) \($1)" }.joined(separator: ", ")
    }

    private var keyColumns: [Column] {
        self.keyPlaces.compactMap { place in self.columns.first { $0.place == place } }
    }

    private func array(of column: Column, in rows: StoredRows) throws(StorageMigrationError) -> PostgreSQLValue {
        var integers: [Int64?] = []
        var texts: [String?] = []
        var strings: [[UInt8]?] = []
        for (row, value) in rows.columns[column.place].enumerated() {
            switch (column.form, value.asStored(in: column.form)) {
            case (.integer, .null?): integers.append(nil)
            case (.integer, .integer(let integer)?): integers.append(integer)
            case (.text, .null?): texts.append(nil)
            case (.text, .text(let bytes)?): texts.append(String(decoding: bytes, as: UTF8.self))
            case (.bytes, .null?): strings.append(nil)
            case (.bytes, .bytes(let bytes)?): strings.append(bytes)
            default: throw .unfit(table: self.source.name, key: self.key(of: row, in: rows), column: column.name)
            }
        }
        return switch column.form {
        case .integer: .optionalIntegers(integers)
        case .text: .texts(texts)
        case .bytes: .byteStrings(strings)
        }
    }
}

extension ColumnForm {
    /// The name of the type of an array of such values.
    fileprivate var arrayType: String {
        switch self {
        case .integer: "bigint[]"
        case .text: "text[]"
        case .bytes: "bytea[]"
        }
    }
}
