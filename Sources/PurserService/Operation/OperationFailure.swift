package import Ledger

/// Why a piece of an operator's work could not be done.
package struct OperationFailure: Error, Hashable, Sendable {
    /// A stable code.
    package let code: String
    /// One plain sentence: what is wrong, and what helps.
    package let detail: String
    /// The same for the player whom it is about, in their language; `nil` where there is none.
    package let sentence: String?

    /// A failure of these values.
    package init(code: String, detail: String, sentence: String? = nil) {
        self.code = code
        self.detail = detail
        self.sentence = sentence
    }

    /// What an error of the repository means to the operator.
    package init(_ error: RepositoryError) {
        self.code = error.code
        self.sentence = nil
        self.detail =
            switch error {
            case .full: "The disk that holds the database is full; free some space, then try again."
            case .readOnly: "The disk that holds the database may only be read; mount it for writing, then try again."
            case .unreachable: "The database file is no longer in its place; put it back, or restore a backup."
            case .notWritable: "The database cannot be written; check that file and folder belong to the server's user."
            case .unavailable: "The database is busy or shutting down; try again."
            case .failedSync: "A write reached the disk in an unknown state; check the disk, then start again."
            case .tooOld: "A newer server has changed the tables, and this one must not write; run the newer one."
            case .leaseLost: "Somebody else does this now, because it took too long; look at what came of it."
            case .corrupt: "The stored data contradicts itself; find out more: purser db check"
            }
    }
}
