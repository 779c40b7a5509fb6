import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Where an app in the field gets a customer before its user has an account.
struct AnonymousRoutes {
    /// The largest body in bytes: there is nothing to say.
    private static let maximumBody = 1024

    /// Makes customers.
    let keys: AccessKeys
    /// Counts how often.
    let rates: CallRates
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `POST /v1/customers/anonymous`.
    func add(to group: RouterGroup<ShopContext>) {
        group.post("/v1/customers/anonymous", use: self.mint)
    }

    @concurrent
    @Sendable private func mint(_ request: Request, context: ShopContext) async throws -> Response {
        guard case .publishable = context.principal else {
            throw Problem(
                .forbidden,
                code: "publishable_key_needed",
                "Customers without a name are made for apps in the field, with a publishable key. Your backend names "
                    + "its own customers."
            )
        }
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            _ = try OperatorRequest(json: Array(body.readableBytesView), fields: [])
        }
        if let client = context.client { try self.rates.count(minting: client) }
        return try await AnsweredWork.answer { (minted: MintedCustomer) in
            try WrittenAnswer.json(
                Minted(customer: minted.customer.rawValue, token: minted.token),
                status: .created,
                isSecret: true
            )
        } _: {
            try await self.keys.mintCustomer(in: context.app.name)
        }
    }

    private struct Minted: Encodable {
        let customer: String
        let token: String
    }
}
