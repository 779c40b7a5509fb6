import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller that extends renewal dates, of one subscription or of all subscribers of a product, and returns the
/// progress.
struct RenewalExtensionController: Sendable {
    /// The maximum number of failed subscriptions in a response.
    private static let listedFailures = 100
    /// The maximum number of failed subscriptions per request in a list.
    private static let listedFailuresOfEach = 20

    /// The calls to Apple, with their records in the audit log.
    let calls: StoreCalls

    private var service: AppStoreService { self.calls.service }

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/subscriptions/:transaction/extend", use: self.extend)
        group.post("/v1/extensions", use: self.extendAll)
        group.get("/v1/extensions", use: self.list)
        group.get("/v1/extensions/:extension", use: self.get)
    }

    @concurrent
    @Sendable private func extend(_ request: Request, context: AppContext) async throws -> Response {
        let body = try await self.calls.body(of: request, fields: ["days", "reasonCode", "reason"])
        let id = try StoreCalls.id("transaction", in: context)
        let days = try body.extensionDays()
        let reasonCode = try body.extensionReason()
        let call = StoreCalls.Call(
            action: .subscriptionExtend,
            subject: id,
            about: [
                ("action", "extend"), ("transaction", id), ("days", String(days.days)), ("reasonCode", reasonCode.name),
            ],
            transaction: TransactionID(id),
            details: ["days": String(days.days)]
        )
        return try await self.calls.answer(call, to: request, in: context, reason: body.text("reason")) {
            try await Self.answering {
                try await self.service.order(
                    .subscription(OriginalTransactionID(id)),
                    by: days,
                    reasonCode: reasonCode,
                    in: context.app.name,
                    environment: nil,
                    by: context.name,
                    key: ExtensionKey.ofRequest
                )
            }
        }
    }

    @concurrent
    @Sendable private func extendAll(_ request: Request, context: AppContext) async throws -> Response {
        let body = try await self.calls.body(
            of: request,
            fields: ["product", "days", "reasonCode", "storefronts", "environment", "reason"]
        )
        let storefronts = try body.texts("storefronts")
        guard storefronts.allSatisfy(\.isThreeLetterCode) else {
            throw RequestFields.wrongType(
                "storefronts",
                "A storefront has three capital letters (ISO 3166-1 alpha-3)."
            )
        }
        let product = try body.required("product")
        guard !product.isEmpty else { throw RequestFields.wrongType("product", "This must be a product id.") }
        let days = try body.extensionDays()
        let reasonCode = try body.extensionReason()
        let environment = try Self.environment(body)
        let among = storefronts.joined(separator: ",")
        var about = [
            ("action", "extendAll"), ("product", product), ("days", String(days.days)), ("reasonCode", reasonCode.name),
            ("environment", environment.rawValue),
        ]
        if !among.isEmpty { about.append(("storefronts", among)) }
        let call = StoreCalls.Call(
            action: .subscriptionExtendAll,
            subject: product,
            about: about.map { (name: $0.0, value: $0.1) },
            details: ["days": String(days.days), "environment": environment.rawValue, "storefronts": among]
        )
        return try await self.calls.answer(call, to: request, in: context, reason: body.text("reason")) {
            try await Self.answering {
                try await self.service.order(
                    .product(ProductID(product), storefronts: storefronts),
                    by: days,
                    reasonCode: reasonCode,
                    in: context.app.name,
                    environment: environment,
                    by: context.name,
                    key: ExtensionKey.ofRequest
                )
            }
        }
    }

    /// Returns the response of work whose result is an extension request, and stores it with the request.
    private static func answering(_ work: () async throws -> RenewalExtension) async throws -> Response {
        try await RecordedResponse.answer(
            { (order: RenewalExtension) in
                try EncodedResponse.json(RenewalExtensionBody(order), status: .accepted)
            },
            work
        )
    }

    private static func environment(_ body: RequestFields) throws -> StoreEnvironment {
        guard let name = try body.text("environment") else { return .production }
        guard let found = StoreEnvironment.named(name), found == .production || found == .sandbox else {
            throw RequestFields.wrongType("environment", "This must be Production or Sandbox.")
        }
        return found
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let environment = try CustomerParameter.environment(in: request)
        let isRefreshing = try RequestQuery.flag("refresh", in: request)
        let reason = try StoreCalls.reason(in: request)
        let orders = try await StoreCalls.explaining {
            try await self.service.extensions(of: context.app.name, environment: environment)
        }
        guard isRefreshing else {
            return try JSONResponse.encode(["extensions": orders.map { RenewalExtensionBody($0) }])
        }
        let call = StoreCalls.Call(action: .subscriptionExtensions, subject: context.app.name.rawValue)
        return try await self.calls.answer(call, to: request, in: context, reason: reason) {
            try JSONResponse.encode(["extensions": try await self.refreshed(orders)])
        }
    }

    /// Asks Apple about the requests that are not complete.
    ///
    /// If the server cannot reach Apple for one, it does not try the others.
    private func refreshed(_ orders: [RenewalExtension]) async throws(AppStoreServiceError) -> [RenewalExtensionBody] {
        var bodies: [RenewalExtensionBody] = []
        var isAsked = true
        for known in orders {
            var order = known
            var failure: AppStoreServiceError?
            if isAsked { (order, failure) = await self.advanced(known) }
            isAsked = isAsked && failure == nil
            let isIncomplete = order.completion.map { $0.failed > 0 || order.acceptedAt == nil } ?? false
            let failures =
                isIncomplete ? try await self.service.failures(of: order, limit: Self.listedFailuresOfEach) : nil
            bodies.append(RenewalExtensionBody(order, failures: failures, unasked: failure?.code))
        }
        return bodies
    }

    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let id = RenewalExtensionID(context.parameters.get("extension") ?? "")
        return try await StoreCalls.explaining {
            guard let known = try await self.order(id, in: context.app.name) else { throw Problem.extensionUnknown }
            let (order, failure) = await self.advanced(known)
            let failures = try await self.service.failures(of: order, limit: Self.listedFailures)
            return try JSONResponse.encode(
                RenewalExtensionBody(order, failures: failures, unasked: failure?.code)
            )
        }
    }

    /// Asks Apple about a request, and returns it with the error if Apple could not be asked.
    ///
    /// Information that Apple leaves out is taken from an earlier or later response.
    private func advanced(_ order: RenewalExtension) async -> (RenewalExtension, AppStoreServiceError?) {
        do throws(AppStoreServiceError) {
            return (try await self.service.advance(order), nil)
        } catch {
            return (order, error)
        }
    }

    private func order(
        _ id: RenewalExtensionID,
        in app: AppName
    ) async throws(AppStoreServiceError) -> RenewalExtension? {
        do throws(RepositoryError) {
            return try await self.service.order(id, in: app)
        } catch {
            throw .storage(error)
        }
    }
}

extension ExtensionKey {
    /// The idempotency key of the current request, if its sender set one.
    fileprivate static var ofRequest: Self? {
        IdempotentWork.current.map { Self($0.lease.request.key.rawValue, of: $0.lease.request.sender) }
    }
}

extension Problem {
    /// The error for an unknown extension request.
    fileprivate static let extensionUnknown = Self(
        .notFound,
        code: "extension_unknown",
        "There is no extension request with this id; see GET /v1/extensions for all of them."
    )
}

extension RenewalExtensionController {
    private static let days = APIProperty.required("days", .integer(1...90))
    private static let reasonCode = APIProperty.required(
        "reasonCode",
        .enumeration(ExtendReasonCode.names.map(\.name)),
        "The reason code that is sent to Apple."
    )
    private static let ordered: [APIProblem] = [
        .storeNotConfigured, .status(409, "idempotency_key_reused"),
        .status(422, "appstore_identifier_invalid", "field_missing", "field_unknown", "field_wrong_type"),
    ]
    private static let answers: [APIAnswer] = [
        .json(202, RenewalExtensionBody.schema, "The request was recorded."),
        .ok(StoreCalls.previewSchema, "The preview."),
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/subscriptions/{transaction}/extend",
            id: "extendSubscription",
            tag: .store,
            access: .write,
            summary: "Extend a renewal date",
            description:
                "This cannot be undone, and Apple notifies the customer by email. At most twice a year for each "
                + "subscription. The server records the request and responds before it calls Apple; requests of "
                + "one sender with the same `Idempotency-Key` are sent to Apple once, without a time limit.",
            parameters: [.storeTransaction, .dryRun],
            body: .json(.object(Self.days, Self.reasonCode, .auditReason)),
            answers: Self.answers,
            problems: Self.ordered
        ),
        APIOperation(
            .post,
            "/v1/extensions",
            id: "extendAllSubscriptions",
            tag: .store,
            access: .admin,
            summary: "Extend the renewal dates of a product",
            description:
                "For all subscribers of the product. This cannot be undone. The server records the request and "
                + "responds before it calls Apple; requests of one sender with the same `Idempotency-Key` are "
                + "sent to Apple once, without a time limit.",
            parameters: [.dryRun],
            body: .json(
                .object(
                    .required("product", .product),
                    Self.days,
                    Self.reasonCode,
                    .optional(
                        "storefronts",
                        .array(of: .string(pattern: "^[A-Z]{3}$")),
                        "The storefronts; all by default."
                    ),
                    .optional(
                        "environment",
                        .enumeration("Production", "Sandbox"),
                        "The environment; Production by default."
                    ),
                    .auditReason
                )
            ),
            answers: Self.answers,
            problems: Self.ordered
        ),
        APIOperation(
            .get,
            "/v1/extensions",
            id: "listExtensions",
            tag: .store,
            access: .read,
            summary: "List renewal date extensions",
            parameters: [
                .environment,
                .query(
                    "refresh",
                    .boolean,
                    "`true` asks Apple about the requests that are not complete, which the audit log records, and "
                        + "adds `failures` to those with failed subscriptions."
                ),
                .storeReason,
            ],
            answers: [
                .ok(
                    .object(.required("extensions", .array(of: RenewalExtensionBody.schema))),
                    "The requests, newest first."
                )
            ],
            problems: [.status(422, "environment_invalid", "field_invalid", "field_wrong_type")]
        ),
        APIOperation(
            .get,
            "/v1/extensions/{extension}",
            id: "getExtension",
            tag: .store,
            access: .read,
            summary: "Get a renewal date extension",
            parameters: [.path("extension", .string(), "The request's `id`.")],
            answers: [.ok(RenewalExtensionBody.schema, "The request.")],
            problems: [.status(404, "extension_unknown"), .storeNotConfigured]
        ),
    ]
}
