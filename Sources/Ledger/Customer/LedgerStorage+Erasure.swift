import Notation

extension LedgerStorage {
    /// Erases names outside of their customers, and texts that may contain personal data of these customers.
    ///
    /// Events keep their numbers and everything about purchases and money.
    func forget(_ names: [ErasedName], app: Int64) throws {
        let streams = try self.streams(naming: names.map(\.number), app: app)
        for erased in names {
            for stream in streams { try self.forget(erased, in: stream) }
            try self.forget(erased, app: app)
        }
    }

    /// Replaces a name in the events of an event stream.
    private func forget(_ erased: ErasedName, in stream: EventStreamNumber) throws {
        for event in try self.events(naming: erased.name, in: stream) {
            let body = JSONText.naming(erased.nameless, insteadOf: erased.name, in: event.body)
            guard let body else { continue }
            try self.putBody(body, ofEvent: event.number, in: stream)
        }
    }

    /// Returns the event streams whose events can name these customers: their own, those of earlier and later owners of
    /// their purchases, and those of the chains.
    private func streams(naming people: [Int64], app: Int64) throws -> [EventStreamNumber] {
        var customers = Set(people)
        var originals: Set<Int64> = []
        let scopes = try self.scopes(of: app)
        var cache = CustomerCache(self)
        for person in people {
            originals.formUnion(try self.seats(ofMember: person, people: &cache).map(\.original))
            for side in try self.transferSides(of: person) {
                originals.insert(side.original)
                customers.insert(side.from)
                if let to = side.to { customers.insert(to) }
            }
            for scope in scopes {
                let owned = try self.ownedOriginals(of: person, scope: scope)
                for chain in try self.chains(of: owned, scope: scope) { originals.formUnion(chain.members) }
            }
        }
        for original in originals { originals.insert(try self.original(original).root) }
        let streams =
            customers.map { EventStreamNumber(customer: $0) } + originals.map { EventStreamNumber(original: $0) }
        return streams.sorted { $0.rawValue < $1.rawValue }
    }
}
