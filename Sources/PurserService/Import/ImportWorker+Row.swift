import AppStore
import Ledger
import Logging

extension ImportWorker {
    /// The number of ids looked up among the waiting rows at once.
    private static var lookupCount: Int { 500 }

    /// Imports everything that Apple knows of the account behind a row, and returns the state of every row that the
    /// answers contain.
    func bring(
        _ row: ImportRow,
        of job: ImportJob
    ) async throws(ImportRowError) -> [ImportRow.Position: ImportRow.State] {
        guard let id = row.appleID else { return [:] }
        let first = try await self.ask { (client: AppStoreClient) async throws(AppStoreError) in
            try await client.sendTryingEnvironments(
                .transactionHistory(of: id),
                among: self.environments,
                within: Self.deadline
            )
        }
        let place = first.environment
        guard let environment = StoreEnvironment(rawValue: place.rawValue) else { throw .stopped }
        var work = RowWork(job: job, environment: environment, place: place, id: id)
        var answer = first.response
        var seen: Set<String> = []
        while true {
            try await self.take(answer, of: &work)
            guard answer.hasMore == true, let revision = answer.revision else { break }
            // A revision that repeats would cause endless requests.
            guard seen.insert(revision).inserted else {
                throw ImportRowError(AppStoreError.unreadableAnswer)
            }
            answer = try await self.ask { (client: AppStoreClient) async throws(AppStoreError) in
                try await client.send(
                    .transactionHistory(of: id, after: revision),
                    to: place,
                    within: Self.deadline
                )
            }
        }
        if work.named[row.position] == nil { try await self.takeAlone(row, &work) }
        // What could be read is recorded, and the row fails, so that an operator sees it and it is retried.
        if work.lacksRoom { work.named[row.position] = .failed(Self.noRoom) }
        return work.named
    }

    /// The failure of a row when Apple's answer contains an unreadable object and the quarantine is full.
    private static var noRoom: ImportRow.Failure {
        ImportRow.Failure(
            code: IngestError.quarantineFull.code,
            detail: "Apple's answer has an object that this version cannot read, and the quarantine is full. "
                + "The rest was imported."
        )
    }

    /// The work on one row.
    private struct RowWork {
        let job: ImportJob
        let environment: StoreEnvironment
        let place: AppStoreEnvironment
        let id: String
        /// The settled rows that the answers contain.
        var named: [ImportRow.Position: ImportRow.State] = [:]
        /// Whether the statuses of the account's subscriptions were requested.
        var hasStatuses = false
        /// Whether the quarantine had no room for an object that cannot be read.
        var lacksRoom = false
    }

    /// Ingests a page of the history, and before it the statuses if the page contains a subscription: with them, the
    /// first evidence of a subscription is its current state and not a state from years ago.
    private func take(_ history: HistoryResponse, of work: inout RowWork) async throws(ImportRowError) {
        var page = self.answer()
        try page.take(history)
        if page.hasSubscription, !work.hasStatuses {
            let askedAt = self.ingest.ambient.now()
            let id = work.id
            let place = work.place
            let statuses = try await self.ask { (client: AppStoreClient) async throws(AppStoreError) in
                try await client.send(.subscriptionStatuses(of: id), to: place, within: Self.deadline)
            }
            try page.take(statuses, askedAt: askedAt)
            work.hasStatuses = true
        }
        try await self.record(page, of: &work)
    }

    /// Ingests the transaction of the row itself: a history may lag behind a purchase.
    private func takeAlone(_ row: ImportRow, _ work: inout RowWork) async throws(ImportRowError) {
        let id = work.id
        let place = work.place
        let info = try await self.ask { (client: AppStoreClient) async throws(AppStoreError) in
            try await client.send(.transactionInfo(id), to: place, within: Self.deadline)
        }
        guard let signed = info.signedTransactionInfo else { throw ImportRowError(AppStoreError.unreadableAnswer) }
        var single = self.answer()
        try single.take(transaction: signed)
        if let stray = single.strays.first { throw .row(stray) }
        if let unreadable = single.unreadable.first {
            guard try await self.hold(single.unreadable) else { throw .row(Self.noRoom) }
            throw .row(
                ImportRow.Failure(
                    code: unreadable.hold.code,
                    detail: "Apple's answer has a form that this version cannot read. It is held; import the row again "
                        + "with a newer version."
                )
            )
        }
        guard single.ids.contains(TransactionID(id)) else {
            throw .row(
                ImportRow.Failure(
                    code: "import_answer_differs",
                    detail: "Apple's answer contains another transaction than the requested one."
                )
            )
        }
        try await self.record(single, of: &work)
    }

    private func answer() -> ImportedAnswer {
        ImportedAnswer(app: self.app, ingest: self.ingest, now: self.ingest.ambient.now())
    }

    /// Holds objects that cannot be read yet for a later version; returns false if the quarantine has no room for all.
    private func hold(_ unreadable: [VerifiedAnswer.Unreadable]) async throws(ImportRowError) -> Bool {
        var hasRoom = true
        for item in unreadable {
            do throws(IngestError) {
                try await self.ingest.hold(
                    answered: item.compact,
                    kind: item.kind,
                    item.hold,
                    now: self.ingest.ambient.now(),
                    for: self.app
                )
            } catch .storage(let error) {
                throw .storage(error)
            } catch .quarantineFull {
                hasRoom = false
            } catch {
                throw .row(ImportRow.Failure(code: error.code, detail: "An object that cannot be read cannot be held."))
            }
        }
        return hasRoom
    }

    /// Records an answer together with the values of the rows that it contains.
    private func record(_ answer: ImportedAnswer, of work: inout RowWork) async throws(ImportRowError) {
        if try await !self.hold(answer.unreadable) { work.lacksRoom = true }
        if !answer.strays.isEmpty {
            self.logger.warning(
                "An answer of Apple's to an import has objects of another app, which are ignored.",
                metadata: ["import": "\(work.job.id)", "objects": "\(answer.strays.count)"]
            )
        }
        let rows = try await self.rows(naming: answer.ids.sorted().map(\.rawValue), of: work)
        var groups: [CustomerID?: [ImportRow]] = [:]
        for row in rows where work.named[row.position] == nil {
            groups[row.owner, default: []].append(row)
            work.named[row.position] = .done
        }
        var intakes = groups.sorted { ($0.key?.rawValue ?? "") < ($1.key?.rawValue ?? "") }.map { _, rows in
            var intake = self.intake(of: work)
            intake.decisions = rows.compactMap { $0.decision(at: work.job.startedAt) }
            intake.importFacts = rows.compactMap(\.fact)
            intake.customerTokens = rows.compactMap { $0.fact?.accountToken }
            return intake
        }
        // The owner is recorded together with the purchase, so that its first event concerns the owner.
        var last = intakes.popLast() ?? self.intake(of: work)
        last.evidence = answer.evidence
        last.transactions = answer.transactions
        last.renewals = answer.renewals
        last.statuses = answer.statuses
        intakes.append(last)
        for intake in intakes {
            do throws(RepositoryError) {
                _ = try await self.ingest.repository.ingest(intake)
            } catch {
                throw .storage(error)
            }
        }
    }

    private func intake(of work: RowWork) -> Intake {
        Intake(
            app: work.job.app,
            environment: work.environment,
            receivedAt: self.ingest.ambient.now(),
            catalog: self.app.catalog,
            publishesEvents: work.job.publishesEvents
        )
    }

    private func rows(naming ids: [String], of work: RowWork) async throws(ImportRowError) -> [ImportRow] {
        let job = work.job
        do throws(RepositoryError) {
            return try await self.ingest.repository.read { view in
                try stride(from: 0, to: ids.count, by: Self.lookupCount).flatMap { start in
                    try view.pendingImportRows(
                        of: job.id,
                        in: job.app,
                        naming: Array(ids[start..<min(start + Self.lookupCount, ids.count)])
                    )
                }
            }
        } catch {
            throw .storage(error)
        }
    }

    private func ask<Answer>(
        _ question: (AppStoreClient) async throws(AppStoreError) -> Answer
    ) async throws(ImportRowError) -> Answer {
        do throws(AppStoreError) {
            return try await question(self.client)
        } catch {
            throw ImportRowError(error)
        }
    }
}
