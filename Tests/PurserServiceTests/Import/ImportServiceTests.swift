import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ImportServiceTests {
    static func error(_ work: () async throws(ImportError) -> Void) async -> ImportError? {
        do throws(ImportError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    static func file(rows: Int) -> String {
        "transactionId,owner\n" + (1...rows).map { "\($0),user-\($0)\n" }.joined()
    }

    @Test("A file of any size is stored in order, whatever the pieces in which it arrives, and then the work begins")
    func reception() async throws {
        for piece in [7, 100_000] {
            let stage = try ImportStage()
            let job = try await stage.submit(Self.file(rows: 1234), piece: piece)
            #expect(job.state == .working)
            #expect(job.counts == ImportJob.Counts(rows: 1234, done: 0, failed: 0))
            #expect(job.lastLine == 1235)
            #expect(job.startedBy == "ada")
            let last = try await stage.repository.read { view in
                try view.pendingImportRows(
                    of: job.id,
                    in: job.app,
                    after: ImportRow.Position(line: 1234),
                    limit: 10
                )
            }
            #expect(last.map(\.appleID) == ["1234"])
            #expect(last.map(\.owner) == [CustomerID("user-1234")])
        }
    }

    @Test("A file that is cut off leaves an import that shows how far the upload got, and asks Apple nothing")
    func cutOff() async throws {
        let stage = try ImportStage()
        let text = Self.file(rows: 700).dropLast(3)
        let error = await Self.error { () async throws(ImportError) in _ = try await stage.submit(String(text)) }
        guard case .file(let cause, let id?) = error else {
            Issue.record("It is refused as a file: \(String(describing: error))")
            return
        }
        #expect(cause.code == .fileCutOff)
        let job = try await stage.imports.job(id, of: stage.app.name)
        #expect(job.state == .receiving)
        #expect(job.pause?.code == "import_file_cut_off")
        #expect(job.counts.rows == 699)
        #expect(job.lastLine == 700)
        #expect(await stage.worker?.work() == false)
        #expect(stage.calls.count() == 0)
        // A repeated submission is another import; the incomplete one can be canceled.
        #expect(try await stage.submit(Self.file(rows: 700)).counts.rows == 700)
        #expect(try await stage.imports.cancel(id, of: stage.app.name, by: "ada").state == .canceled)
    }

    @Test("An interrupted upload leaves such an import, or none if no row had arrived")
    func interrupted() async throws {
        let stage = try ImportStage()
        var reception = try await stage.imports.begin(
            for: stage.app.name,
            format: .csv,
            publishesEvents: true,
            by: "ada"
        )
        try await reception.take(Array(Self.file(rows: 3).utf8.dropLast(2)))
        let error = await Self.error { () async throws(ImportError) in try await reception.breakOff() }
        guard case .interrupted(let id?) = error else {
            Issue.record("It says where the rows are: \(String(describing: error))")
            return
        }
        #expect(try await stage.imports.job(id, of: stage.app.name).counts.rows == 2)
        var empty = try await stage.imports.begin(for: stage.app.name, format: .csv, publishesEvents: true, by: "ada")
        #expect(await Self.error { () async throws(ImportError) in try await empty.breakOff() } == .interrupted(nil))
        #expect(try await stage.imports.list(of: stage.app.name, limit: 10).map(\.id) == [id])
    }

    @Test("A file with a wrong header results in no import")
    func badHeader() async throws {
        let stage = try ImportStage()
        let error = await Self.error { () async throws(ImportError) in
            _ = try await stage.submit("transactonId\n1\n")
        }
        guard case .file(let cause, nil) = error else {
            Issue.record("Nothing was kept: \(String(describing: error))")
            return
        }
        #expect(cause.code == .columnUnknown)
        #expect(try await stage.imports.list(of: stage.app.name, limit: 10).isEmpty)
        #expect(
            try await stage.repository.read { view in try view.auditHead() }.count == 0,
            "An import that never began is not in the audit log."
        )
    }

    @Test("Without a key for Apple's API nothing is accepted, and the message names the key to add")
    func withoutKey() async throws {
        let stage = try ImportStage(hasKey: false)
        let error = await Self.error { () async throws(ImportError) in _ = try await stage.submit(Self.file(rows: 1)) }
        #expect(error == .keyMissing(stage.app.name))
        #expect(error?.detail.contains("apps.shop.appStore") == true)
        #expect(stage.worker == nil)
        let unknown = await Self.error { () async throws(ImportError) in
            _ = try await stage.imports.begin(for: AppName("nobody"), format: .csv, publishesEvents: true, by: "ada")
        }
        #expect(unknown == .appUnknown)
    }

    @Test("The audit log contains who started, retried and canceled an import")
    func audited() async throws {
        let stage = try ImportStage()
        let job = try await stage.submit(Self.file(rows: 2))
        _ = try await stage.imports.retry(job.id, of: stage.app.name, by: "ben")
        _ = try await stage.imports.cancel(job.id, of: stage.app.name, by: "cid")
        let entries = try await stage.repository.read { view in try view.auditEntries(after: 0, limit: 10) }
        #expect(entries.map(\.action) == [.importStart, .importRetry, .importRetry, .importCancel])
        #expect(entries.map(\.operatorName) == ["ada", "ben", "ben", "cid"])
        #expect(entries.allSatisfy { $0.subject == job.id.rawValue })
        #expect(entries.map(\.outcome) == [.done, .begun, .nothing, .done], "There was nothing to retry yet.")
        await #expect(throws: ImportError.self) {
            try await stage.imports.cancel(job.id, of: stage.app.name, by: "dan")
        }
        let last = try await stage.repository.read { view in try view.auditEntries(after: 4, limit: 9) }
        #expect(last.map(\.outcome) == [.refused(code: "import_state")], "A second cancellation is refused.")
    }

    @Test("An import of another app is not found")
    func otherApp() async throws {
        let stage = try ImportStage()
        let job = try await stage.submit(Self.file(rows: 1))
        let error = await Self.error { () async throws(ImportError) in
            _ = try await stage.imports.job(job.id, of: AppName("other"))
        }
        #expect(error == .unknown)
    }
}
