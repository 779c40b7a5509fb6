import Ledger

extension RepositoryContract {
    static let imports = [
        Behavior("The rows of an import come back in order, as they were added, each position once") { subject in
            let repository = subject.repository
            let job = Self.job()
            try await repository.write { unit in try unit.beginImport(job) }
            try Self.require(
                try await repository.read { view in try view.importJob(job.id, of: Sample.app) },
                is: job,
                "The job as it began."
            )
            let rows = [Self.row(3, "30"), Self.fullRow(2, of: job), Self.badRow(4), Self.row(5, "x-7")]
            _ = try await repository.write { unit in try unit.addImportRows(rows, to: job.id, of: Sample.app) }
            let added = try await repository.write { unit in
                try unit.addImportRows([Self.row(3, "31")], to: job.id, of: Sample.app)
            }
            try Self.require(added?.counts, is: ImportJob.Counts(rows: 4, done: 0, failed: 1), "Each once.")
            try Self.require(added?.lastLine, is: 5, "Up to the last line.")
            let reopened = try await subject.reopen?() ?? repository
            let found = try await Self.pending(job, in: reopened)
            try Self.require(found, is: [rows[1], rows[0], rows[3]], "Those that wait.")
            try Self.require(
                try await reopened.read { view in
                    try view.pendingImportRows(
                        of: job.id,
                        in: Sample.app,
                        after: ImportRow.Position(line: 2, part: 1),
                        limit: 1
                    )
                },
                is: [rows[0]],
                "After a position, within the limit."
            )
            try Self.require(
                try await reopened.read { view in
                    try view.pendingImportRows(of: job.id, in: Sample.app, naming: ["x-7", "20", "999"])
                },
                is: [rows[1], rows[3]],
                "By what they name."
            )
            try Self.require(try await Self.failed(job, in: reopened), is: [rows[2]], "Those that failed.")
            let other = AppName("other")
            try Self.require(
                try await reopened.read { view in try view.importJob(job.id, of: other) },
                is: nil,
                "Of one app."
            )
            try Self.require(
                try await reopened.write { unit in try unit.addImportRows([Self.row(9, "9")], to: job.id, of: other) },
                is: nil,
                "Only."
            )
            await reopened.close()
        },
        Behavior("A job goes from one state to another only from where it may") { subject in
            let repository = subject.repository
            let job = Self.job()
            try await repository.write { unit in try unit.beginImport(job) }
            _ = try await repository.write { unit in
                try unit.addImportRows([Self.row(2, "20")], to: job.id, of: Sample.app)
            }
            let later = Sample.beginning + .days(2)
            func move(_ from: Set<ImportJob.State>, _ to: ImportJob.State) async throws -> ImportJob? {
                let pause = to == .paused ? ImportJob.Pause(code: "a", detail: "b") : nil
                return try await repository.write { unit in
                    try unit.moveImport(
                        job.id,
                        of: Sample.app,
                        from: from,
                        to: to,
                        pause: pause,
                        at: later
                    )
                }
            }
            try Self.require(try await move([.working], .paused), is: nil, "It is not working yet.")
            try Self.require(try await move([.receiving], .working)?.state, is: .working, "Now it is.")
            try Self.require(
                try await repository.write { unit in
                    try unit.addImportRows([Self.row(3, "30")], to: job.id, of: Sample.app)
                },
                is: nil,
                "A complete file takes no more rows."
            )
            let working = try await repository.read { view in
                try view.importJobs(of: Sample.app, in: .working, limit: 9)
            }
            try Self.require(working.map(\.id), is: [job.id], "It is found by its state.")
            let paused = try await move([.working], .paused)
            try Self.require(paused?.pause, is: ImportJob.Pause(code: "a", detail: "b"), "With the reason.")
            try Self.require(paused?.changedAt, is: later, "And the instant.")
            try Self.require(try await move([.paused], .working)?.pause, is: nil, "And without it again.")
            try Self.require(try await move([.working, .paused], .canceled)?.state, is: .canceled, "Broken off.")
            try Self.require(
                try await repository.read { view in try view.importJobs(of: Sample.app, in: .working, limit: 9) },
                is: [],
                "Nothing works."
            )
            let second = Self.job("second")
            try await repository.write { unit in try unit.beginImport(second) }
            let jobs = try await repository.read { view in try view.importJobs(of: Sample.app, limit: 9) }
            try Self.require(jobs.map(\.id), is: [second.id, job.id], "Newest first.")
            let empty = try await repository.write { unit in
                try unit.moveImport(
                    second.id,
                    of: Sample.app,
                    from: [.receiving],
                    to: .working,
                    pause: nil,
                    at: later
                )
            }
            try Self.require(empty?.state, is: .finished, "What has nothing to do is finished.")
        },
        Behavior("Rows are settled once, the last one finishes the job, and what failed can be tried again") {
            subject in
            let repository = subject.repository
            let job = Self.job()
            try await repository.write { unit in try unit.beginImport(job) }
            let rows = [Self.fullRow(2, of: job), Self.row(3, "30"), Self.row(4, "40"), Self.badRow(5)]
            _ = try await repository.write { unit in try unit.addImportRows(rows, to: job.id, of: Sample.app) }
            _ = try await repository.write { unit in
                try unit.moveImport(
                    job.id,
                    of: Sample.app,
                    from: [.receiving],
                    to: .working,
                    pause: nil,
                    at: Sample.beginning
                )
            }
            func settle(_ states: [ImportRow.Position: ImportRow.State]) async throws -> ImportJob? {
                try await repository.write { unit in
                    try unit.settleImportRows(
                        states,
                        of: job.id,
                        in: Sample.app,
                        at: Sample.beginning + .days(3)
                    )
                }
            }
            let failure = ImportRow.Failure(code: "transaction_unknown", detail: "Apple knows no such transaction.")
            let first = try await settle([rows[0].position: .done, rows[1].position: .failed(failure)])
            try Self.require(first?.counts, is: ImportJob.Counts(rows: 4, done: 1, failed: 2), "Counted.")
            let again = try await settle([rows[0].position: .failed(failure), rows[1].position: .done])
            try Self.require(again, is: first, "What is settled stays.")
            try Self.require(try await Self.pending(job, in: repository), is: [rows[2]], "One waits.")
            let last = try await settle([rows[2].position: .failed(failure)])
            try Self.require(last?.state, is: .finished, "The last one finishes it.")
            try Self.require(last?.changedAt, is: Sample.beginning + .days(3), "At that instant.")
            let failed = try await Self.failed(job, in: repository)
            try Self.require(failed.map(\.position.line), is: [3, 4, 5], "Three failed.")
            try Self.require(failed[0].state, is: .failed(failure), "With their reasons.")
            try Self.require(
                try await repository.write { unit in try unit.retryImportRows(of: job.id, in: Sample.app, limit: 1) },
                is: 1,
                "Within the limit."
            )
            try Self.require(
                try await repository.write { unit in try unit.retryImportRows(of: job.id, in: Sample.app, limit: 9) },
                is: 1,
                "What was not understood is not tried again."
            )
            let retried = try await repository.read { view in try view.importJob(job.id, of: Sample.app) }
            try Self.require(retried?.state, is: .working, "It works again.")
            try Self.require(retried?.counts, is: ImportJob.Counts(rows: 4, done: 1, failed: 1), "On two rows.")
            try Self.require(try await Self.pending(job, in: repository), is: [rows[1], rows[2]], "These.")
        },
        Behavior("A row that is imported is removed, and one that failed stays") { subject in
            let repository = subject.repository
            let job = Self.job()
            let rows = [Self.row(2, "20"), Self.row(3, "30")]
            try await repository.write { unit in try unit.beginImport(job) }
            _ = try await repository.write { unit in try unit.addImportRows(rows, to: job.id, of: Sample.app) }
            let failure = ImportRow.Failure(code: "transaction_unknown", detail: "Apple knows no such transaction.")
            _ = try await repository.write { unit in
                try unit.settleImportRows(
                    [rows[0].position: .done, rows[1].position: .failed(failure)],
                    of: job.id,
                    in: Sample.app,
                    at: Sample.beginning
                )
            }
            // A position at which a row is kept takes no other.
            let again = try await repository.write { unit in try unit.addImportRows(rows, to: job.id, of: Sample.app) }
            try Self.require(again?.counts, is: ImportJob.Counts(rows: 3, done: 1, failed: 1), "The first was gone.")
        },
        Behavior("Rows that wait in an import that goes on no longer are removed, and those that failed stay") {
            subject in
            let repository = subject.repository
            let jobs = ["a", "b", "c", "d"].map { Self.job($0) }
            for job in jobs {
                try await repository.write { unit in try unit.beginImport(job) }
                let rows = [Self.row(2, "20"), Self.row(3, "30"), Self.badRow(4)]
                _ = try await repository.write { unit in try unit.addImportRows(rows, to: job.id, of: Sample.app) }
            }
            func move(_ job: ImportJob, _ state: ImportJob.State, _ pause: ImportJob.Pause? = nil) async throws {
                _ = try await repository.write { unit in
                    try unit.moveImport(
                        job.id,
                        of: Sample.app,
                        from: [.receiving],
                        to: state,
                        pause: pause,
                        at: Sample.beginning
                    )
                }
            }
            try await move(jobs[0], .canceled)
            try await move(jobs[1], .receiving, ImportJob.Pause(code: "import_interrupted", detail: "It broke off."))
            try await move(jobs[2], .working)
            func remove(_ limit: Int, of app: AppName = Sample.app) async throws -> Int {
                try await repository.write { unit in try unit.removeAbandonedImportRows(of: app, limit: limit) }
            }
            try Self.require(try await remove(9, of: AppName("other")), is: 0, "Of one app only.")
            try Self.require(try await remove(3), is: 3, "Within the limit.")
            try Self.require(try await remove(3), is: 1, "The rest.")
            for job in jobs[..<2] {
                try Self.require(try await Self.pending(job, in: repository), is: [], "None waits.")
            }
            for job in jobs[2...] {
                try Self.require(try await Self.pending(job, in: repository).count, is: 2, "Here the rows wait.")
            }
            for job in jobs {
                try Self.require(try await Self.failed(job, in: repository).count, is: 1, "What failed stays.")
                let counts = try await repository.read { view in try view.importJob(job.id, of: Sample.app) }?.counts
                try Self.require(counts, is: ImportJob.Counts(rows: 3, done: 0, failed: 1), "The counts stay.")
            }
        },
        Behavior("Imported facts are stored with their transaction, the newest of each kind") { subject in
            let repository = subject.repository
            func say(_ at: Instant, _ change: (inout ImportFact) -> Void) async throws -> Bool {
                var fact = ImportFact(transactionID: TransactionID("100"), statedAt: at)
                change(&fact)
                var intake = Sample.facts()
                intake.importFacts = [fact]
                return try await repository.record(intake).isNew
            }
            let newer = Sample.beginning + .days(1)
            let isNew = try await say(newer) { $0.isDelivered = false }
            try Self.require(isNew, "Said first.")
            _ = try await say(Sample.beginning) {
                $0.isDelivered = true
                $0.deliveredAt = Sample.beginning
                $0.consumedMilliunits = 35_500
                $0.hasConsented = true
                $0.consentedAt = Sample.beginning
                $0.accountToken = Sample.token(9)
            }
            let isRepeated = try await say(newer) { $0.isDelivered = false }
            try Self.require(!isRepeated, "Said again.")
            let reopened = try await subject.reopen?() ?? repository
            let found = try await reopened.read { view in
                try view.importFact(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            let fact = try Self.unwrap(found, "It is kept.")
            try Self.require(fact.isDelivered, is: false, "The newer word.")
            try Self.require(fact.deliveredAt, is: nil, "With what belongs to it.")
            try Self.require(fact.consumedMilliunits, is: 35_500, "The only word.")
            try Self.require(fact.hasConsented, is: true, "The only word.")
            try Self.require(fact.consentedAt, is: Sample.beginning, "The only word.")
            try Self.require(fact.accountToken, is: Sample.token(9), "The only word.")
            let elsewhere = try await reopened.read { view in
                try view.importFact(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .sandbox
                )
            }
            try Self.require(elsewhere, is: nil, "In this environment only.")
            await reopened.close()
        },
    ]

    private static func job(_ id: String = "0123456789abcdef") -> ImportJob {
        ImportJob(
            id: ImportJobID(id),
            app: Sample.app,
            publishesEvents: false,
            startedBy: "ada",
            startedAt: Sample.beginning
        )
    }

    private static func row(_ line: Int64, _ id: String) -> ImportRow {
        ImportRow(position: ImportRow.Position(line: line), subject: .transaction, appleID: id)
    }

    private static func fullRow(_ line: Int64, of job: ImportJob) -> ImportRow {
        var fact = ImportFact(transactionID: TransactionID("20"), statedAt: job.startedAt)
        fact.accountToken = Sample.token(3)
        fact.isDelivered = true
        fact.deliveredAt = Sample.beginning - .days(9)
        fact.consumedMilliunits = 100_000
        fact.hasConsented = false
        return ImportRow(
            position: ImportRow.Position(line: line, part: 1),
            subject: .receipt,
            appleID: "20",
            owner: Sample.customer("4711"),
            fact: fact
        )
    }

    private static func badRow(_ line: Int64) -> ImportRow {
        ImportRow(
            position: ImportRow.Position(line: line),
            subject: .original,
            appleID: nil,
            isUnderstood: false,
            state: .failed(ImportRow.Failure(code: "id_missing", detail: "The row names no purchase."))
        )
    }

    private static func pending(
        _ job: ImportJob,
        in repository: any Repository
    ) async throws -> [ImportRow] {
        try await repository.read { view in
            try view.pendingImportRows(of: job.id, in: Sample.app, after: .beginning, limit: 100)
        }
    }

    private static func failed(_ job: ImportJob, in repository: any Repository) async throws -> [ImportRow] {
        try await repository.read { view in
            try view.failedImportRows(of: job.id, in: Sample.app, after: .beginning, limit: 100)
        }
    }
}
