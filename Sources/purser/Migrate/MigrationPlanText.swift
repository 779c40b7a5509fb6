import AppStore
package import PersistenceSQLite
package import PurserService

/// The plan of updating a database, for people and for scripts.
package struct MigrationPlanText {
    private let plan: MigrationPlan
    private let path: String

    /// Creates the text of a plan for the database at a path.
    package init(_ plan: MigrationPlan, path: String) {
        self.plan = plan
        self.path = path
    }

    /// The lines for people.
    package var lines: [String] {
        guard let schema = self.plan.schema else {
            return ["\(self.path): there is no database yet; the command creates one."]
        }
        guard !self.plan.steps.isEmpty else { return ["\(self.path): schema \(schema), up to date."] }
        var lines = ["\(self.path): schema \(schema), \(Self.size(self.plan.bytes))."]
        for step in self.plan.steps {
            lines.append("\(step.number)  \(step.summary)")
            for table in step.tables {
                lines.append("      \(table.table): \(Counted.text(Int(table.rows), "row", "rows"))")
            }
            if let bytes = step.tableBytes, bytes > 0 {
                lines.append("      \(Self.size(bytes)) of the file are rewritten")
            }
        }
        let (needed, free) = (Self.size(self.plan.neededBytes), Self.size(self.plan.freeBytes))
        lines.append("Needs at most \(needed) more on the disk, which has \(free).")
        return lines
    }

    /// The fields for scripts.
    package var fields: [OperationResult.Field] {
        let steps = self.plan.steps.map { step in
            [
                OperationResult.Field("number", .text(step.number)),
                OperationResult.Field("summary", .text(step.summary)),
            ]
        }
        return [
            OperationResult.Field("database", .text(self.path)),
            OperationResult.Field("schema", self.plan.schema.map { .text($0) } ?? .json(.null)),
            OperationResult.Field("isCurrent", .flag(self.plan.isCurrent)),
            OperationResult.Field("steps", .list(steps)),
            OperationResult.Field("bytes", .number(self.plan.bytes)),
            OperationResult.Field("neededBytes", .number(self.plan.neededBytes)),
            OperationResult.Field("freeBytes", .number(self.plan.freeBytes)),
        ]
    }

    private static func size(_ bytes: Int64) -> String {
        bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\((bytes + 999) / 1000) KB"
    }
}
