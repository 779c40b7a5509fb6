import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// Any id that a person can be given: who and what it is.
struct LookupRoutes {
    /// Finds out.
    let desk: CustomerDesk

    /// Adds `GET /v1/lookups`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/lookups", use: self.lookUp)
    }

    @concurrent
    @Sendable private func lookUp(_ request: Request, context: ShopContext) async throws -> Response {
        guard let id = try RequestQuery.text("id", in: request, upTo: CustomerID.maximumBytes) else {
            throw Problem(
                .unprocessableContent,
                code: "field_missing",
                "Send ?id= with any id: an order number of Apple's mails, a transaction, a token, a customer.",
                field: "id"
            )
        }
        let answer = try await Problem.explaining {
            try await self.desk.lookUp(id, in: context.app, by: context.origin())
        }
        return try JSONResponse.encode(LookupBody(answer, id: id))
    }
}
