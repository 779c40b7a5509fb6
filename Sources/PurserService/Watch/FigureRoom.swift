package import Ledger

/// Says for which series the history has room, those that alarms read first.
///
/// The leader asks before it folds, so that what it remembers and what is stored are the same series.
package struct FigureRoom: Sendable {
    /// How many of all series may be such that no alarm reads.
    private static let graphShare = 2.0 / 3

    private let limit: Int
    private let isForAlarms: @Sendable (FigureKey) -> Bool
    private var known: Set<FigureKey> = []
    /// The series that were left out since the room was last looked over.
    package private(set) var leftOut: Set<FigureKey> = []

    /// A room for so many series, in which nothing is yet.
    ///
    /// - Parameters:
    ///   - limit: The most series.
    ///   - isForAlarms: Whether an alarm reads a series.
    package init(limit: Int, isForAlarms: @escaping @Sendable (FigureKey) -> Bool) {
        self.limit = limit
        self.isForAlarms = isForAlarms
    }

    /// Takes note of the series that are stored, and of nothing else.
    package mutating func hold(_ keys: [FigureKey]) {
        self.known = Set(keys)
        self.leftOut = []
    }

    /// Returns samples with the values for which there is room.
    package mutating func admitted(_ samples: [NodeSample]) -> [NodeSample] {
        // What alarms read comes first also where all is new in the same minute.
        for forAlarms in [true, false] {
            for sample in samples {
                for value in sample.sample.values where self.isForAlarms(value.key) == forAlarms {
                    self.admit(value.key, upTo: forAlarms ? self.limit : Int(Double(self.limit) * Self.graphShare))
                }
            }
        }
        return samples.map { sample in
            let values = sample.sample.values.filter { self.known.contains($0.key) }
            return NodeSample(node: sample.node, sample: FigureSample(minute: sample.sample.minute, values: values))
        }
    }

    private mutating func admit(_ key: FigureKey, upTo limit: Int) {
        guard !self.known.contains(key), key != NodeRoster.goodbye.key else { return }
        if self.known.count < limit { self.known.insert(key) } else { self.leftOut.insert(key) }
    }
}
