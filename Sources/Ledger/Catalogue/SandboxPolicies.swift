/// The Sandbox policy of an app for each kind of product.
package struct SandboxPolicies: Hashable, Sendable {
    private var policies: [TransactionSnapshot.Kind: SandboxPolicy] = [:]

    /// The standard policy for every kind.
    package init() {}

    /// The policy for a kind of product.
    package subscript(kind: TransactionSnapshot.Kind) -> SandboxPolicy {
        get { self.policies[kind] ?? .standard }
        set { self.policies[kind] = newValue }
    }

    /// Equal when every kind has the same policy, whether it was named or not.
    package static func == (left: Self, right: Self) -> Bool {
        TransactionSnapshot.Kind.allCases.allSatisfy { left[$0] == right[$0] }
    }

    /// Hashes the policy of every kind.
    package func hash(into hasher: inout Hasher) {
        for kind in TransactionSnapshot.Kind.allCases { hasher.combine(self[kind]) }
    }
}
