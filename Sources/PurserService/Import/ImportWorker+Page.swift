import AppStore
import Ledger
import Logging

extension ImportWorker {
    /// The result of a page of rows.
    struct PageOutcome {
        /// Whether a row was settled.
        var hasMoved = false
        /// Whether to begin the next page.
        var goesOn = true
        /// Whether Apple could not be reached at all.
        var isOutage = false
    }

    /// The result of one row.
    private enum RowOutcome: Sendable {
        case settled([ImportRow.Position: ImportRow.State])
        case trouble(ImportRow.Position, ImportRowError)
        /// The worker must check whether the import was canceled.
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

        /// Returns the next row that is not settled yet.
        mutating func next() -> ImportRow? {
            while let row = self.queue.popFirst() {
                if !self.settled.contains(row.position) { return row }
            }
            return nil
        }

        /// Prevents further rows from starting.
        mutating func stop(isOutage: Bool = false) {
            self.queue = []
            self.outcome.goesOn = false
            self.outcome.isOutage = self.outcome.isOutage || isOutage
        }
    }

    /// Asks Apple about the rows of a page concurrently, and records the results.
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
                    // A canceled task does not sleep.
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
                // An import that was canceled, or paused by an answer, sends no further requests.
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

    /// Imports a row; if the time is a simulated one, it catches up once before it reports a wrong clock.
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
            let paused = try await self.ingest.repository.write { unit in
                try unit.moveImport(
                    job.id,
                    of: job.app,
                    from: [.working],
                    to: .paused,
                    pause: pause,
                    at: self.ingest.ambient.now()
                )
            }
            guard paused != nil else { return nil }
            self.logger.error(
                "An import is paused and needs an operator.",
                metadata: ["import": "\(job.id)", "app": "\(job.app)", "code": "\(pause.code)"]
            )
            return nil
        } catch {
            return error
        }
    }

    /// Stores the settled rows, and stops if the import is no longer to work.
    private func keep(_ page: inout Page, of job: ImportJob) async -> RepositoryError? {
        do throws(RepositoryError) {
            let states = page.unkept
            let now = self.ingest.ambient.now()
            let after = try await self.ingest.repository.write { unit in
                try unit.settleImportRows(states, of: job.id, in: job.app, at: now)
            }
            page.unkept = [:]
            if after?.state != .working { page.stop() }
            return nil
        } catch {
            return error
        }
    }
}
