extension Arrival {
    /// What receivers wrote down, made wrong on purpose at the first of them.
    ///
    /// What is forgotten is what a server would have lost that counts an event as told before it was; what is exchanged and
    /// what is made up are what one would have done that does not wait, for the earlier event or for the disk.
    package static func spoiled(_ arrivals: [Self], by flaw: TortureFlaw?) -> [Self] {
        var arrivals = arrivals
        let places = arrivals.indices.filter { arrivals[$0].receiver == 0 && arrivals[$0].fate == .taken }
        switch flaw {
        case .forgetsArrival:
            guard let place = places.first else { return arrivals }
            let id = arrivals[place].id
            arrivals.removeAll { $0.receiver == 0 && $0.id == id }
        case .exchangesArrivals:
            var first: [Substring: Int] = [:]
            for place in places {
                let id = arrivals[place].id
                let lane = id.prefix(upTo: id.lastIndex(of: "_") ?? id.endIndex)
                guard let earlier = first[lane], arrivals[earlier].id != id else {
                    first[lane] = first[lane] ?? place
                    continue
                }
                arrivals.swapAt(earlier, place)
                return arrivals
            }
        case .inventsArrival:
            guard let place = places.last else { return arrivals }
            let model = arrivals[place]
            arrivals.append(Self(receiver: 0, .taken, id: model.id + "0000", digest: model.digest))
        default: break
        }
        return arrivals
    }
}
