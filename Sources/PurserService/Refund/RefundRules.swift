import Ledger
import Synchronization

/// The policy of an app that counts: the one that was published last, or the one that only tells the facts.
final class RefundRules: Sendable {
    /// A policy as it is applied.
    struct Counting: Sendable {
        /// Its number; 0 where none was published.
        let version: Int64
        /// The rules.
        let rules: RuleSet

        /// What it wants where a part cannot be granted: what it answers where no rule matches.
        var second: RefundPreference? { RefundPreference(rawValue: self.rules.otherwise.word) }
    }

    private let app: AppName
    private let repository: any Repository
    private let known = Mutex<Counting?>(nil)

    /// The policy of an app.
    init(of app: AppName, repository: any Repository) {
        self.app = app
        self.repository = repository
    }

    /// The policy that counts now; one that this version does not understand does not.
    func counting() async throws(RepositoryError) -> Counting {
        let newest = try await self.repository.refundPolicies(of: self.app, before: nil, limit: 1).first
        if let known = self.known.withLock({ $0 }), known.version == newest?.version ?? 0 { return known }
        var counting = Counting(version: 0, rules: RuleSet(otherwise: RuleAnswer("none")))
        if let newest, let file = try? Self.file(newest.text) {
            counting = Counting(version: newest.version, rules: file.rules)
        }
        self.known.withLock { $0 = counting }
        return counting
    }

    /// A policy as its text says.
    static func file(_ text: String) throws(Findings) -> RuleFile {
        try RuleFile(bytes: Array(text.utf8), file: "policy", vocabularies: [.refunds])
    }
}
