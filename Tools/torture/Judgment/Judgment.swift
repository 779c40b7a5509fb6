import AppStore
import Ledger
import Logging
import PersistenceSQLite
import PurserService
import PurserTesting

/// Opens the database after a run and compares it with everything that the server promised.
struct Judgment {
    private static let batch = 500

    let post: SendQueue
    let repository: any Repository
    let arrivals: [Arrival]
    let plans: [ReceiverPlan]
    private let log: EventLog?
    private let capture = CapturingRepository()
    private let apps: [AppName: ServedApp]
    private let ingest: Ingest

    /// Judges the database, and what arrived at receivers.
    static func judge(
        _ installation: Installation,
        corpus: TortureCorpus,
        post: SendQueue,
        arrivals: [Arrival]
    ) async throws -> Verdict {
        let logger = Logger(label: "judgment") { _ in SwiftLogNoOpLogHandler() }
        let repository: any Repository
        do {
            repository = try SQLiteRepository(path: installation.database, logger: logger) { _ in }
        } catch {
            var verdict = Verdict()
            verdict.violate("the database cannot be opened: \(error)")
            return verdict
        }
        let verdict = try await Self.judge(
            repository,
            plans: ReceiverPlan.all,
            log: try EventLog(path: installation.events),
            corpus: corpus,
            post: post,
            arrivals: arrivals
        )
        await repository.close()
        return verdict
    }

    /// Judges what a repository holds, and what arrived at the receivers of these plans.
    ///
    /// The server's event file is judged if there is one. Apps outside of the corpus are skipped.
    static func judge(
        _ repository: any Repository,
        plans: [ReceiverPlan],
        log: EventLog?,
        corpus: TortureCorpus,
        post: SendQueue,
        arrivals: [Arrival]
    ) async throws -> Verdict {
        let judgment = try Self(
            repository: repository,
            plans: plans,
            log: log,
            corpus: corpus,
            post: post,
            arrivals: arrivals,
            logger: Logger(label: "judgment") { _ in SwiftLogNoOpLogHandler() }
        )
        do {
            return try await judgment.verdict()
        } catch let error as RepositoryError {
            var broken = Verdict()
            broken.violate("the database cannot be read: \(error.code)")
            return broken
        }
    }

    private init(
        repository: any Repository,
        plans: [ReceiverPlan],
        log: EventLog?,
        corpus: TortureCorpus,
        post: SendQueue,
        arrivals: [Arrival],
        logger: Logger
    ) throws {
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: corpus.roots))
        var apps: [AppName: ServedApp] = [:]
        for name in TortureCorpus.apps {
            guard
                let identity = AppIdentity(
                    bundleID: TortureCorpus.bundleID(of: name),
                    appAppleID: TortureCorpus.appleID(of: name),
                    environments: [.production, .sandbox]
                )
            else { continue }
            apps[AppName(name)] = ServedApp(
                name: AppName(name),
                verifier: SignedDataVerifier(signatures: signatures, app: identity),
                catalog: TestShop.catalog
            )
        }
        self.post = post
        self.arrivals = arrivals
        self.repository = repository
        self.plans = plans
        self.log = log
        self.apps = apps
        // By then everything lies in the past.
        let now = Instant(milliseconds: corpus.end.milliseconds + 86_400_000)
        self.ingest = Ingest(
            repository: self.capture,
            ambient: Ambient(now: { now }, randomBytes: { count in Array(repeating: 7, count: count) }),
            revocation: nil,
            logger: logger
        )
    }

    private func verdict() async throws -> Verdict {
        var verdict = Verdict()
        var found: [Int: Int] = [:]
        var model = ModelLedger()
        try await self.readEvidence(&found, &model, &verdict)
        verdict.recorded = found.count
        let recorded = Set(found.keys)
        try await self.readHeld(&found, &verdict)
        for number in self.post.acknowledged.sorted() where found[number] == nil {
            verdict.violate("message \(number) was acknowledged and is gone")
        }
        for (number, count) in found where count > 1 { verdict.violate("message \(number) is stored \(count) times") }
        verdict.unacknowledged = found.keys.count { !self.post.acknowledged.contains($0) }
        let streams = try await self.compareChains(with: model, &verdict)
        try await self.readStreams(streams, &verdict)
        try await self.judgeEventDelivery(of: recorded, &verdict)
        return verdict
    }

    // MARK: Evidence

    private func readEvidence(
        _ found: inout [Int: Int],
        _ model: inout ModelLedger,
        _ verdict: inout Verdict
    ) async throws {
        var position: Int64 = 0
        var parts: Set<EvidenceDigest> = []
        var unknown: Set<EvidenceDigest> = []
        while true {
            let batch = try await self.repository.read { [position] view in
                try view.evidence(after: position, limit: Self.batch)
            }
            guard let last = batch.last else { break }
            position = last.position
            for object in batch where self.apps[object.app] != nil {
                parts.formUnion(object.evidence.parts.map(\.digest))
                guard let number = self.post.number(of: object.evidence.digest) else {
                    unknown.insert(object.evidence.digest)
                    continue
                }
                found[number, default: 0] += 1
                let message = self.post.messages[number]
                let compact = try await self.compactForm(of: object.evidence, app: object.app)
                guard compact == message.compact, object.app == AppName(message.app) else {
                    verdict.violate("message \(number) is not stored byte for byte")
                    continue
                }
                for intake in try await self.intakes(of: message) { model.take(intake) }
            }
        }
        // Evidence that is not a message itself was a part of one.
        for digest in unknown.subtracting(parts) { verdict.violate("evidence \(digest) was never sent") }
    }

    /// Dates a submission by when the server received it, which decides who owns the purchase and which only the server
    /// knows.
    private func date(_ intake: inout Intake) async throws {
        guard let submission = intake.submission else { return }
        let stored = try await self.repository.read { [intake] view in
            try view.submissions(
                of: submission.customer,
                among: [submission.transactionID],
                app: intake.app,
                environment: intake.environment
            )
        }
        guard let known = stored.first(where: { $0.intent == submission.intent }) else { return }
        intake.submission = known
    }

    private func compactForm(of evidence: SignedEvidence, app: AppName) async throws -> [UInt8]? {
        try await evidence.compactForm { digest in
            guard let part = try await self.repository.read({ view in try view.evidence(digest, app: app) }) else {
                return nil
            }
            return try await self.compactForm(of: part, app: app)
        }
    }

    /// Returns the units that the real intake makes of a message.
    private func intakes(of message: TortureMessage) async throws -> [Intake] {
        guard let app = self.apps[AppName(message.app)] else { return [] }
        switch message.kind {
        case .notification:
            _ = try await self.ingest.notification(message.compact, for: app)
        case .purchase(let customer, let compact):
            guard let customer = CustomerID(customer) else { return [] }
            _ = try await self.ingest.purchase(compact, by: customer, intent: .purchase, tokens: [], for: app)
        }
        var intakes = self.capture.take()
        for place in intakes.indices { try await self.date(&intakes[place]) }
        return intakes
    }

    private func readHeld(_ found: inout [Int: Int], _ verdict: inout Verdict) async throws {
        let distant = Instant(milliseconds: .max / 2)
        for held in try await self.repository.read({ view in
            try view.dueHeldEvidence(at: distant, limit: HeldEvidence.maximumWaiting)
        }) {
            guard let number = self.post.number(of: held.digest) else {
                verdict.violate("evidence \(held.digest) is held and was never sent")
                continue
            }
            verdict.held += 1
            if found[number] == nil {
                found[number] = 1
            } else {
                // The message was sent again when it was due, and its quarantine ends soon.
                verdict.hasEventsToDeliver = true
                verdict.missing.append("message \(number) is recorded and still held")
            }
            if held.body != self.post.messages[number].compact {
                verdict.violate("message \(number) is not held byte for byte")
            }
        }
    }

    // MARK: State

    /// Compares each chain with the model's, and returns the event streams that may exist.
    private func compareChains(with model: ModelLedger, _ verdict: inout Verdict) async throws -> Set<EventStream> {
        var streams: Set<EventStream> = []
        for (scope, owned) in model.chains {
            for owner in Set(owned.claims.values.compactMap(\.owner)) {
                streams.insert(EventStream(app: scope.app, subject: .customer(owner)))
            }
            for record in owned.chain.transactions {
                let original = record.current.originalTransactionID
                streams.insert(EventStream(app: scope.app, subject: .chain(scope.environment, original)))
            }
            guard let first = owned.chain.transactions.first else { continue }
            let stored = try await self.repository.read { view in
                try view.chain(
                    of: first.transactionID,
                    app: scope.app,
                    environment: scope.environment
                )
            }
            if stored == owned {
                verdict.chains += 1
            } else {
                verdict.violate("the chain of \(first.transactionID) differs from the model's")
            }
        }
        return streams
    }

    private func readStreams(_ streams: Set<EventStream>, _ verdict: inout Verdict) async throws {
        for sentence in self.log?.violations ?? [] { verdict.violate(sentence) }
        verdict.repeatedEvents = self.log?.repeated ?? 0
        for stream in streams.union(self.log?.allStreams ?? []) {
            let events = try await self.repository.read { view in try view.events(of: stream, after: 0, limit: .max) }
            verdict.events += events.count
            for (place, event) in events.enumerated() {
                if event.number != Int64(place + 1) {
                    verdict.violate("event \(place + 1) of \(stream.subject) has the number \(event.number)")
                }
                if let cause = event.cause,
                    try await self.repository.read({ view in try view.evidence(cause, app: stream.app) }) == nil
                {
                    verdict.violate("event \(event.number) of \(stream.subject) has no stored cause")
                }
            }
            guard let log = self.log else { continue }
            let delivered = log.lines(of: stream)
            if delivered != events.prefix(delivered.count).map(\.json) {
                verdict.violate("the events of \(stream.subject) do not match its state")
            }
            if delivered.count < events.count {
                verdict.hasEventsToDeliver = true
            }
        }
    }
}
