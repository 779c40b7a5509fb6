/// Looks whether a lane was ever told by two at a time.
package struct LaneJudge {
    /// Sentences about what is wrong.
    package private(set) var violations: [String] = []
    /// How many lanes were told.
    package private(set) var laneCount = 0
    /// How many of them were told by more than one node, one after the other.
    package private(set) var sharedCount = 0

    private struct Lane: Hashable {
        let receiver: Int
        let name: String
    }

    /// Judges visits to the receivers of these names, in the order in which they began.
    ///
    /// One visit to a lane must be over before the next begins, whoever makes it: a worker that holds a lane waits for
    /// each answer.
    package init(_ visits: [LaneVisit], receivers: [String]) {
        var last: [Lane: LaneVisit] = [:]
        var sources: [Lane: Set<String>] = [:]
        for visit in visits {
            let lane = Lane(receiver: visit.receiver, name: visit.lane)
            sources[lane, default: []].insert(visit.source)
            if let earlier = last[lane], earlier.endedAt.map({ $0 > visit.beganAt }) ?? true {
                let name = receivers.indices.contains(visit.receiver) ? receivers[visit.receiver] : "a receiver"
                let who =
                    earlier.source == visit.source
                    ? "twice from \(visit.source)" : "from \(earlier.source) and \(visit.source)"
                self.violations.append("\(name) was told of \(visit.lane) \(who) at the same time")
            }
            // A visit that ends later than the one after it still covers what follows.
            if let earlier = last[lane], let end = earlier.endedAt, let mine = visit.endedAt, end > mine { continue }
            last[lane] = visit
        }
        self.laneCount = sources.count
        self.sharedCount = sources.values.count { $0.count > 1 }
    }
}
