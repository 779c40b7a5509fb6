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
    /// Its tables are somebody else's.
    case foreign

    /// Table and index names, each with its columns.
    private typealias Shape = [String: Set<String>]

    /// The state of a database, which is only read.
    init(of database: Database) throws {
        let found = try Self.shape(of: database)
        guard !found.isEmpty else {
            self = .empty
            return
        }
        let recorded = try Migrations.all.appliedIdentifiers(database)
        let numbers = Migrations.steps.map(\.number)
        guard recorded.isSubset(of: numbers) else {
            self = .newer
            return
        }
        let count = numbers.prefix(while: recorded.contains).count
        if count < recorded.count, let later = numbers.dropFirst(count).first(where: recorded.contains) {
            self = .halfMigrated("change \(later) is recorded, but change \(numbers[count]) is not")
            return
        }
        let newest = try Self.newestShape.get()
        if count == 0, Set(found.keys).isDisjoint(with: newest.keys) {
            self = .foreign
            return
        }
        let shapes = count == numbers.count ? [newest] : try Self.expectedShapes(from: count)
        for (name, columns) in shapes[0].sorted(by: { $0.key < $1.key }) {
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
        let later = Set(shapes.dropFirst().flatMap(\.keys)).subtracting(shapes[0].keys)
        if let name = later.intersection(found.keys).min() {
            self = .halfMigrated("\(name) is there, but the change that makes it is not recorded")
            return
        }
        self = .changed(count: count)
    }

    /// What all changes leave behind, as nearly every database has it: found out once for each process.
    private static let newestShape = Result {
        try Self.expectedShapes(from: Migrations.steps.count).last ?? [:]
    }

    /// What the first so many changes leave behind, and then each of the others.
    private static func expectedShapes(from count: Int) throws -> [Shape] {
        let example = try DatabaseQueue()
        var shapes: [Shape] = count == 0 ? [[:]] : []
        for (place, step) in Migrations.steps.enumerated() {
            try example.writeWithoutTransaction { database in
                try database.inTransaction {
                    try step.migrate(database)
                    return .commit
                }
                if place + 1 >= count { shapes.append(try Self.shape(of: database)) }
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
