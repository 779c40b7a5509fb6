import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The lists of one customer: what he bought, his subscriptions, and everything that happened to him.
struct CustomerHistoryRoutes {
    /// Answers.
    let desk: CustomerDesk

    /// Adds the routes.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/customers/:customer/transactions", use: self.transactions)
        group.get("/v1/customers/:customer/subscriptions", use: self.subscriptions)
        group.get("/v1/customers/:customer/timeline", use: self.timeline)
        group.get("/v1/customers/:customer/risk", use: self.risk)
    }

    @concurrent
    @Sendable private func transactions(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try context.customer(named: CustomerParameter.customer(in: context))
        let environment = try CustomerParameter.environment(in: request)
        let word = request.uri.queryParameters["view"].map(String.init) ?? PurchaseView.all.rawValue
        guard let view = PurchaseView(rawValue: word) else {
            throw RequestFields.invalid("view", "Use all, latest or current.")
        }
        let limit = try RequestQuery.limit(in: request, usually: 200, upTo: 1000)
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 255)
        let lines = try await Problem.explaining {
            try await self.desk.purchases(of: customer, in: context.app, environment: environment, view: view)
        }
        let start: Int
        if let cursor {
            guard let place = lines.firstIndex(where: { Self.cursor(of: $0) == cursor }) else {
                throw RequestQuery.foreignCursor
            }
            start = place + 1
        } else {
            start = 0
        }
        let page = lines[start...].prefix(limit)
        return try JSONResponse.encode(
            Transactions(
                customer: customer.rawValue,
                environment: environment.rawValue,
                transactions: page.map(PurchaseLineBody.init),
                next: start + limit < lines.count ? page.last.map(Self.cursor) : nil
            )
        )
    }

    @concurrent
    @Sendable private func subscriptions(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try context.customer(named: CustomerParameter.customer(in: context))
        let environment = try CustomerParameter.environment(in: request)
        let subscriptions = try await Problem.explaining {
            try await self.desk.subscriptions(of: customer, in: context.app, environment: environment)
        }
        return try JSONResponse.encode(
            Subscriptions(
                customer: customer.rawValue,
                environment: environment.rawValue,
                subscriptions: subscriptions.map(OwnedSubscriptionBody.init)
            )
        )
    }

    @concurrent
    @Sendable private func risk(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let environment = try CustomerParameter.environment(in: request)
        let risk = try await Problem.explaining {
            try await self.desk.risk(of: customer, in: context.app, environment: environment)
        }
        return try JSONResponse.encode(RiskBody(risk, of: customer, environment: environment))
    }

    @concurrent
    @Sendable private func timeline(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: 200)
        var kinds = Set(TimelineEntry.Kind.allCases)
        if let words = try RequestQuery.text("type", in: request, upTo: 255) {
            let parts = words.split(separator: ",", omittingEmptySubsequences: false)
            kinds = Set(parts.compactMap { TimelineEntry.Kind(rawValue: String($0)) })
            guard kinds.count == Set(parts).count else {
                let known = TimelineEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw RequestFields.invalid("type", "Name one or more of \(known), with commas between.")
            }
        }
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 1024).map { text in
            guard let cursor = TimelineCursor(text) else { throw RequestQuery.foreignCursor }
            return cursor
        }
        let page = try await Problem.explaining { [kinds] in
            try await self.desk.timeline(of: customer, in: context.app, kinds: kinds, after: cursor, limit: limit)
        }
        var members = [
            JSONMember(key: "customer", value: .string(customer.rawValue)),
            JSONMember(key: "entries", value: .array(page.entries.map(TimelineEntryBody.value))),
        ]
        if let next = page.next { members.append(JSONMember(key: "next", value: .string(next.text))) }
        return JSONResponse.value(.object(members))
    }

    /// The place after a line, for the next page.
    private static func cursor(of line: PurchaseLine) -> String {
        line.transactionIDs.first?.rawValue ?? ""
    }

    private struct Transactions: Encodable {
        let customer: String
        let environment: String
        let transactions: [PurchaseLineBody]
        let next: String?
    }

    private struct Subscriptions: Encodable {
        let customer: String
        let environment: String
        let subscriptions: [OwnedSubscriptionBody]
    }
}
