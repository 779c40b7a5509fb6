extension LaneVisit {
    /// Visits, made wrong on purpose: the second delivery of a lane begins before the first was answered, as if two nodes
    /// held it.
    package static func spoiled(_ visits: [Self], by flaw: TortureFlaw?) -> [Self] {
        guard flaw == .holdsLaneTwice else { return visits }
        guard let place = visits.firstIndex(where: { $0.endedAt != nil }), let end = visits[place].endedAt else {
            return visits
        }
        let first = visits[place]
        var visits = visits
        let between = Self(
            receiver: first.receiver,
            lane: first.lane,
            source: first.source + "0",
            beganAt: (first.beganAt + end) / 2,
            endedAt: end + .milliseconds(1)
        )
        visits.insert(between, at: place + 1)
        return visits
    }
}
