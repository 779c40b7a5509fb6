import AppStore
import Ledger
import Logging

extension ImportWorker {
    /// What came of a page of rows.
    struct PageOutcome {
        /// Whether a row was settled.
        var hasMoved = false
        /// Whether the next page is worth beginning.
        var goesOn = true
        /// Whether Apple could not be asked at all.
        var isOutage = false
    }

    /// What came of one row.
    private enum RowOutcome: Sendable {
        case settled([ImportRow.Position: ImportRow.State])
        case trouble(ImportRow.Position, ImportRowError)
        /// It is time to look whether somebody has broken the job off.
        case glance
    }

    /// The work on one page.
    private struct Page {
        var queue: ArraySlice<ImportRow>
        var settled: Set<ImportRow.Position> = []
        var unkept: [ImportRow.Position: ImportRow.State] = [:]
        var inFlight = 0
        var troublesInARow = 0
        var outcome = PageOutcome()

        /// The next row that is not settled yet.
        mutating func next() -> ImportRow? {
            while let row = self.queue.popFirst() {
                if !self.settled.contains(row.position) { return row }
            }
            return nil
        }

        /// Begins no further row.
        mutating func stop(isOutage: Bool = false) {
            self.queue = []
            self.outcome.goesOn = false
            self.outcome.isOutage = self.outcome.isOutage || isOutage
        }
    }

    /// Asks for the rows of a page, many at once, and takes note of what came of them.
    func bring(_ rows: [ImportRow], of job: ImportJob) async throws(RepositoryError) -> PageOutcome {
        var page = Page(queue: rows[...])
        var failure: RepositoryError?
        await withTaskGroup(of: RowOutcome.self) { group in
            group.addTask { await self.glance() }
            while failure == nil {
                while page.inFlight < Self.concurrency, let row = page.next() {
                    page.inFlight += 1
                    group.addTask { await self.outcome(of: row, in: job) }
                }
                guard page.inFlight > 0, let outcome = await group.next() else { break }
                var isTimeToLook = false
                switch outcome {
                case .glance:
                    isTimeToLook = true
                    // A task that is canceled does not sleep.
                    if !Task.isCancelled { group.addTask { await self.glance() } }
                case .settled(let states):
                    page.inFlight -= 1
                    self.take(states, into: &page)
                case .trouble(let position, let trouble):
                    page.inFlight -= 1
                    failure = await self.take(trouble, of: position, in: job, into: &page)
                }
                guard failure == nil else { break }
                if isTimeToLook || page.unkept.count >= Self.settleRows || page.inFlight == 0 {
                    failure = await self.keep(&page, of: job)
                }
                // A job that was broken off, or paused by an answer, asks for nothing more.
                if !page.outcome.goesOn, isTimeToLook { group.cancelAll() }
            }
            group.cancelAll()
        }
        if let failure { throw failure }
        return page.outcome
    }

    private func outcome(of row: ImportRow, in job: ImportJob) async -> RowOutcome {
        do throws(ImportRowError) {
            return .settled(try await self.bringPunctually(row, of: job))
        } catch {
            return .trouble(row.position, error)
        }
    }

    /// Brings a row; where the clock is somebody else's, it is caught up with once before it is called wrong.
    private func bringPunctually(
        _ row: ImportRow,
        of job: ImportJob
    ) async throws(ImportRowError) -> [ImportRow.Position: ImportRow.State] {
        do throws(ImportRowError) {
            return try await self.bring(row, of: job)
        } catch .job(let pause) where pause.code == ImportRowError.clockBehind {
            guard let catchUp else { throw .job(pause) }
            try? await catchUp()
            return try await self.bring(row, of: job)
        }
    }

    private func glance() async -> RowOutcome {
        try? await self.clock.sleep(for: Self.interval)
        return .glance
    }

    private func take(_ states: [ImportRow.Position: ImportRow.State], into page: inout Page) {
        page.unkept.merge(states) { first, _ in first }
        page.settled.formUnion(states.keys)
        page.troublesInARow = 0
        page.outcome.hasMoved = true
    }

    private func take(
        _ trouble: ImportRowError,
        of position: ImportRow.Position,
        in job: ImportJob,
        into page: inout Page
    ) async -> RepositoryError? {
        switch trouble {
        case .row(let failure): self.take([position: .failed(failure)], into: &page)
        case .later(let error):
            if case .refused = error, self.attempts.isLast(position, of: job.id) {
                self.take([position: .failed(ImportRowError.failure(error))], into: &page)
                return nil
            }
            page.troublesInARow += 1
            if page.troublesInARow >= Self.outage { page.stop(isOutage: true) }
        case .storage(let error): return error
        case .stopped: page.stop()
        case .job(let pause):
            page.stop()
            return await self.pause(job, pause)
        }
        return nil
    }

    private func pause(_ job: ImportJob, _ pause: ImportJob.Pause) async -> RepositoryError? {
        do throws(RepositoryError) {
            let paused = try await self.ingest.repository.moveImport(
                job.id,
                of: job.app,
                from: [.working],
                to: .paused,
                pause: pause,
                at: self.ingest.ambient.now()
            )
            guard paused != nil else { return nil }
            self.logger.error(
                "An import is paused until somebody sees to it.",
                metadata: ["import": "\(job.id)", "app": "\(job.app)", "code": "\(pause.code)"]
            )
            return nil
        } catch {
            return error
        }
    }

    /// Takes note of what was settled, and stops when the job is not to work any longer.
    private func keep(_ page: inout Page, of job: ImportJob) async -> RepositoryError? {
        do throws(RepositoryError) {
            let states = page.unkept
            let now = self.ingest.ambient.now()
            let after = try await self.ingest.repository.settleImportRows(states, of: job.id, in: job.app, at: now)
            page.unkept = [:]
            if after?.state != .working { page.stop() }
            return nil
        } catch {
            return error
        }
    }
}
