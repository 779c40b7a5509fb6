/// The limits of reads, which are the same for every database.
package enum ReadLimits {
    /// How long a read may take.
    ///
    /// Statements find their rows by indexes and lists are read page by page, so that a read takes milliseconds, and
    /// not more than a few seconds when a slow disk is read for the first time. A read that takes longer would only
    /// take a connection from others, and its caller has usually given up. The limit is shorter than the 20 seconds
    /// after which a silent PostgreSQL server counts as lost, so that the server ends the statement and the connection
    /// stays.
    package static let deadline = Duration.seconds(15)

    /// The maximum number of reads that may wait for a connection; further ones are refused, and the caller tries again
    /// later.
    ///
    /// A connection completes so many in about a second.
    package static let maximumWaitingCount = 16384
}
