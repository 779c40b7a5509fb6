package import Ledger

/// Says for which series the history has room: each app has its share, in which what alarms read comes first.
///
/// The leader asks before it aggregates, so that what it remembers and what is stored are the same series.
package struct MetricQuota: Sendable {
    /// What is counted together.
    private struct Share: Sendable {
        var count = 0
        var otherCount = 0
    }

    /// One of so many parts is for the series that are about no app.
    private static let serverPart = 8
    /// How much of a share products, types and what only graphs show may take.
    private static let otherPart = 0.4

    private let limit: Int
    private let appShare: Int
    private let isNeeded: @Sendable (MetricKey) -> Bool
    private var known: Set<MetricKey> = []
    private var shares: [AppName?: Share] = [:]
    /// The series that were left out since the room was last looked over.
    package private(set) var leftOut: Set<MetricKey> = []

    /// A room for so many series, in which nothing is yet.
    ///
    /// - Parameters:
    ///   - limit: The most series.
    ///   - apps: How many apps share it.
    ///   - isNeeded: Whether a series comes before others.
    package init(limit: Int, apps: Int, isNeeded: @escaping @Sendable (MetricKey) -> Bool) {
        self.limit = limit
        self.appShare = (limit - limit / Self.serverPart) / max(apps, 1)
        self.isNeeded = isNeeded
    }

    /// Takes note of the series that are stored, and of nothing else.
    package mutating func hold(_ keys: [MetricKey]) {
        self.known = []
        self.shares = [:]
        self.leftOut = []
        for key in keys where self.known.insert(key).inserted { self.count(key) }
    }

    /// Returns samples with the values for which there is room.
    package mutating func admitted(_ samples: [NodeSample]) -> [NodeSample] {
        // What is needed comes first also where all is new in the same minute.
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
