package import Ledger
import Synchronization

/// Several lives of a repository on one file of a disk that fails, and after each the question whether everything that
/// was acknowledged is there, whole, once, and worth what the model says.
///
/// The seed decides what is sent, when the process dies, what reaches the disk. Which units share a commit is decided
/// by the threads, so a seed that failed once may have to be tried a few times.
package struct CrashTrial: Sendable {
    /// Opens the repository under test, which checkpoints after this number of pages of its log, or by its default.
    ///
    /// The second argument is called when the process must stop.
    package typealias Opening =
        @Sendable (_ checkpointPages: Int64?, _ onFatal: @escaping @Sendable (RepositoryError) -> Void) throws ->
        any Repository

    /// The receiver of events.
    static let sink = SinkName("trial")
    /// The number of concurrent senders.
    private static let senders = 6
    /// The number of disturbed lives of a trial.
    ///
    /// One undisturbed life follows.
    private static let lives = 5
    /// The number of new units that each life is sent.
    private static let unitsPerLife = 22
    /// After how many pages of the log a life checkpoints that does so all the time.
    private static let fewPages: Int64 = 25
    /// The number of refused writes of a full disk before it has room again.
    private static let refusalsPerLife = 8

    let seed: UInt64
    let flaw: CrashFlaw?
    let disk: FaultyDisk
    let open: Opening
    let inspect: @Sendable () throws -> [String]

    /// A trial of a repository.
    ///
    /// - Parameters:
    ///   - seed: Decides everything but the order of threads.
    ///   - folder: An empty folder, in which the repository keeps its file.
    ///   - flaw: In which way it is wrong on purpose.
    ///   - open: Opens the repository.
    ///   - inspect: Looks at the file itself, and says what is unsound about it.
    /// - Throws: When the folder cannot be had.
    package init(
        seed: UInt64,
        folder: String,
        flaw: CrashFlaw? = nil,
        open: @escaping Opening,
        inspect: @escaping @Sendable () throws -> [String]
    ) throws {
        self.seed = seed
        self.flaw = flaw
        self.disk = try FaultyDisk(folder: folder)
        self.open = open
        self.inspect = inspect
    }

    /// Lives through all of it; throws the first `CrashViolation`.
    package func run() async throws -> CrashReport {
        var generator = SeededGenerator(seed: self.seed)
        var author = CrashAuthor(seed: generator.next())
        var history = CrashHistory(units: author.units(count: Self.lives * Self.unitsPerLife))
        var report = CrashReport()
        for number in 0..<Self.lives {
            let life = CrashLife(&generator)
            let new = (number * Self.unitsPerLife)..<((number + 1) * Self.unitsPerLife)
            try await self.live(life, number: number, new: new, &history, &report, &generator)
        }
        try await self.judge(&history, &report)
        return report
    }

    // MARK: One life

    private func live(
        _ life: CrashLife,
        number: Int,
        new: Range<Int>,
        _ history: inout CrashHistory,
        _ report: inout CrashReport,
        _ generator: inout SeededGenerator
    ) async throws {
        self.begin(seed: generator.next())
        if let place = life.dyingWhileOpening {
            self.disk.set(.dyingOperation, self.disk.count(.operations) + place)
        }
        let fatal = Mutex(0)
        let stop: @Sendable (RepositoryError) -> Void = { _ in fatal.withLock { $0 += 1 } }
        if let repository = try self.opened(life.checkpointsOften ? Self.fewPages : nil, stop) {
            self.disk.set(.dyingOperation, 0)
            if self.flaw == .doesNotSync { _ = self.disk.execute("PRAGMA synchronous = OFF") }
            let work = CrashWork(
                repository: self.flaw.map { FlawedRepository(repository, flaw: $0) } ?? repository,
                disk: self.disk,
                history: history,
                life: life,
                clock: Sample.beginning + .days(400 + Int64(number)),
                refusalLimit: Self.refusalsPerLife,
                // Of every other flaw the loss itself is to be seen.
                checksSyncs: self.flaw == nil || self.flaw == .readsWhatIsThere
            )
            let queue = self.queue(new, history, &generator)
            do {
                try await work.check()
                try await work.run(queue, senders: Self.senders)
            } catch {
                await self.end(repository, life)
                throw error
            }
            history = work.history
            report = report + work.report
            await self.end(repository, life)
            try self.checkFailure(life, work, fatal: fatal.withLock { $0 })
            if life.ending == .diesClosing, self.disk.isDead { report.deathsWhileClosing += 1 }
        } else {
            report.deathsWhileOpening += 1
        }
        if self.disk.isDead { report.deaths += 1 }
        precondition(self.disk.openFiles == 0, "A process that has ended has nothing open.")
        if life.losesPower {
            report.powerCuts += 1
            report.piecesAtStake += try FaultyDisk.losePower(in: self.disk.folder, seed: generator.next())
        }
    }

    private func begin(seed: UInt64) {
        self.disk.revive()
        self.disk.set(.seed, Int64(truncatingIfNeeded: seed))
        self.disk.set(.syncMicroseconds, 150)
        if self.flaw == .diskLies { self.disk.set(.ignoresSyncs, 1) }
        if self.flaw == .trustsTheLog { self.disk.set(.skipsEqualWrites, 1) }
    }

    /// The repository, or `nil` when the process died before it was open.
    private func opened(
        _ checkpointPages: Int64?,
        _ onFatal: @escaping @Sendable (RepositoryError) -> Void
    ) throws -> (any Repository)? {
        do {
            return try self.open(checkpointPages, onFatal)
        } catch {
            guard !self.disk.isDead else { return nil }
            throw CrashViolation(.opens, "\(error)")
        }
    }

    /// Returns the units to send to one process: new ones, all unacknowledged ones, and some acknowledged ones again.
    private func queue(_ new: Range<Int>, _ history: CrashHistory, _ generator: inout SeededGenerator) -> [Int] {
        var queue = Array(new)
        queue += history.sent.subtracting(history.acknowledged).sorted()
        for number in new where generator.happens(percent: 30) { queue.append(number) }
        for number in history.acknowledged.sorted() where generator.happens(percent: 10) { queue.append(number) }
        queue.shuffle(using: &generator)
        // Some are sent twice at the same moment.
        return queue.flatMap { generator.happens(percent: 20) ? [$0, $0] : [$0] }
    }

    private func checkFailure(_ life: CrashLife, _ work: CrashWork, fatal: Int) throws {
        guard life.ending == .syncFails, work.failedSyncs > 0 else { return }
        try CrashViolation.require(fatal == 1, .failedSyncStops, "the process was ordered to stop \(fatal) times")
    }

    private func end(_ repository: any Repository, _ life: CrashLife) async {
        switch life.ending {
        case .dies, .syncFails: self.disk.die()
        case .diesClosing: self.disk.set(.dyingOperation, self.disk.count(.operations) + life.place)
        case .closes: break
        }
        await repository.close()
    }

    // MARK: The end

    /// Opens the file once more with nothing in the way, sends what is missing, and looks at everything.
    private func judge(_ history: inout CrashHistory, _ report: inout CrashReport) async throws {
        self.begin(seed: self.seed)
        guard let repository = try self.opened(nil, { _ in }) else {
            throw CrashViolation(.opens, "nothing is in the way, and yet it did not open")
        }
        var generator = SeededGenerator(seed: self.seed)
        var life = CrashLife(&generator)
        while life.ending != .closes { life = CrashLife(&generator) }
        let work = CrashWork(
            repository: repository,
            disk: self.disk,
            history: history,
            life: life,
            clock: Sample.beginning + .days(800),
            refusalLimit: Self.refusalsPerLife,
            checksSyncs: true
        )
        do {
            try await work.check()
            try await work.run(history.units.indices.map { $0 }, senders: Self.senders)
            try await work.checkAtTheEnd()
        } catch {
            await repository.close()
            throw error
        }
        history = work.history
        report = report + work.report
        report.acknowledged = history.acknowledged.count
        report.unacknowledgedButKept = history.unacknowledgedButKept
        let complaints = try self.inspect()
        await repository.close()
        try CrashViolation.require(complaints.isEmpty, .fileIsSound, complaints.joined(separator: "; "))
    }
}
