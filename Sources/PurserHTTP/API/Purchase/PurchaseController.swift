import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Where shops and apps submit what StoreKit gave them, and get the committed answer.
struct PurchaseController {
    /// Takes purchases in.
    let ingest: Ingest
    /// Answers what the customer may use now.
    let query: CustomerQuery
    /// Bounds the bodies.
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
            // A preview submits nothing.
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

    /// Takes in what is submitted, or previews it, and answers.
    private func submit(
        _ submitted: PurchaseRequest,
        isPreview: Bool,
        in context: AppContext
    ) async throws -> (purchase: SubmittedPurchase, answer: Response) {
        // Who may not speak for the customer learns nothing of the transaction, and Apple is not asked for it.
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
            let answer = try await self.answer(purchase, by: customer, submitted.intent, preview, in: context.app)
            return (purchase, answer)
        } catch let error as IngestError {
            throw Problem.purchase(error)
        }
    }

    /// Takes a receipt in, and answers.
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
            let answer = try await self.answer(
                taken.purchase,
                by: customer,
                submitted.intent,
                preview,
                newest: taken.newest,
                in: app
            )
            return (taken.purchase, answer)
        } catch let error as IngestError {
            throw Problem.purchase(error, in: "receipt")
        }
    }

    /// What is answered once a purchase is recorded, or would be.
    private func answer(
        _ purchase: SubmittedPurchase,
        by customer: CustomerID,
        _ intent: Submission.Intent,
        _ preview: PurchasePreview?,
        newest: [SubmittedReceipt.Line]? = nil,
        in app: ServedApp
    ) async throws -> Response {
        let counting = try await self.counting(customer, in: purchase, app: app)
        if Self.isBlocked(purchase, intent, by: counting, in: app) { throw Problem.ownedByAnother }
        let entitlements = try await self.query.entitlements(
            of: customer,
            in: app,
            afterPurchaseIn: purchase.environment ?? .production,
            preview: preview?.ownership?.ledger
        )
        var answer = PurchaseResponse(purchase, customer: customer, countingAs: counting, entitlements: entitlements)
        answer.newest = newest
        answer.transfers = preview.map { $0.ownership?.transfers ?? [] }
        return JSONResponse.written(answer.json)
    }

    // MARK: Whose it is said to be

    /// The customer whom the body names, or for whom an app in the field speaks; `nil` where a token is to say it.
    ///
    /// An app in the field shows what Apple signed. Who has only an id may have guessed it, and must not get what a
    /// stranger has just bought; and whom a token stands for is the shop's to say, because the token is inside whatever
    /// has leaked.
    private static func customer(_ submitted: PurchaseRequest, in context: AppContext) throws -> CustomerID? {
        guard case .publishable(let own) = context.principal else { return submitted.customer }
        guard let own else { throw Problem.customerTokenMissing }
        if let customer = submitted.customer { try context.customer(named: customer) }
        if case .named = submitted.subject { throw Problem.transactionIDNotForApps }
        // Such a receipt says no more than an id: anybody can make one.
        if case .receipt(let receipt, _) = submitted.subject, Ingest.isTransactionReceipt(receipt) {
            throw Problem.transactionReceiptNotForApps
        }
        guard submitted.tokens.isEmpty else { throw Problem.accountTokenNotForApps }
        return own
    }

    /// The named customer, or the one for whom the body's or the transaction's token stands.
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

    /// The name under which a customer counts: his own, unless he was merged into another.
    private func counting(
        _ customer: CustomerID,
        in purchase: SubmittedPurchase,
        app: ServedApp
    ) async throws -> CustomerID {
        guard case .recorded(let recorded) = purchase.outcome, let owner = recorded.claim?.owner, owner != customer
        else { return customer }
        return try await self.query.canonicalCustomer(of: customer, in: app)
    }

    /// The transaction in its compact form, asked of Apple where only its id, or a receipt from before iOS 7, was
    /// submitted.
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

    /// Whether the catalog wants a restore refused in so many words, because the purchase is another customer's.
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
    /// What may be wrong with the body, and with what is signed in it, which is JSON too.
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
            summary: "Submit a transaction or receipt that StoreKit gave to the app",
            description: "It is verified, recorded, its owner decided, and the committed state answered. The same "
                + "transaction may come any number of times. Every refusal of the transaction is a 422 with the code of "
                + "the check that failed.",
            parameters: [.dryRun],
            body: .json(
                .named(
                    "PurchaseSubmission",
                    .object(
                        .optional(
                            "customer",
                            .customer,
                            "Whose purchase it is said to be. Without it, the customer of the app in the field, or the "
                                + "one for whom `appAccountToken` or the transaction's own token stands."
                        ),
                        .optional("signedTransaction", .compactJWS, "StoreKit's `jwsRepresentation`."),
                        .optional(
                            "receipt",
                            .string(),
                            "Instead of it: an app receipt in Base64, or a transaction receipt from before iOS 7, for which "
                                + "Apple is asked. Submitted is the purchase of `transactionId`; without one the "
                                + "newest purchase of each kind of product that nobody owns, and with the intents "
                                + "`sync` and `restore` every purchase that nobody owns."
                        ),
                        .optional(
                            "transactionId",
                            .string(pattern: "^[0-9]+$", length: 1...64),
                            "Instead of both: Apple is asked for the transaction. Beside `receipt`: which purchase it "
                                + "is about."
                        ),
                        .optional(
                            "intent",
                            .enumeration("purchase", "sync", "restore"),
                            "`purchase` if it is not there."
                        ),
                        .optional("appAccountToken", .accountToken, "From now on stands for this customer.")
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
