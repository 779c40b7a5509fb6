import GRDB

/// Every change of the schema, in order.
///
/// A change that was released is never edited; another one follows it.
enum Migrations {
    /// The changes by number.
    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001", migrate: FirstSchema.migrate)
        migrator.registerMigration("0002", migrate: Events.migrate)
        migrator.registerMigration("0003", migrate: Audit.migrate)
        return migrator
    }
}
