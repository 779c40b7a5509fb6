package import Ledger

/// A connection that writes transactions for a `WriteQueue`.
package protocol WritingConnection: SQLConnection {
    /// Whether others write too, so that what may change must be looked up anew in each transaction.
    var isShared: Bool { get }

    /// Whether anything can still be done on the connection.
    var isUsable: Bool { get }

    /// Whether a transaction is open.
    var isInsideTransaction: Bool { get }

    /// Fails where what is written would not be found again; asked on both sides of a transaction.
    func requirePlace() throws(RepositoryError)

    /// Fails where anything that was sent ahead has failed, so that whoever sent it is told and nobody else.
    func settle() throws

    /// Called after each commit, before anybody is told of it.
    func hasCommitted() throws

    /// Called after each commit, when everybody has been told of it: work that nobody has to wait for.
    ///
    /// What was committed stays committed where this fails; an error says whether the process can go on.
    func tidy() throws

    /// Whether an error may leave the transaction in a state in which nothing further may be added to it.
    func endsTransaction(_ error: any Error) -> Bool

    /// What an error means; asked before anything else happens on the connection.
    func meaning(of error: any Error) -> RepositoryError

    /// What a log says of an error: never the statement that met it.
    func words(for error: any Error) -> String
}

extension WritingConnection {
    /// The error's own words.
    package func words(for error: any Error) -> String { "\(error)" }
}
