/// What a pool of connections looks like at one moment.
package struct PostgreSQLPoolState: Sendable, Equatable {
    /// How many connections there are.
    package var connected: Int
    /// How many connections there should be.
    package var wanted: Int
    /// How many jobs wait for a connection.
    package var waiting: Int
    /// Why the last connection was lost or could not be made, until one is made again.
    package var lastFailure: PostgreSQLFailure?
}
