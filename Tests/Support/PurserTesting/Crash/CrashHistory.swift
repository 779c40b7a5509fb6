package import Ledger

/// What was sent and what was acknowledged, outside of everything that fails; and the judgment over what is found.
struct CrashHistory: Sendable {
    /// All units that may be sent.
    let units: [CrashUnit]
    /// The numbers of the units that were sent.
    var sent: Set<Int> = []
    /// The numbers of the units that were acknowledged.
    var acknowledged: Set<Int> = []
    /// The events that the sink received.
    var sink = CrashSink()
    /// The number of stored units that had not been acknowledged.
    private(set) var unacknowledgedButKept = 0

    /// A history of units of which none was sent.
    init(units: [CrashUnit]) {
        self.units = units
    }

    /// The apps that the units belong to.
    var apps: Set<AppName> { Set(self.units.map(\.intake.app)) }

    /// Fails unless a repository holds exactly what was acknowledged, and perhaps units that were sent and not
    /// acknowledged, each whole, and derives from them what the model derives.
    mutating func check(_ repository: any Repository) async throws -> any Repository {
        let present = try await self.present(in: repository)
        let model = InMemoryRepository()
        for app in self.apps { try await model.write { unit in try unit.setSinks([CrashTrial.sink], of: app) } }
        for number in present { _ = try await model.record(self.units[number].intake) }
        try await self.checkState(of: repository, against: model)
        self.unacknowledgedButKept += present.count { !self.acknowledged.contains($0) }
        return model
    }

    /// The units that are there, in the order in which they were recorded.
    private func present(in repository: any Repository) async throws -> [Int] {
        var numbers: [EvidenceDigest: Int] = [:]
        for number in self.units.indices { numbers[self.units[number].mark] = number }
        let stored = try await repository.read { view in try view.evidence(after: 0, limit: .max) }
        var byDigest: [EvidenceDigest: SignedEvidence] = [:]
        var present: [Int] = []
        for object in stored {
            let isNew = byDigest.updateValue(object.evidence, forKey: object.evidence.digest) == nil
            try CrashViolation.require(isNew, .wholeOrNothing, "evidence at \(object.position) is stored twice")
            if let number = numbers[object.evidence.digest] { present.append(number) }
        }
        let lost = self.acknowledged.subtracting(present).sorted()
        try CrashViolation.require(lost.isEmpty, .acknowledgedIsKept, "units \(lost) were acknowledged and are gone")
        let invented = Set(present).subtracting(self.sent).sorted()
        try CrashViolation.require(invented.isEmpty, .wholeOrNothing, "units \(invented) were never sent")
        for number in present {
            for object in self.units[number].intake.evidence {
                try CrashViolation.require(
                    byDigest.removeValue(forKey: object.digest) == object,
                    .wholeOrNothing,
                    "evidence of unit \(number) is not what was sent"
                )
            }
        }
        try CrashViolation.require(
            byDigest.isEmpty,
            .wholeOrNothing,
            "\(byDigest.count) objects belong to units that are not there"
        )
        return present
    }

    private static func text(_ chain: OwnedChain?) -> String {
        guard let chain else { return "unknown" }
        return "\(chain.chain), owned \(chain.claims.sorted { $0.key < $1.key })"
    }

    /// Compares chains, ledgers and event streams.
    private func checkState(of repository: any Repository, against model: any Repository) async throws {
        var streams: Set<EventStream> = []
        for number in self.sent.sorted() {
            let intake = self.units[number].intake
            for snapshot in intake.transactions {
                let id = snapshot.transactionID
                let found = try await repository.read { view in
                    try view.chain(of: id, app: intake.app, environment: intake.environment)
                }
                let expected = try await model.read { view in
                    try view.chain(of: id, app: intake.app, environment: intake.environment)
                }
                try CrashViolation.require(
                    found == expected,
                    .stateIsModel,
                    "the chain of \(id) is \(Self.text(found)), and not \(Self.text(expected))"
                )
                for original in [snapshot.originalTransactionID, snapshot.previousOriginalTransactionID] {
                    guard let original else { continue }
                    streams.insert(EventStream(app: intake.app, subject: .chain(intake.environment, original)))
                }
                for claim in expected?.claims.values.map(\.owner) ?? [] {
                    guard let owner = claim else { continue }
                    streams.insert(EventStream(app: intake.app, subject: .customer(owner)))
                }
            }
            guard let customer = intake.submission?.customer else { continue }
            let found = try await repository.read { view in
                try view.ledger(of: customer, app: intake.app, environment: intake.environment)
            }
            let expected = try await model.read { view in
                try view.ledger(of: customer, app: intake.app, environment: intake.environment)
            }
            try CrashViolation.require(found == expected, .stateIsModel, "the ledger of \(customer) is another one")
            streams.insert(EventStream(app: intake.app, subject: .customer(customer)))
        }
        for stream in streams.union(self.sink.streams) {
            let found = try await repository.read { view in try view.events(of: stream, after: 0, limit: .max) }
            let numbers = found.map(\.number)
            try CrashViolation.require(
                numbers == Array(1...Int64(max(1, numbers.count))).prefix(numbers.count).map { $0 },
                .streamsAreWhole,
                "the event stream of \(stream.subject) is numbered \(numbers)"
            )
            let expected = try await model.read { view in try view.events(of: stream, after: 0, limit: .max) }
            try CrashViolation.require(
                found == expected,
                .streamsAreWhole,
                "the event stream of \(stream.subject) has \(found.count) events, and not the model's \(expected.count)"
            )
            let seen = self.sink.events(of: stream)
            try CrashViolation.require(
                Array(found.prefix(seen.count)) == seen,
                .sinkSeesAll,
                "the sink saw \(seen.count) events of \(stream.subject) that are not all there"
            )
        }
    }

    /// Fails unless the sink saw everything that there is.
    func checkSink(against model: any Repository) async throws {
        for number in self.sent {
            let intake = self.units[number].intake
            for snapshot in intake.transactions {
                let chain = try await model.read { view in
                    try view.chain(
                        of: snapshot.transactionID,
                        app: intake.app,
                        environment: intake.environment
                    )
                }
                for owner in Set(chain?.claims.values.compactMap(\.owner) ?? []) {
                    try await self.checkSink(EventStream(app: intake.app, subject: .customer(owner)), against: model)
                }
                let own = EventStream(
                    app: intake.app,
                    subject: .chain(intake.environment, snapshot.originalTransactionID)
                )
                try await self.checkSink(own, against: model)
            }
        }
    }

    private func checkSink(_ stream: EventStream, against model: any Repository) async throws {
        let expected = try await model.read { view in try view.events(of: stream, after: 0, limit: .max) }
        let seen = self.sink.events(of: stream)
        try CrashViolation.require(
            seen == expected,
            .sinkSeesAll,
            "the sink saw \(seen.count) of \(expected.count) events of \(stream.subject)"
        )
    }
}

/// A subscriber that stores all events it receives: once an event stream's event has arrived, no earlier one may
/// arrive for the first time.
package struct CrashSink: Sendable {
    private var seen: [EventStream: [Event]] = [:]

    /// Nothing seen yet.
    package init() {}

    /// Takes an event, seen before or not.
    package mutating func take(_ event: Event) throws {
        let known = self.seen[event.stream] ?? []
        if event.number <= Int64(known.count) {
            try CrashViolation.require(
                event.number >= 1 && known[Int(event.number) - 1] == event,
                .sinkSeesAll,
                "event \(event.number) of \(event.stream.subject) is another one than the first time"
            )
            return
        }
        try CrashViolation.require(
            event.number == Int64(known.count) + 1,
            .sinkSeesAll,
            "event \(event.number) of \(event.stream.subject) came after \(known.count)"
        )
        self.seen[event.stream] = known + [event]
    }

    /// The events of an event stream, as they arrived first.
    package func events(of stream: EventStream) -> [Event] { self.seen[stream] ?? [] }

    /// The event streams of which anything was seen.
    package var streams: Set<EventStream> { Set(self.seen.keys) }
}
