import Hummingbird
import Ledger
import PurserService

/// What is answered about reasons to look twice, to shops and to operators alike.
struct RiskExchange: Sendable {
    /// The most customers in one answer; the books are read for each.
    static let maximumPage = 50

    /// Knows them.
    let desk: RiskDesk

    /// A page of the customers at the line or above it.
    func list(_ request: Request, of app: AppName) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 20, upTo: Self.maximumPage)
        let place = try RequestQuery.text("cursor", in: request, upTo: 64).map { text in
            guard let place = Self.place(text) else { throw RequestQuery.foreignCursor }
            return place
        }
        let found = try await Problem.explaining {
            do throws(RepositoryError) {
                return try await self.desk.raised(in: app, after: place, limit: limit + 1)
            } catch {
                throw CustomerError.storage(error)
            }
        }
        let page = found.prefix(limit)
        return try JSONResponse.encode(
            RaisedRisks(
                customers: page.map { entry in
                    RiskBody(
                        entry.risk,
                        of: entry.mark.customer,
                        environment: .production,
                        raisedAt: entry.mark.raisedAt
                    )
                },
                next: found.count > limit ? page.last.map { Self.cursor($0.mark.place) } : nil
            )
        )
    }

    /// The reasons of an Apple account.
    func show(
        _ account: AppTransactionID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws -> Response {
        let found = try await Problem.explaining {
            do throws(RepositoryError) {
                return try await self.desk.risk(of: account, in: app, environment: environment)
            } catch {
                throw CustomerError.storage(error)
            }
        }
        return try JSONResponse.encode(
            RiskBody(found.risk, of: account, customers: found.customers, environment: environment)
        )
    }

    private static func cursor(_ place: RiskPlace) -> String { "\(place.points)-\(place.number)" }

    private static func place(_ text: String) -> RiskPlace? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let points = Int64(parts[0]), let number = Int64(parts[1]) else { return nil }
        return RiskPlace(points: points, number: number)
    }

    private struct RaisedRisks: Encodable {
        let customers: [RiskBody]
        let next: String?
    }
}
