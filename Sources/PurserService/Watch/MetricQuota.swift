package import Ledger

/// Limits the number of series in the history: each app has a share, in which series that alarms read come first.
///
/// The leader applies the quota before it aggregates, so that its memory and the database have the same series.
package struct MetricQuota: Sendable {
    /// A share of the quota.
    private struct Share: Sendable {
        var count = 0
        var otherCount = 0
    }

    /// One part in this many is for series that belong to no app.
    private static let serverPart = 8
    /// The fraction of a share for products, types and series that only graphs show.
    private static let otherPart = 0.4

    private let limit: Int
    private let appShare: Int
    private let isNeeded: @Sendable (MetricKey) -> Bool
    private var known: Set<MetricKey> = []
    private var shares: [AppName?: Share] = [:]
    /// The series that were left out since the quota was last recomputed.
    package private(set) var leftOut: Set<MetricKey> = []

    /// Creates an empty quota.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of series.
    ///   - apps: The number of apps that share it.
    ///   - isNeeded: Returns whether a series takes precedence.
    package init(limit: Int, apps: Int, isNeeded: @escaping @Sendable (MetricKey) -> Bool) {
        self.limit = limit
        self.appShare = (limit - limit / Self.serverPart) / max(apps, 1)
        self.isNeeded = isNeeded
    }

    /// Replaces the counted series by the stored ones.
    package mutating func hold(_ keys: [MetricKey]) {
        self.known = []
        self.shares = [:]
        self.leftOut = []
        for key in keys where self.known.insert(key).inserted { self.count(key) }
    }

    /// Returns samples with the values that the quota admits.
    package mutating func admitted(_ samples: [NodeSample]) -> [NodeSample] {
        // Needed series come first even where all are new in the same minute.
        for isNeeded in [true, false] {
            for sample in samples {
                for value in sample.sample.values where !self.known.contains(value.key) {
                    if self.isNeeded(value.key) == isNeeded { self.admit(value.key, isNeeded: isNeeded) }
                }
            }
        }
        return samples.map { sample in
            let values = sample.sample.values.filter { self.known.contains($0.key) }
            return NodeSample(node: sample.node, sample: MetricSample(minute: sample.sample.minute, values: values))
        }
    }

    private mutating func admit(_ key: MetricKey, isNeeded: Bool) {
        guard key != NodeRoster.goodbye.key else { return }
        let share = self.shares[key.app] ?? Share()
        let room = key.app == nil ? self.limit / Self.serverPart : self.appShare
        let hasRoom = share.count < room && (isNeeded || Double(share.otherCount) < Double(room) * Self.otherPart)
        if hasRoom, self.known.count < self.limit {
            self.known.insert(key)
            self.count(key)
        } else {
            self.leftOut.insert(key)
        }
    }

    private mutating func count(_ key: MetricKey) {
        self.shares[key.app, default: Share()].count += 1
        if !self.isNeeded(key) { self.shares[key.app, default: Share()].otherCount += 1 }
    }
}
