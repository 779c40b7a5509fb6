/// The trial of a version of a policy: how it is divided, and whether it runs.
///
/// While it runs, the version that was in force before goes on to be in force for everybody else. Once it is over, that one
/// is in force for all: to put the tried version in force is another act.
package struct RefundTrial: Hashable, Sendable {
    /// Why a trial is over.
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// The version that is tried keeps more money.
        case better
        /// The version that is tried keeps less money.
        case worse
        /// As many cases were decided as may be.
        case enough
        /// Somebody ended it.
        case stopped
        /// Another version was published.
        case replaced
    }

    /// The end of a trial.
    package struct End: Hashable, Sendable {
        /// Why.
        package let ending: Ending
        /// When.
        package let at: Instant
        /// Who, if somebody did.
        package let by: String?

        /// An end of these values.
        package init(_ ending: Ending, at: Instant, by: String? = nil) {
            self.ending = ending
            self.at = at
            self.by = by
        }
    }

    /// How the cases are divided, and when it is over.
    package let experiment: RefundExperiment
    /// Its end; `nil` while it runs.
    package var end: End?

    /// A trial of these values.
    package init(_ experiment: RefundExperiment, end: End? = nil) {
        self.experiment = experiment
        self.end = end
    }

    /// Whether it runs.
    package var isRunning: Bool { self.end == nil }
}
