import Ledger
import Synchronization

/// The current refund policy of an app: the last published one, or the one that only sends the facts; and the policy on
/// trial.
final class RefundRules: Sendable {
    /// A policy as it is applied.
    struct Applied: Sendable {
        /// The policy's number; 0 where none was published.
        let version: Int64
        /// The rules.
        let rules: RuleSet

        /// The preference where a partial refund cannot be granted: that of `otherwise`.
        var second: RefundPreference? { RefundPreference(rawValue: self.rules.otherwise.word) }
    }

    /// The policies that count.
    struct Counting: Sendable {
        /// The policy in force.
        let inForce: Applied
        /// The policy on trial and its experiment, while the trial runs.
        let tried: (policy: Applied, experiment: RefundExperiment)?
        /// The number of the newest policy, where this version of the server does not understand it.
        let strange: Int64?

        /// Returns the policy for a transaction, and its arm where a trial runs.
        func policy(for transaction: TransactionID) -> (policy: Applied, assignment: RefundAnswer.Assignment?) {
            guard let tried = self.tried else { return (self.inForce, nil) }
            let arm = tried.experiment.arm(of: transaction)
            let assignment = RefundAnswer.Assignment(arm, of: tried.policy.version)
            return (arm == .trial ? tried.policy : self.inForce, assignment)
        }
    }

    /// The policies that count, by the newest policy and whether its trial runs.
    private struct Known: Sendable {
        let newest: Int64
        let isTried: Bool
        let counting: Counting
    }

    private let app: AppName
    private let known = Mutex<Known?>(nil)

    /// Creates the policies of an app.
    init(of app: AppName) {
        self.app = app
    }

    /// Returns the policies that count on a view: the newest one that this version understands and that is not on
    /// trial.
    func counting(in view: any ReadView) throws -> Counting {
        // A running trial belongs to one of the newest policies, because publishing another ends it.
        let newest = try view.refundPolicies(of: self.app, before: nil, limit: 1).first
        let (version, isTried) = (newest?.version ?? 0, newest?.trial?.isRunning == true)
        if let known = self.known.withLock({ $0 }), known.newest == version, known.isTried == isTried {
            return known.counting
        }
        var inForce = Applied(version: 0, rules: RuleSet(otherwise: RuleAnswer("none")))
        var strange: Int64?
        var before: Int64?
        search: while true {
            let page = try view.refundPolicies(of: self.app, before: before, limit: 20)
            for policy in page where policy.trial == nil {
                guard let file = try? Self.file(policy.text) else {
                    strange = strange ?? policy.version
                    continue
                }
                inForce = Applied(version: policy.version, rules: file.rules)
                break search
            }
            guard let last = page.last else { break }
            before = last.version
        }
        var tried: (Applied, RefundExperiment)?
        if isTried, let newest, let trial = newest.trial {
            if let file = try? Self.file(newest.text) {
                tried = (Applied(version: newest.version, rules: file.rules), trial.experiment)
            } else {
                strange = newest.version
            }
        }
        let counting = Counting(inForce: inForce, tried: tried, strange: strange)
        self.known.withLock { $0 = Known(newest: version, isTried: isTried, counting: counting) }
        return counting
    }

    /// Returns the parsed text of a policy.
    static func file(_ text: String) throws(ValidationIssues) -> RuleFile {
        try RuleFile(bytes: Array(text.utf8), file: "policy", vocabularies: [.refunds])
    }
}
