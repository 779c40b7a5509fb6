package import Ledger

extension Session {
    /// Returns a job, or `nil`.
    package func importJob(_ id: ImportJobID, of app: AppName) throws -> ImportJob? {
        try self.importJob(id, of: app)?.job
    }

    /// Returns the pending rows of a job, in order, after a position.
    package func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow] {
        try self.importRows(.pendingImportRows, of: id, in: app, after: position, limit: limit)
    }

    /// Returns the rows of a job that could not be imported, in order, after a position.
    package func failedImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow] {
        try self.importRows(.failedImportRows, of: id, in: app, after: position, limit: limit)
    }

    /// Returns the facts that imports recorded of a transaction, the newest for each field.
    package func importFact(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ImportFact? {
        try self.importFact(of: transaction, in: ScopeName(app: app, environment: environment))
    }
}
