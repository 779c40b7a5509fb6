import Ledger

/// An original transaction id as it lies in the database.
struct StoredOriginal {
    /// Its number.
    let number: Int64
    /// Apple's id.
    let id: OriginalTransactionID
    /// The number of the original that stands for its chain, where the chain has several.
    let joinedRoot: Int64?
    /// Its newest status.
    let status: StatusStatement?
    /// When its chain was told of last; only where it stands for the chain.
    var toldAt: Instant?
    /// When its chain is to be looked at again; only where it stands for the chain.
    var dueAt: Instant?
    /// When Apple was asked about its chain last; only where it stands for the chain.
    var askedAt: Instant?

    /// What most of its evidence bears.
    var shared = SharedValues()

    /// The number that stands for its chain.
    var root: Int64 { self.joinedRoot ?? self.number }
}
