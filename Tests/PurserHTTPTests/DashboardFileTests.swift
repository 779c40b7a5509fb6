import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

/// Files that are read while they are sent.
@Suite struct DashboardFileTests {
    /// A repository that lets a test do something after each unit of work.
    private struct WatchedRepository: ObservedRepository {
        /// What the test does.
        final class Watch: Sendable {
            let work = Mutex<(@Sendable (RepositoryCall) async throws -> Void)?>(nil)
        }

        let base: any Repository = InMemoryRepository()
        let watch = Watch()

        func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {
            guard let work = self.watch.work.withLock({ $0 }) else { return }
            do {
                try await work(call)
            } catch {
                Issue.record(error)
            }
        }
    }

    /// The answers that a test counts.
    private final class Answers: Sendable {
        let count = Mutex(0)
        let all = Mutex<[(status: HTTPResponse.Status, retryAfter: String?)]>([])
    }

    private static let base = "/dashboard/apps/shop"

    private let repository = WatchedRepository()

    /// Ends all sessions as soon as a function has read something.
    private func endSessions(of stage: DashboardStage, after function: String) {
        self.repository.watch.work.withLock { work in
            work = { call in
                if call.isFrom(function) { stage.pass(.days(15)) }
            }
        }
    }

    @Test("A table whose reader's session ends meanwhile is not sent as a complete file", arguments: ["csv", "json"])
    func table(form: String) async throws {
        let stage = try DashboardStage(repository: self.repository)
        for number in 0...200 {
            try await stage.services.audit.add(AuditRecord(by: "bert", .catalogApply, on: "version \(number)"))
        }
        let browser = try await stage.signedIn("fay")
        let path = "\(Self.base)/audit?export=\(form)"
        let whole = try await browser.get(path)
        #expect(whole.text.contains("version 200") && whole.text.contains("version 0"), "\(whole.text)")
        self.endSessions(of: stage, after: "newest")
        await #expect(throws: (any Error).self) { _ = try await browser.get(path) }
    }

    @Test("The failed rows of an import are not sent as a complete file either")
    func failures() async throws {
        let stage = try DashboardStage(repository: self.repository, app: ImportStage().app)
        let (app, id) = (AppName("shop"), ImportJobID("0123456789abcdef"))
        let now = stage.services.ambient.now()
        let job = ImportJob(id: id, app: app, publishesEvents: true, startedBy: "eve", startedAt: now)
        let row = ImportRow(
            position: ImportRow.Position(line: 1),
            subject: .transaction,
            appleID: "101",
            owner: CustomerID("anna"),
            state: .failed(ImportRow.Failure(code: "import_transaction_unknown", detail: "Apple does not know it."))
        )
        try await stage.services.repository.write { unit in
            try unit.beginImport(job)
            _ = try unit.addImportRows([row], to: id, of: app)
        }
        let browser = try await stage.signedIn("fay", .viewer)
        let path = "\(Self.base)/imports/\(id)/failures"
        #expect(try await browser.get(path).text.contains(",101,"))
        self.endSessions(of: stage, after: "failures")
        await #expect(throws: (any Error).self) { _ = try await browser.get(path) }
    }

    @Test("An operator reads at most four files at a time, those about money too", arguments: ["part", "salesFile"])
    func slots(function: String) async throws {
        let stage = try DashboardStage(repository: self.repository)
        let day = try #require(PacificDay(text: "2026-02-10"))
        let report = try await DashboardMoneyStage.report(day, units: 3, in: stage.services)
        let browser = try await stage.signedIn("fay-\(function.lowercased())")
        let path =
            function == "part"
            ? "\(Self.base)/reports/\(report.number)/file" : "\(Self.base)/reports/exports/csv?month=2026-02"
        let answers = Answers()
        // Each of the first four opens the next one while it reads, so that all are open at once.
        self.repository.watch.work.withLock { work in
            work = { call in
                guard call.isFrom(function) else { return }
                let number = answers.count.withLock { count in
                    count += 1
                    return count
                }
                guard number <= 4 else { return }
                let answer = try await browser.get(path)
                answers.all.withLock { $0.append((answer.status, answer.headers[.retryAfter])) }
            }
        }
        #expect(try await browser.get(path).status == .ok)
        let all = answers.all.withLock { $0 }
        #expect(all.map { $0.status } == [.serviceUnavailable, .ok, .ok, .ok], "\(all)")
        #expect(all.first?.retryAfter == "10")
        #expect(try await browser.get(path).status == .ok, "All slots are free again.")
    }
}
