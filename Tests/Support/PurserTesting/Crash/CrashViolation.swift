/// A promise that was broken while things failed.
package struct CrashViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which promise.
    package enum Promise: String, Hashable, Sendable {
        /// What was acknowledged is there.
        case acknowledgedIsKept
        /// An acknowledgement, of a duplicate too, follows a commit of its own.
        case acknowledgedAfterCommit
        /// A unit is there whole or not at all, once, and byte for byte.
        case wholeOrNothing
        /// The state is what the model derives from what is there.
        case stateIsModel
        /// The events of a lane are numbered without gaps and are those of the model.
        case lanesAreWhole
        /// A sink sees every event, the first time in order.
        case sinkSeesAll
        /// The file is a sound database.
        case fileIsSound
        /// The repository opens when nothing stands in its way.
        case opens
        /// A failed sync stops the process, and nothing is acknowledged after it.
        case failedSyncStops
        /// A full disk refuses, and nothing more is needed when it has room again.
        case fullDiskRecovers
    }

    /// Which promise.
    package let promise: Promise
    /// What was found instead.
    package let finding: String

    /// A violation of a promise.
    package init(_ promise: Promise, _ finding: String) {
        self.promise = promise
        self.finding = finding
    }

    /// The promise and what was found.
    package var description: String { "\(self.promise.rawValue): \(self.finding)" }

    /// Throws unless a promise is kept.
    static func require(_ isKept: Bool, _ promise: Promise, _ finding: @autoclosure () -> String) throws {
        guard isKept else { throw Self(promise, finding()) }
    }
}
