import Foundation
import PurserService

/// The threads on which requests are handled, all but those of Apple's notifications.
///
/// A task of Swift's own pool waits behind every task that was ready before it. A notification suspends about ten times,
/// so a few hundred reads that are ready at once, each some milliseconds long, would delay it by seconds. With threads of
/// their own, other requests wait behind each other.
enum RequestThreads {
    /// The threads of this process, one for each core: what a request does between two waits is computing.
    static let shared = ThreadExecutor(count: ProcessInfo.processInfo.activeProcessorCount, named: "purser-request")
}
