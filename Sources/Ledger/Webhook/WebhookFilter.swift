/// Which of an app's events, or of Apple's notifications, an endpoint is told of.
package struct WebhookFilter: Hashable, Sendable {
    /// The names; none for all.
    ///
    /// `subscription.renewed` is that one, `subscription.*` everything of that noun. Of Apple's notifications `EXPIRED` is
    /// that type with every subtype, and `EXPIRED.VOLUNTARY` that one.
    package let patterns: [String]
    /// The environments; none for all.
    package let environments: Set<StoreEnvironment>
    /// How many of a hundred chains; a chain is always in or always out.
    package let percent: Int

    /// A filter of these parts.
    package init(patterns: [String] = [], environments: Set<StoreEnvironment> = [], percent: Int = 100) {
        self.patterns = patterns
        self.environments = environments
        self.percent = percent
    }

    /// Whether something of this name is let through.
    package func admits(_ name: String, in environment: StoreEnvironment) -> Bool {
        guard self.environments.isEmpty || self.environments.contains(environment) else { return false }
        return self.patterns.isEmpty || self.patterns.contains { Self.matches($0, name) }
    }

    /// Whether what concerns a chain is let through, as far as the share goes.
    package func admits(chain: String) -> Bool {
        guard self.percent < 100 else { return true }
        // FNV-1a: even enough for a share, and the same on every machine.
        let hash = chain.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return hash % 100 < UInt64(max(0, self.percent))
    }

    /// Whether a pattern names something.
    package static func matches(_ pattern: String, _ name: String) -> Bool {
        if pattern == name { return true }
        let noun = pattern.hasSuffix(".*") ? String(pattern.dropLast(2)) : pattern
        return name.utf8.starts(with: "\(noun).".utf8)
    }
}
