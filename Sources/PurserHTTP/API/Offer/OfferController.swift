import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for the signatures that StoreKit requires for offers.
struct OfferController: Sendable {
    /// The maximum size of a body in bytes: an Advanced Commerce request with its items.
    private static let maximumBody = 256 * 1024

    /// The service that signs.
    let service: OfferService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/offers`.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/offers/promotional", use: self.promotional)
        group.post("/v1/offers/introductory", use: self.introductory)
        group.post("/v1/offers/advanced-commerce", use: self.advancedCommerce)
    }

    @concurrent
    @Sendable private func promotional(_ request: Request, context: AppContext) async throws -> Response {
        let body = try await self.body(
            of: request,
            fields: ["customer", "product", "offer", "appAccountToken", "transaction", "environment"]
        )
        let offer = OfferID(try body.required("offer"))
        let product = ProductID(try body.required("product"))
        guard let customer = CustomerID(try body.required("customer")) else {
            throw CustomerParameter.invalid(field: "customer")
        }
        try context.customer(named: customer)
        let environment = try context.environment(Self.environment(body))
        let token = try Self.token(body)
        let transaction = try body.text("transaction").map { TransactionID($0) }
        do {
            if try RequestQuery.flag("dryRun", in: request) {
                try await self.service.check(offer, of: product, for: customer, in: environment, app: context.app)
                return try JSONResponse.encode(Preview(product: product.rawValue, offer: offer.rawValue))
            }
            let signed = try await self.service.sign(
                offer,
                of: product,
                for: customer,
                in: environment,
                token: token,
                transactionID: transaction,
                by: context.origin(),
                app: context.app
            )
            return try JSONResponse.encode(SignedOfferBody(signed))
        } catch let error as OfferError {
            throw Problem.offer(error)
        }
    }

    @concurrent
    @Sendable private func introductory(_ request: Request, context: AppContext) async throws -> Response {
        let fields = ["product", "transaction", "customer", "environment", "allow"]
        let body = try await self.body(of: request, fields: fields)
        let product = ProductID(try body.required("product"))
        let transaction = TransactionID(try body.required("transaction"))
        let customer = try body.text("customer").map { text in
            guard let customer = CustomerID(text) else { throw CustomerParameter.invalid(field: "customer") }
            return try context.customer(named: customer)
        }
        let environment = try Self.environment(body)
        let isForbidden = try body.value("allow") != nil && !body.flag("allow")
        do {
            let (jws, isAllowed) = try await self.service.introductory(
                of: product,
                for: transaction,
                customer: customer,
                isForbidden: isForbidden,
                in: environment,
                by: context.origin(),
                app: context.app
            )
            return try JSONResponse.encode(Eligibility(jws: jws, allowed: isAllowed))
        } catch let error as OfferError {
            throw Problem.offer(error)
        }
    }

    @concurrent
    @Sendable private func advancedCommerce(_ request: Request, context: AppContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let asked = try Self.advancedCommerceRequest(Array(body.readableBytesView))
            do {
                let jws = try await self.service.advancedCommerce(asked, by: context.origin(), app: context.app)
                return try JSONResponse.encode(Signed(jws: jws))
            } catch let error as OfferError {
                throw Problem.offer(error)
            }
        }
    }

    private func body(of request: Request, fields: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: StoreCalls.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: fields)
        }
    }

    private static func environment(_ body: RequestFields) throws -> StoreEnvironment {
        guard let text = try body.text("environment") else { return .production }
        guard let environment = StoreEnvironment.named(text) else {
            throw Problem(
                .unprocessableContent,
                code: "environment_invalid",
                Spelling.choice(text, among: StoreEnvironment.allCases.map(\.rawValue)),
                field: "environment"
            )
        }
        return environment
    }

    private static func token(_ body: RequestFields) throws -> AccountToken? {
        try body.text("appAccountToken").map { text in
            guard let token = AccountToken(text) else {
                throw Problem(
                    .unprocessableContent,
                    code: "account_token_invalid",
                    "An appAccountToken is a UUID: 8-4-4-4-12 hexadecimal digits.",
                    field: "appAccountToken"
                )
            }
            return token
        }
    }

    /// Returns the request in Apple's format; its `operation` determines its type.
    private static func advancedCommerceRequest(_ json: [UInt8]) throws -> AdvancedCommerceInAppRequest {
        do {
            guard case .string(let operation)? = try JSONValue(json: json)["operation"] else {
                throw RequestFields.missing("operation")
            }
            switch operation {
            case "CREATE_ONE_TIME_CHARGE": return .createOneTimeCharge(try .init(json: json))
            case "CREATE_SUBSCRIPTION": return .createSubscription(try .init(json: json))
            case "MODIFY_SUBSCRIPTION": return .modifySubscription(try .init(json: json))
            case "REACTIVATE_SUBSCRIPTION": return .reactivateSubscription(try .init(json: json))
            default:
                throw RequestFields.wrongType(
                    "operation",
                    "Use CREATE_ONE_TIME_CHARGE, CREATE_SUBSCRIPTION, MODIFY_SUBSCRIPTION or REACTIVATE_SUBSCRIPTION."
                )
            }
        } catch let error as JSONError {
            throw Problem(
                .badRequest,
                code: error.code.rawValue,
                "The body is not an Advanced Commerce request in JSON (at byte \(error.offset))."
            )
        }
    }

    private struct Signed: Encodable {
        let jws: String
    }

    private struct Eligibility: Encodable {
        let jws: String
        let allowed: Bool
    }

    private struct Preview: Encodable {
        let dryRun = true
        let product: String
        let offer: String
    }
}

/// A signed promotional offer in JSON, in both forms that StoreKit accepts.
struct SignedOfferBody: Encodable {
    /// The older form.
    struct Classic: Encodable {
        let keyId: String
        let nonce: String
        let timestamp: Int64
        let signature: String
    }

    /// Its schema.
    static let schema = APISchema.named(
        "SignedOffer",
        .object(
            .required("jws", .string(), "For `Product.PurchaseOption.promotionalOffer(_:compactJWS:)`."),
            .required(
                "classic",
                .object(
                    .required("keyId", .string()),
                    .required("nonce", .string(format: "uuid")),
                    .required("timestamp", .integer(), "Milliseconds since 1970."),
                    .required("signature", .string(), "Base64.")
                ),
                "For `SKPaymentDiscount` and the older purchase option; valid for 24 hours."
            )
        )
    )

    let jws: String
    let classic: Classic

    init(_ signed: OfferSignatures) {
        self.jws = signed.jws
        self.classic = Classic(
            keyId: signed.classic.keyId ?? "",
            nonce: signed.classic.nonce ?? "",
            timestamp: signed.classic.timestamp?.milliseconds ?? 0,
            signature: signed.classic.encodedSignature ?? ""
        )
    }
}

extension Problem {
    /// Returns the problem document of an error of signing an offer.
    static func offer(_ error: OfferError) -> Self {
        switch error {
        case .refused(let refusal):
            Self(.unprocessableContent, code: error.code, Self.sentence(refusal), field: Self.field(refusal))
        case .withoutKey:
            Self(
                .conflict,
                code: error.code,
                "The app has no signing key. Enter one in the configuration, apps.{app}.appStore."
            )
        case .unsigned:
            Self(.unprocessableContent, code: error.code, "These values cannot be signed. Check the ids.")
        case .storage(let cause): Self.storage(cause)
        }
    }

    private static func sentence(_ refusal: OfferRefusal) -> String {
        switch refusal {
        case .unknownProduct: "The catalog has no subscription with this id."
        case .unknownOffer: "The catalog has no offer with this id for the subscription."
        case .neverSubscribed:
            "The customer never had a subscription of the group, which Apple requires for such offers."
        case .otherAudience: "According to the catalog, this offer is for other customers of the group."
        case .tooOften: "The customer has used this offer as often as the catalog allows."
        }
    }

    private static func field(_ refusal: OfferRefusal) -> String {
        switch refusal {
        case .unknownProduct: "product"
        case .unknownOffer: "offer"
        case .neverSubscribed, .otherAudience, .tooOften: "customer"
        }
    }
}
