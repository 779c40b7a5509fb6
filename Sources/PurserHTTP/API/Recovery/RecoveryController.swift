import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller that finds a customer's purchases by the order number in Apple's email.
struct RecoveryController {
    /// The maximum size of a body in bytes: a customer, a number, a language and a reason.
    private static let maximumBody = 4096
    /// The maximum length of an order number in bytes, including spaces.
    static let longestNumber = 64
    /// The maximum length of a reason in bytes.
    static let longestReason = 1000
    /// The maximum length of `language` or `Accept-Language` in bytes.
    static let longestLanguage = 200

    /// The service that asks Apple and submits the purchases.
    let service: RecoveryService
    /// The audit log, for requests of operators.
    let audit: AuditLog
    /// The limit on the rate of attempts per customer.
    let rateLimiter: RateLimiter
    /// The limits on bodies.
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

    /// Recovers the purchases of an order number; requests of operators are not limited, and are in the audit log
    /// before the server asks Apple.
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

    /// Returns the customer whom a shop names, or on whose behalf an installed app calls.
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

    /// Returns the customer's languages: those of the body, otherwise those of the header.
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
            summary: "Recover purchases by order number",
            description:
                "For the order number in Apple's email. The server asks Apple for the purchases of the number, "
                + "verifies and records them, and submits them for the customer with the intent `sync`: the "
                + "customer becomes the owner of purchases without an owner, missing goods are fulfilled once, "
                + "and another customer's purchases stay with that customer. Each purchase, and each error in "
                + "`sentence`, has a text for the customer. Production only.",
            parameters: [
                .header(
                    "Accept-Language",
                    .string(),
                    "The customer's languages (RFC 9110); English if none of them is available."
                )
            ],
            body: .json(
                .named(
                    "RecoveryRequest",
                    .object(
                        .optional(
                            "customer",
                            .customer,
                            "The customer; with a publishable key, the customer of its token."
                        ),
                        .required(
                            "orderNumber",
                            .string(length: 1...Self.longestNumber),
                            "The order number as the customer types it: case, spaces and hyphens are ignored."
                        ),
                        .optional(
                            "language",
                            .string(length: 1...Self.longestLanguage),
                            "Instead of `Accept-Language`, in the same format: `zh-Hans`."
                        ),
                        .optional(
                            "reason",
                            .string(length: 1...Self.longestReason),
                            "The reason, for the audit log, if an operator makes the request."
                        )
                    )
                )
            ),
            answers: [.ok(RecoveryBody.schema, "The result of each purchase.")],
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

/// The result of recovering an order number in JSON.
enum RecoveryBody {
    /// Its schema.
    static let schema = APISchema.named(
        "Recovery",
        .object(
            .required("orderNumber", .string(), "The order number in Apple's form."),
            .required("customer", .customer),
            .required("language", .string(), "The language of the texts."),
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
                            "`recovered`: it was missing and now belongs to the customer. `already`: the customer had "
                                + "it. `due`: it is paid and fulfillment is due. `waiting`: it has to be confirmed "
                                + "first. `elsewhere`: it is older than fulfillment on this server. `refunded`, "
                                + "`over`: nothing of it remains. `other_account`: it belongs to another customer."
                        ),
                        .required("sentence", .string(), "A text about the result for the customer.")
                    )
                ),
                "The purchases of the order number."
            )
        )
    )

    /// Returns the response, with its texts in one language.
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
    /// Returns the problem document of an error of a recovery.
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
