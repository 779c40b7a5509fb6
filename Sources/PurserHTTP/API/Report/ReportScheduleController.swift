import HTTPTypes
import Hummingbird
import Ledger
import Notation
import PurserService

/// What is answered about the fetching of Apple's reports, to shops and to operators alike.
struct ReportScheduleController: Sendable {
    /// What fetches them, by app.
    let fetches: [AppName: ReportFetch]

    /// How the fetching of each kind goes.
    func show(_ app: AppName) async throws -> Response {
        do throws(ReportFetchRefusal) {
            let statuses = try await self.statuses(of: app)
            var json = JSONText()
            json.add("kinds", statuses) { json, status in Self.describe(status, in: &json) }
            return JSONResponse.written(json.bytes)
        } catch {
            if case .storage(let cause) = error { throw Problem.storage(cause) }
            throw Problem(.conflict, code: error.code, error.remedy)
        }
    }

    private func statuses(of app: AppName) async throws(ReportFetchRefusal) -> [ReportFetchStatus] {
        guard let fetch = self.fetches[app] else { throw .notConfigured(app) }
        do throws(RepositoryError) {
            return try await fetch.status()
        } catch {
            throw .storage(error)
        }
    }

    private static func describe(_ status: ReportFetchStatus, in json: inout JSONText) {
        json.add("kind", status.kind.rawValue)
        json.add("newestPeriod", status.newest?.slot.period.text)
        json.add("newestReport", status.newest?.number)
        json.add("importedAt", status.newest?.importedAt)
        json.add("nextAt", status.next)
        json.add("pausedUntil", status.pausedUntil)
        guard let trouble = status.trouble else { return }
        json.add("failure") { json in
            json.add("code", trouble.failure.code)
            json.add("detail", trouble.failure.detail)
            json.add("at", trouble.at)
        }
    }
}
