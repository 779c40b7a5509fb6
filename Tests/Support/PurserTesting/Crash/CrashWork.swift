import Ledger
import Synchronization

/// The work of one process: senders, and a worker that delivers events to the sink.
final class CrashWork: Sendable {
    private struct State {
        var history: CrashHistory
        var report = CrashReport()
        var queue: [Int] = []
        var refusals = 0
        var violation: CrashViolation?
        var isDelivering = true
        var clock: Instant
    }

    private let repository: any Repository
    private let disk: FaultyDisk
    private let life: CrashLife
    private let refusalLimit: Int
    private let checksSyncs: Bool
    private let firstSync: Int64
    private let failedBefore: Int64
    private let state: Mutex<State>

    /// The work on a repository that has just been opened.
    init(
        repository: any Repository,
        disk: FaultyDisk,
        history: CrashHistory,
        life: CrashLife,
        clock: Instant,
        refusalLimit: Int,
        checksSyncs: Bool
    ) {
        self.repository = repository
        self.disk = disk
        self.life = life
        self.refusalLimit = refusalLimit
        self.checksSyncs = checksSyncs
        self.firstSync = disk.count(.syncs)
        self.failedBefore = disk.count(.failedSyncs)
        self.state = Mutex(State(history: history, clock: clock))
    }

    /// The sent and the acknowledged units.
    var history: CrashHistory { self.state.withLock { $0.history } }

    /// The number of failed syncs in this life.
    var failedSyncs: Int64 { self.disk.count(.failedSyncs) - self.failedBefore }

    /// The covered features and the results.
    var report: CrashReport { self.state.withLock { $0.report } }

    /// Checks the units that are found after opening.
    func check() async throws {
        var history = self.history
        do {
            _ = try await history.check(self.repository)
        } catch let error as RepositoryError {
            throw CrashViolation(.fileIsSound, "what is there cannot be read: \(error.code)")
        }
        self.state.withLock { $0.history = history }
    }

    /// Sends units until all are acknowledged or the process has ended.
    func run(_ queue: [Int], senders: Int) async throws {
        do {
            for app in self.history.apps {
                try await self.repository.write { unit in try unit.setSinks([CrashTrial.sink], of: app) }
            }
        } catch {
            // The disk may have failed already; then nothing is sent.
            return
        }
        self.planFaults()
        self.state.withLock { $0.queue = queue }
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<senders { group.addTask { await self.send() } }
                }
                self.state.withLock { $0.isDelivering = false }
            }
            tasks.addTask { await self.deliver() }
        }
        if let violation = self.state.withLock({ $0.violation }) { throw violation }
        self.state.withLock { $0.report.failedSyncs = Int(self.failedSyncs) }
    }

    /// Checks everything after the last unit was sent.
    func checkAtTheEnd() async throws {
        self.disk.set(.full, 0)
        // Leases that a full disk kept from being given back run out.
        self.state.withLock { $0.clock = $0.clock + .hours(1) }
        while try await self.deliverOnce() {}
        if let violation = self.state.withLock({ $0.violation }) { throw violation }
        var history = self.history
        let model = try await history.check(self.repository)
        try await history.checkSink(against: model)
        self.state.withLock { $0.history = history }
    }

    private func planFaults() {
        switch self.life.ending {
        case .dies: self.disk.set(.dyingOperation, self.disk.count(.operations) + self.life.place)
        case .syncFails: self.disk.set(.failingSync, self.disk.count(.syncs) + self.life.place)
        case .diesClosing, .closes: break
        }
    }

    // MARK: Sending

    private func send() async {
        while let number = self.next() {
            while await self.record(number) == .full {}
            if self.state.withLock({ $0.violation != nil }) || self.disk.isDead { return }
        }
    }

    private func next() -> Int? {
        self.state.withLock { state in
            guard let number = state.queue.popLast() else { return nil }
            state.history.sent.insert(number)
            return number
        }
    }

    /// Records one unit, takes note of the acknowledgment, and says why there was none.
    private func record(_ number: Int) async -> RepositoryError? {
        self.fillDisk()
        let intake = self.state.withLock { $0.history.units[number].intake }
        let syncsBefore = self.disk.count(.syncs)
        let hadFailed = self.failedSyncs > 0
        do {
            _ = try await self.repository.record(intake)
        } catch {
            if error == .full { self.refused() }
            return self.disk.isDead ? nil : error
        }
        // A process that has died acknowledges nothing.
        guard !self.disk.isDead else { return nil }
        let syncs = self.disk.count(.syncs) - syncsBefore
        self.state.withLock { state in
            if self.checksSyncs, syncs < 1 {
                state.violation = CrashViolation(.acknowledgedAfterCommit, "unit \(number) without any sync")
            }
            if hadFailed, self.checksSyncs {
                state.violation = CrashViolation(.failedSyncStops, "unit \(number) was acknowledged afterwards")
            }
            if !state.history.acknowledged.insert(number).inserted { state.report.duplicates += 1 }
        }
        return nil
    }

    private func fillDisk() {
        guard let full = self.life.full, self.disk.count(.syncs) >= self.firstSync + full.after / 20 else { return }
        let isFilling = self.state.withLock { $0.refusals < self.refusalLimit && $0.violation == nil }
        if isFilling { self.disk.set(.full, full.all ? 2 : 1) }
    }

    private func refused() {
        let isEnough = self.state.withLock { state in
            state.refusals += 1
            state.report.refusals += 1
            return state.refusals >= self.refusalLimit
        }
        if isEnough { self.disk.set(.full, 0) }
    }

    // MARK: Publishing

    private func deliver() async {
        while self.state.withLock({ $0.isDelivering && $0.violation == nil }), !self.disk.isDead {
            guard (try? await self.deliverOnce()) != nil else {
                await Task.yield()
                continue
            }
            await Task.yield()
        }
    }

    /// Publishes to the sink the event streams that are due, and says whether there were any.
    private func deliverOnce() async throws -> Bool {
        let now = self.state.withLock { state in
            state.clock = state.clock + .seconds(1)
            return state.clock
        }
        var isAny = false
        for app in self.history.apps {
            let leases = try await self.repository.leaseStreams(
                for: CrashTrial.sink,
                of: app,
                at: now,
                until: now + .minutes(10),
                limit: 4
            )
            for lease in leases {
                isAny = true
                try await self.publish(lease, until: now + .minutes(10))
            }
        }
        return isAny
    }

    private func publish(_ lease: EventStreamLease, until: Instant) async throws {
        let events = try await self.repository.read { view in
            try view.events(of: lease.stream, after: lease.nextNumber - 1, limit: 50)
        }
        for event in events {
            self.state.withLock { state in
                if event.number <= Int64(state.history.sink.events(of: lease.stream).count) {
                    state.report.repeatedEvents += 1
                }
                do {
                    try state.history.sink.take(event)
                } catch {
                    state.violation = state.violation ?? (error as? CrashViolation)
                }
            }
        }
        guard let last = events.last else { return }
        let progress = try await self.repository.write { unit in
            try unit.acknowledge(lease, through: last.number, until: until)
        }
        if case .more = progress {
            try await self.repository.write { unit in try unit.putBack(lease, until: until - .minutes(10)) }
        }
    }
}
