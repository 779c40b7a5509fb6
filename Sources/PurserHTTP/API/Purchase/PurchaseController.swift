import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller that accepts transactions and receipts from StoreKit and returns the committed result.
struct PurchaseController {
    /// The service that records purchases.
    let ingest: Ingest
    /// The service that reads the customer's entitlements.
    let query: CustomerQuery
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds `POST /v1/purchases`.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/purchases", use: self.submit)
    }

    @concurrent
    @Sendable private func submit(_ request: Request, context: AppContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: BodyLimits.receipts) { body in
            let submitted: PurchaseRequest
            do {
                submitted = try PurchaseRequest(json: Array(body.readableBytesView))
            } catch {
                SubmissionMetrics().noteRefusal(error, .unreadable, in: context.app.name)
                throw error
            }
            // A preview records nothing.
            if try RequestQuery.flag("dryRun", in: request) {
                return try await self.submit(submitted, isPreview: true, in: context).answer
            }
            return try await SubmissionMetrics().counting(Self.form(of: submitted.subject), in: context.app.name) {
                try await self.submit(submitted, isPreview: false, in: context)
            }
        }
    }

    private static func form(of subject: PurchaseRequest.Subject) -> SubmissionMetrics.Form {
        switch subject {
        case .signed: .transaction
        case .named: .transactionID
        case .receipt(let receipt, _): Ingest.isTransactionReceipt(receipt) ? .transactionReceipt : .receipt
        }
    }

    /// Records a submission, or previews it, and returns the response.
    private func submit(
        _ submitted: PurchaseRequest,
        isPreview: Bool,
        in context: AppContext
    ) async throws -> (purchase: SubmittedPurchase, answer: Response) {
        // A caller who may not act for the customer gets no information on the transaction, and the server does not ask
        // Apple for it.
        let named = try Self.customer(submitted, in: context)
        if case .receipt(let receipt, let about) = submitted.subject, !Ingest.isTransactionReceipt(receipt) {
            return try await self.submit(receipt, about: about, named, submitted, isPreview, in: context.app)
        }
        let compact = try await self.signedTransaction(submitted.subject, for: context.app)
        do {
            let customer = try await self.customer(named, compact: compact, submitted, in: context.app)
            let preview =
                isPreview
                ? try await self.ingest.preview(
                    compact,
                    by: customer,
                    intent: submitted.intent,
                    tokens: submitted.tokens,
                    for: context.app
                ) : nil
            let purchase =
                if let preview { preview.purchase } else {
                    try await self.ingest.purchase(
                        compact,
                        by: customer,
                        intent: submitted.intent,
                        tokens: submitted.tokens,
                        for: context.app
                    )
                }
            return try await self.answer(purchase, by: customer, submitted.intent, preview, in: context.app)
        } catch let error as IngestError {
            throw Problem.purchase(error)
        }
    }

    /// Records a receipt and returns the response.
    private func submit(
        _ receipt: String,
        about transaction: TransactionID?,
        _ named: CustomerID?,
        _ submitted: PurchaseRequest,
        _ isPreview: Bool,
        in app: ServedApp
    ) async throws -> (purchase: SubmittedPurchase, answer: Response) {
        do {
            let customer = try await self.customer(named, compact: nil, submitted, in: app)
            let taken = try await self.ingest.receipt(
                receipt,
                about: transaction,
                by: customer,
                intent: submitted.intent,
                tokens: submitted.tokens,
                for: app,
                isPreview: isPreview
            )
            let preview = isPreview ? PurchasePreview(purchase: taken.purchase, ownership: taken.ownership) : nil
            return try await self.answer(
                taken.purchase,
                by: customer,
                submitted.intent,
                preview,
                newest: taken.newest,
                in: app
            )
        } catch let error as IngestError {
            throw Problem.purchase(error, in: "receipt")
        }
    }

    /// Returns the response for a recorded or previewed purchase, beside the purchase as the response shows it.
    private func answer(
        _ purchase: SubmittedPurchase,
        by customer: CustomerID,
        _ intent: Submission.Intent,
        _ preview: PurchasePreview?,
        newest: [SubmittedReceipt.Line]? = nil,
        in app: ServedApp
    ) async throws -> (purchase: SubmittedPurchase, answer: Response) {
        var owner: CustomerID?
        if case .recorded(let recorded) = purchase.outcome { owner = recorded.claim?.owner }
        let (counting, entitlements) = try await self.query.entitlements(
            of: customer,
            in: app,
            afterPurchaseIn: purchase.environment ?? .production,
            ownedBy: owner,
            preview: preview?.ownership?.ledger
        )
        if Self.isBlocked(purchase, intent, by: counting, in: app) { throw Problem.ownedByAnother }
        let purchase = purchase.settled(by: entitlements.entitlements)
        var answer = PurchaseResponse(purchase, customer: customer, countingAs: counting, entitlements: entitlements)
        answer.newest = newest
        answer.transfers = preview.map { $0.ownership?.transfers ?? [] }
        return (purchase, JSONResponse.written(answer.json))
    }

    // MARK: The claimed customer

    /// Returns the customer whom the body names, or on whose behalf an installed app calls; `nil` if a token decides.
    ///
    /// An installed app has to send what Apple signed: a caller with only an id may have guessed it, and must not get
    /// another customer's new purchase. Only the shop may decide which customer a token belongs to, because a leaked
    /// transaction contains its token.
    private static func customer(_ submitted: PurchaseRequest, in context: AppContext) throws -> CustomerID? {
        guard case .publishable(let own) = context.principal else { return submitted.customer }
        guard let own else { throw Problem.customerTokenMissing }
        if let customer = submitted.customer { try context.customer(named: customer) }
        if case .named = submitted.subject { throw Problem.transactionIDNotForApps }
        // Such a receipt proves no more than an id, because anyone can create one.
        if case .receipt(let receipt, _) = submitted.subject, Ingest.isTransactionReceipt(receipt) {
            throw Problem.transactionReceiptNotForApps
        }
        guard submitted.tokens.isEmpty else { throw Problem.accountTokenNotForApps }
        return own
    }

    /// Returns the named customer, or the customer of the body's or the transaction's token.
    private func customer(
        _ named: CustomerID?,
        compact: [UInt8]?,
        _ submitted: PurchaseRequest,
        in app: ServedApp
    ) async throws -> CustomerID {
        if let named {
            guard try await self.query.admits(named, in: app) else { throw Problem.customer(.reserved(named)) }
            return named
        }
        let found = try await self.ingest.customer(namedBy: submitted.tokens, or: compact, for: app)
        guard let found else { throw Problem.submitterMissing }
        return found
    }

    /// Returns the signed transaction in compact form; asks Apple for it if only an id or a receipt from before iOS 7
    /// was submitted.
    private func signedTransaction(
        _ subject: PurchaseRequest.Subject,
        for app: ServedApp
    ) async throws -> [UInt8] {
        switch subject {
        case .signed(let compact): return compact
        case .receipt(let receipt, let about):
            do throws(TransactionReceiptError) {
                return try await self.ingest.transaction(confirming: receipt, about: about, for: app)
            } catch {
                throw Problem.transactionReceipt(error)
            }
        case .named(let id):
            do throws(AppStoreServiceError) {
                return try await TransactionFetcher().signedTransaction(id, for: app)
            } catch {
                throw Problem.transactionByID(error)
            }
        }
    }

    /// Whether the catalog requires an explicit refusal of this restore, because the purchase belongs to another
    /// customer.
    private static func isBlocked(
        _ purchase: SubmittedPurchase,
        _ intent: Submission.Intent,
        by customer: CustomerID,
        in app: ServedApp
    ) -> Bool {
        guard intent == .restore, case .recorded(let recorded) = purchase.outcome, let claim = recorded.claim,
            claim.owner != nil, !claim.serves(customer), let kind = purchase.kind,
            let environment = purchase.environment
        else { return false }
        return app.catalog.transfer[kind, environment] == .block
    }
}

extension PurchaseController {
    /// The possible errors of the body, and of the signed content, which is JSON too.
    private static let json = [
        "json_invalid", "json_wrong_type", "json_not_utf8", "json_duplicate_key", "json_number_out_of_range",
        "json_too_deep", "json_too_many_nodes",
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/purchases",
            id: "submitPurchase",
            tag: .purchases,
            access: .writeInApp,
            summary: "Submit a purchase",
            description:
                "The server verifies the transaction or receipt from StoreKit, records it, decides its owner, and "
                + "returns the committed state. The same transaction may be submitted any number of times. If a "
                + "check of the transaction fails, the response is a 422 with the code of that check.",
            parameters: [.dryRun],
            body: .json(
                .named(
                    "PurchaseSubmission",
                    .object(
                        .optional(
                            "customer",
                            .customer,
                            "The customer who claims the purchase. By default the customer on whose behalf an "
                                + "installed app calls, or the customer of `appAccountToken` or of the token in the "
                                + "transaction."
                        ),
                        .optional("signedTransaction", .compactJWS, "StoreKit's `jwsRepresentation`."),
                        .optional(
                            "receipt",
                            .string(),
                            "Instead of `signedTransaction`: an app receipt in Base64, or a transaction receipt from "
                                + "before iOS 7, for which the server asks Apple. With `transactionId`, the "
                                + "submission is this purchase; without it, the newest purchase of each product type "
                                + "that no customer owns; with the intents `sync` and `restore`, every purchase that "
                                + "no customer owns."
                        ),
                        .optional(
                            "transactionId",
                            .string(pattern: "^[0-9]+$", length: 1...64),
                            "Instead of both: the server asks Apple for the transaction. With `receipt`: the purchase "
                                + "in the receipt."
                        ),
                        .optional(
                            "intent",
                            .enumeration("purchase", "sync", "restore"),
                            "`purchase` by default."
                        ),
                        .optional(
                            "appAccountToken",
                            .accountToken,
                            "A token that identifies this customer from now on."
                        )
                    )
                )
            ),
            answers: [.ok(PurchaseResponse.schema, "The committed state.")],
            problems: [
                .status(400, codes: Self.json + ["body_incomplete"]),
                .wrongFields(
                    "customer_invalid",
                    "customer_reserved",
                    "intent_invalid",
                    "account_token_invalid",
                    "field_not_allowed",
                    "transaction_id_invalid",
                    "transaction_not_in_receipt",
                    "transaction_receipt_unconfirmed"
                ),
                .status(422, codes: Self.json),
                .status(409, "owned_by_another", "appstore_not_configured", "transaction_receipt_needs_key"),
                .status(429, "unknown_signer_rate_limited"),
                .status(503, "quarantine_full"),
            ]
        )
    ]
}
