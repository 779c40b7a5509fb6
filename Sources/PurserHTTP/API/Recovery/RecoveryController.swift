import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// Where a player finds what he paid for by the order number of Apple's mail.
struct RecoveryController {
    /// The largest body in bytes: a customer, a number, a language and a reason.
    private static let maximumBody = 4096
    /// The longest number in bytes, with the spaces that a player may write.
    static let longestNumber = 64
    /// The longest reason in bytes.
    static let longestReason = 1000
    /// The longest `language` or `Accept-Language` in bytes.
    static let longestLanguage = 200

    /// Asks Apple and submits.
    let service: RecoveryService
    /// Records what operators do.
    let audit: AuditLog
    /// Counts how often a customer tries.
    let rateLimiter: RateLimiter
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `POST /v1/recoveries`.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/recoveries", use: self.recover)
    }

    @concurrent
    @Sendable private func recover(_ request: Request, context: AppContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["customer", "orderNumber", "language", "reason"]
            )
            let customer = try Self.customer(fields, in: context)
            let preferred = try Self.preferred(fields, request)
            let messages = context.app.messages
            let language = messages.language(among: preferred)
            do {
                let number = try Self.number(fields)
                let reason = try fields.text("reason", upTo: Self.longestReason)
                let order = try await self.recover(number, for: customer, in: context, reason: reason)
                return JSONResponse.written(RecoveryBody.json(order, messages, language))
            } catch let problem as Problem {
                guard problem.code == RateLimiter.recoveryCode else { throw problem }
                throw problem.saying(messages.text(.tooOften, in: language), in: language)
            } catch let error as RecoveryError {
                throw Problem.recovery(error).saying(messages.text(error.sentence, in: language), in: language)
            }
        }
    }

    /// Recovers a number; what an operator does for a customer is not limited, and in the audit log before Apple is
    /// asked.
    private func recover(
        _ number: String,
        for customer: CustomerID,
        in context: AppContext,
        reason: String?
    ) async throws -> RecoveredOrder {
        guard let operatorName = context.caller.operatorName else {
            try self.rateLimiter.count(recovery: customer, in: context.app.name)
            return try await self.service.recover(number, for: customer, in: context.app)
        }
        let record = AuditRecord(
            by: operatorName,
            .orderRecover,
            on: number,
            reason: reason,
            details: ["app": context.app.name.rawValue]
        )
        return try await self.audit.around(
            record,
            code: { (error: RecoveryError) in
                if case .store(let cause) = error { cause.refusalCode } else { error.code }
            },
            trouble: { RecoveryError.store(.storage($0)) },
            { () throws(RecoveryError) -> RecoveredOrder in
                try await self.service.recover(number, for: customer, in: context.app)
            }
        )
    }

    /// The customer whom a shop names, or for whom an app in the field speaks.
    private static func customer(_ fields: RequestFields, in context: AppContext) throws -> CustomerID {
        let named = try fields.text("customer", upTo: CustomerID.maximumBytes).map { text in
            guard let customer = CustomerID(text) else { throw CustomerParameter.invalid(field: "customer") }
            return customer
        }
        guard case .publishable(let own) = context.principal else {
            guard let named else { throw RequestFields.missing("customer") }
            return named
        }
        guard let own else { throw Problem.customerTokenMissing }
        if let named { try context.customer(named: named) }
        return own
    }

    private static func number(_ fields: RequestFields) throws -> String {
        guard let value = fields["orderNumber"], value != .null else { throw RequestFields.missing("orderNumber") }
        guard case .string(let text) = value else {
            throw RequestFields.wrongType("orderNumber", "This must be a string.")
        }
        guard let number = RecoveryService.number(text) else { throw RecoveryError.numberInvalid }
        return number
    }

    /// The languages that the player prefers: what the body says, else what his device does.
    private static func preferred(_ fields: RequestFields, _ request: Request) throws -> [String] {
        if let language = try fields.text("language", upTo: Self.longestLanguage) {
            return AcceptedLanguages(language).tags
        }
        return request.headers[.acceptLanguage].map { AcceptedLanguages($0).tags } ?? []
    }
}

extension RecoveryController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/recoveries",
            id: "recoverOrder",
            tag: .orders,
            access: .writeInApp,
            summary: "Find what was paid for by the order number of Apple's mail",
            description:
                "Apple is asked for the purchases of the number; they are verified, recorded, and submitted for the customer "
                + "with the intent `sync`: what nobody owns becomes his, what is missing is fulfilled once, and what "
                + "somebody else owns stays his. Each purchase, and each refusal in `sentence`, comes with a sentence for "
                + "the player. Production only.",
            parameters: [
                .header(
                    "Accept-Language",
                    .string(),
                    "The player's languages by RFC 9110; English where none of them is there."
                )
            ],
            body: .json(
                .named(
                    "RecoveryRequest",
                    .object(
                        .optional(
                            "customer",
                            .customer,
                            "For whom; a publishable key speaks for the customer of its token."
                        ),
                        .required(
                            "orderNumber",
                            .string(length: 1...Self.longestNumber),
                            "As the player writes it: small letters, spaces and hyphens do not matter."
                        ),
                        .optional(
                            "language",
                            .string(length: 1...Self.longestLanguage),
                            "Instead of `Accept-Language`, in the same form: `zh-Hans`."
                        ),
                        .optional(
                            "reason",
                            .string(length: 1...Self.longestReason),
                            "Why, for the audit log, which has what operators do."
                        )
                    )
                )
            ),
            answers: [.ok(RecoveryBody.schema, "What became of each purchase.")],
            problems: [
                .unreadableBody,
                .wrongFields("field_invalid", "customer_invalid", "customer_reserved", "order_number_invalid"),
                .status(404, "order_number_unknown", "order_number_empty", "appstore_not_found"),
                .status(409, "order_number_of_another", "appstore_not_configured"),
                .status(422, "appstore_identifier_invalid", "appstore_refused", "appstore_unauthorized"),
                .status(429, "recovery_rate_limited"),
                .status(502),
                .status(503, "appstore_unreachable", "appstore_rate_limited", "quarantine_full"),
            ]
        )
    ]
}

/// What became of the purchases of an order number, as our JSON shows it.
enum RecoveryBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Recovery",
        .object(
            .required("orderNumber", .string(), "As Apple spells it."),
            .required("customer", .customer),
            .required("language", .string(), "The language of the sentences."),
            .required(
                "purchases",
                .array(
                    of: .object(
                        .required("transaction", .transaction),
                        .required("product", .product),
                        .required("quantity", .integer()),
                        .required("purchasedAt", .instant),
                        .required(
                            "outcome",
                            .enumeration(PlayerMessage.allCases.filter(\.isAboutPurchase).map(\.rawValue)),
                            "`recovered`: it was missing and is the customer's now. `already`: he had it. `due`: paid and "
                                + "on its way. `waiting`: it is to be confirmed first. `elsewhere`: it is older than the "
                                + "fulfillments of this server. `refunded`, `over`: nothing is left of it. `other_account`: "
                                + "another customer's."
                        ),
                        .required("sentence", .string(), "The same for the player.")
                    )
                ),
                "What was bought with the number."
            )
        )
    )

    /// The answer, with its sentences in a language.
    static func json(_ order: RecoveredOrder, _ messages: PlayerMessages, _ language: String) -> [UInt8] {
        var json = JSONText()
        json.add("orderNumber", order.number)
        json.add("customer", order.customer.rawValue)
        json.add("language", language)
        json.add("purchases", order.purchases) { json, purchase in
            json.add("transaction", purchase.transactionID.rawValue)
            json.add("product", purchase.productID.rawValue)
            json.add("quantity", Int64(purchase.quantity))
            json.add("purchasedAt", purchase.purchasedAt)
            json.add("outcome", purchase.outcome.rawValue)
            let name = purchase.name(in: language)
            json.add("sentence", messages.text(purchase.outcome, in: language, product: name))
        }
        return json.bytes
    }
}

extension Problem {
    /// Why the purchases of an order number were not recovered.
    static func recovery(_ error: RecoveryError) -> Problem {
        let status: HTTPResponse.Status
        var field = "orderNumber"
        switch error {
        case .numberInvalid: status = .unprocessableContent
        case .numberUnknown, .numberEmpty: status = .notFound
        case .numberOfAnother: status = .conflict
        case .reservedCustomer:
            status = .unprocessableContent
            field = "customer"
        case .store(let cause): return Problem.store(cause)
        }
        return Problem(status, code: error.code, error.remedy, field: field)
    }
}
