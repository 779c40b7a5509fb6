import Ledger
import Synchronization

/// The policy of an app that counts: the one that was published last, or the one that only tells the facts.
final class RefundRules: Sendable {
    /// A policy as it is applied.
    struct Counting: Sendable {
        /// Its number; 0 where none was published.
        let version: Int64
        /// The number of the newest; another one where this version of the server does not understand that.
        let newest: Int64
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

    /// The policy that counts now: the newest that this version of the server understands.
    func counting() async throws(RepositoryError) -> Counting {
        let newest = try await self.repository.refundPolicies(of: self.app, before: nil, limit: 1).first?.version ?? 0
        if let known = self.known.withLock({ $0 }), known.newest == newest { return known }
        var counting = Counting(version: 0, newest: newest, rules: RuleSet(otherwise: RuleAnswer("none")))
        var before: Int64?
        search: while true {
            let page = try await self.repository.refundPolicies(of: self.app, before: before, limit: 20)
            for policy in page {
                guard let file = try? Self.file(policy.text) else { continue }
                counting = Counting(version: policy.version, newest: newest, rules: file.rules)
                break search
            }
            guard let last = page.last else { break }
            before = last.version
        }
        self.known.withLock { [counting] in $0 = counting }
        return counting
    }

    /// A policy as its text says.
    static func file(_ text: String) throws(Findings) -> RuleFile {
        try RuleFile(bytes: Array(text.utf8), file: "policy", vocabularies: [.refunds])
    }
}
