import GRDB

/// How far the schema of a database has come.
enum SchemaState: Hashable {
    /// There are no tables at all.
    case empty
    /// The first so many changes were made, and nothing else.
    case changed(count: Int)
    /// It has changes that this version does not know.
    case newer
    /// Its tables are not those that its changes leave behind; the text says which.
    case halfMigrated(String)
    /// Its tables belong to another program.
    case foreign

    /// Table and index names, each with its columns.
    private typealias Shape = [String: Set<String>]

    /// The state of a database, which is only read, as a version with this schema sees it.
    init(of database: Database, _ schema: SQLiteSchema) throws {
        let found = try Self.shape(of: database)
        guard !found.isEmpty else {
            self = .empty
            return
        }
        let recorded = try schema.migrator.appliedIdentifiers(database)
        let numbers = schema.steps.map(\.number)
        guard recorded.isSubset(of: numbers) else {
            self = .newer
            return
        }
        let count = numbers.prefix(while: recorded.contains).count
        if count < recorded.count, let later = numbers.dropFirst(count).first(where: recorded.contains) {
            self = .halfMigrated("change \(later) is recorded, but change \(numbers[count]) is not")
            return
        }
        let isCurrent = numbers == SQLiteSchema.current.steps.map(\.number)
        let shapes = isCurrent ? try Self.currentShapes.get() : try Self.shapes(of: schema)
        if count == 0, Set(found.keys).isDisjoint(with: shapes[shapes.count - 1].keys) {
            self = .foreign
            return
        }
        for (name, columns) in shapes[count].sorted(by: { $0.key < $1.key }) {
            guard let there = found[name] else {
                self = .halfMigrated("\(name) is missing")
                return
            }
            if let column = columns.subtracting(there).min() {
                self = .halfMigrated("\(name) has no column \(column)")
                return
            }
        }
        // What a later change makes must not be there yet.
        let later = Set(shapes[(count + 1)...].flatMap(\.keys)).subtracting(shapes[count].keys)
        if let name = later.intersection(found.keys).min() {
            self = .halfMigrated("\(name) is there, but the change that makes it is not recorded")
            return
        }
        self = .changed(count: count)
    }

    /// What each change of this version's schema leaves behind, found once in each process.
    private static let currentShapes = Result { try Self.shapes(of: .current) }

    /// Returns what each change leaves behind, beginning with nothing.
    private static func shapes(of schema: SQLiteSchema) throws -> [Shape] {
        let example = try DatabaseQueue()
        var shapes: [Shape] = [[:]]
        for step in schema.steps {
            try example.writeWithoutTransaction { database in
                try database.inTransaction {
                    try step.migrate(database)
                    return .commit
                }
                shapes.append(try Self.shape(of: database))
            }
        }
        return shapes
    }

    private static func shape(of database: Database) throws -> Shape {
        let rows = try GRDB.Row.fetchAll(
            database,
            sql: """
                SELECT objects.name AS object, columns.name AS part
                FROM sqlite_schema AS objects LEFT JOIN pragma_table_info(objects.name) AS columns
                WHERE objects.type IN ('table', 'index')
                AND objects.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND objects.name <> 'grdb_migrations'
                """
        )
        var shape: Shape = [:]
        for row in rows {
            let part: String? = row["part"]
            shape[row["object"], default: []].formUnion(part.map { [$0] } ?? [])
        }
        return shape
    }
}
