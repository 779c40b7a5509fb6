/// The address of a database, and how long the connection waits for it.
package struct PostgreSQLSettings: Sendable {
    /// The connection string of libpq, `host=… dbname=…` or `postgresql://…`, passed on unchanged.
    ///
    /// It may contain a password, so it never goes into a log or an error.
    package var connection: String
    /// The name under which the server lists the connection, unless `connection` sets one.
    package var applicationName: String
    /// How long each server may take to accept a connection, unless `connection` has a `connect_timeout`.
    package var connectLimit: Duration
    /// How long the server may stay silent while the connection waits for it; the connection is given up afterwards.
    package var waitLimit: Duration

    /// Creates the settings for a database.
    package init(
        connection: String,
        applicationName: String = "purser",
        connectLimit: Duration = .seconds(5),
        waitLimit: Duration = .seconds(20)
    ) {
        self.connection = connection
        self.applicationName = applicationName
        self.connectLimit = connectLimit
        self.waitLimit = waitLimit
    }
}

extension PostgreSQLSettings: CustomStringConvertible, CustomReflectable {
    /// A fixed text, because the settings may contain a password.
    package var description: String { "settings for PostgreSQL" }

    /// An empty mirror, for the same reason.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
