package import PersistencePostgreSQL

extension PostgreSQLSettings {
    /// Settings for a server that a test expects to answer, however long a busy machine takes.
    package init(patient connection: String) {
        self.init(connection: connection, connectLimit: Patience.duration, waitLimit: Patience.duration)
    }
}
