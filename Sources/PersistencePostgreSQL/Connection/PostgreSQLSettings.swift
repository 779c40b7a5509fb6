/// How a database is reached, and how long anybody waits for it.
package struct PostgreSQLSettings: Sendable {
    /// Where the database is: `host=… dbname=…` or `postgresql://…`, in libpq's own words, handed on as it is.
    ///
    /// It may hold a password, so it never goes into a log or an error.
    package var connection: String
    /// The name under which the server lists the connection, unless `connection` gives one.
    package var applicationName: String
    /// How long each server may take to accept a connection, unless `connection` has a `connect_timeout`.
    package var connectLimit: Duration
    /// How long the server may stay silent while it is waited for; the connection is given up afterwards.
    package var waitLimit: Duration

    /// Settings for a database.
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
    /// Nothing of the settings, since a password may be among them.
    package var description: String { "settings for PostgreSQL" }

    /// Nothing of the settings, for the same reason.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
