import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

// The mapping of errors to statuses.
extension Problem {
    /// The number of seconds after which the client may try again, for an error of the database or the server.
    private static let retryAfterSeconds = 5
    /// The number of seconds after which the client may try again, for an error that an operator has to correct.
    private static let quarantineRetryAfterSeconds = 3600

    /// Returns the response to Apple for a notification that cannot be acknowledged.
    ///
    /// A notification that may be authentic gets a 503, so that Apple sends it again; only a forged or malformed one
    /// gets a 400.
    static func notification(_ error: IngestError) -> Self {
        switch error {
        case .refused(let refusal) where refusal.code == .unknownSignerMustWait: Self.unknownSignerMustWait
        case .refused(let refusal):
            Self(.badRequest, code: refusal.code.rawValue, "The notification was refused. \(refusal.detail).")
        case .notOurs(let refusal):
            Self(
                .serviceUnavailable,
                code: refusal.code.rawValue,
                "The notification is authentic, but not for this app or environment. \(refusal.detail).",
                retryAfterSeconds: Self.retryAfterSeconds
            )
        case .storage(let cause): Self.storage(cause)
        case .quarantineFull: Self.quarantineFull(code: error.code)
        case .mustWait(let code): Self.receiptMustWait(code: code)
        case .notInReceipt, .secretWrong:
            Self(
                .badRequest,
                code: error.code,
                "The notification has neither the app's shared secret nor a receipt of the app.",
                field: "password"
            )
        case .unconfirmed:
            Self(
                .serviceUnavailable,
                code: error.code,
                "This notification is not signed, and its content cannot be confirmed now. It had no effect except "
                    + "for what a receipt in it proves; send it again later.",
                retryAfterSeconds: Self.retryAfterSeconds
            )
        }
    }

    /// Returns the response to an app or a shop for a purchase that was not recorded.
    ///
    /// `field` is the place of the evidence in the body.
    static func purchase(_ error: IngestError, in field: String = "signedTransaction") -> Self {
        switch error {
        case .refused(let refusal) where refusal.code == .unknownSignerMustWait: Self.unknownSignerMustWait
        case .refused(let refusal) where refusal.code == .signerExpired:
            Self(
                .unprocessableContent,
                code: refusal.code.rawValue,
                "The signer's certificate had expired when this was signed. Refresh it on the device, with "
                    + "AppStore.sync() or a refresh of the receipt, and submit the new one. Nothing was recorded.",
                field: field
            )
        case .refused(let refusal), .notOurs(let refusal):
            Self(
                .unprocessableContent,
                code: refusal.code.rawValue,
                "The transaction was refused. \(refusal.detail).",
                field: field
            )
        case .storage(let cause): Self.storage(cause)
        case .quarantineFull: Self.quarantineFull(code: error.code)
        case .mustWait(let code): Self.receiptMustWait(code: code)
        case .notInReceipt, .secretWrong, .unconfirmed:
            Self(
                .unprocessableContent,
                code: error.code,
                "The receipt does not list this transaction. Refresh the receipt on the device and send it again.",
                field: "transactionId"
            )
        }
    }

    /// The error for data of an unknown signer from an address that sent too many of them; the server did not verify
    /// it.
    static let unknownSignerMustWait = Self(
        .tooManyRequests,
        code: VerificationError.Code.unknownSignerMustWait.rawValue,
        "This address sent too much data from unknown signers, whose certificates are verified at a limited rate. "
            + "Nothing was verified or recorded; send it again later.",
        retryAfterSeconds: Self.retryAfterSeconds
    )

    /// Returns the error for a receipt that is authentic but cannot be accepted yet.
    private static func receiptMustWait(code: String) -> Self {
        Self(
            .serviceUnavailable,
            code: code,
            "The receipt is authentic but cannot be accepted yet: its date is ahead of this server's clock, or its "
                + "signer's certificate is revoked. Nothing was recorded; send it again later.",
            retryAfterSeconds: Self.retryAfterSeconds
        )
    }

    /// Returns the response to an app or a shop if the server could not ask Apple for the transaction.
    static func transactionByID(_ error: AppStoreServiceError) -> Self {
        let field = "transactionId"
        switch error {
        case .notConfigured:
            return Self(
                .conflict,
                code: error.code,
                "This app has no key for Apple's server API; send signedTransaction instead.",
                field: field
            )
        case .appStore(let refusal) where refusal.isUnknownID:
            return Self(
                .unprocessableContent,
                code: error.code,
                "Apple does not know this transaction in the environments that this server accepts.",
                field: field
            )
        case .storage(let cause): return Self.storage(cause)
        default:
            return Self(
                .serviceUnavailable,
                code: error.code,
                "The server could not ask Apple for the transaction; nothing was recorded. Try again, or send "
                    + "signedTransaction.",
                field: field,
                retryAfterSeconds: Self.retryAfterSeconds
            )
        }
    }

    /// Returns the error for a receipt from before iOS 7 whose purchase Apple does not confirm.
    static func transactionReceipt(_ error: TransactionReceiptError) -> Self {
        let field = "receipt"
        switch error {
        case .refused(let refusal): return Self.purchase(.refused(refusal), in: field)
        case .otherTransaction: return Self.purchase(.notInReceipt)
        case .needsKey:
            return Self(
                .conflict,
                code: error.code,
                "A receipt from before iOS 7 proves nothing by itself, and this app has no key for Apple's server API.",
                field: field
            )
        case .unconfirmed:
            return Self(
                .unprocessableContent,
                code: error.code,
                "Apple does not know the purchase in this receipt from before iOS 7.",
                field: field
            )
        case .store(.storage(let cause)): return Self.storage(cause)
        case .store:
            return Self(
                .serviceUnavailable,
                code: error.code,
                "The server could not ask Apple for the purchase in this receipt; nothing was recorded. Try again.",
                field: field,
                retryAfterSeconds: Self.retryAfterSeconds
            )
        }
    }

    /// The error for an installed app that submits a receipt from before iOS 7, which proves nothing.
    static let transactionReceiptNotForApps = Self(
        .forbidden,
        code: "publishable_key_not_allowed",
        "An installed app submits signedTransaction or an app receipt. A receipt from before iOS 7 needs a secret key.",
        field: "receipt"
    )

    /// The error for a restore if the catalog has `block` and the purchase belongs to another customer.
    static let ownedByAnother = Self(
        .conflict,
        code: "owned_by_another",
        "The purchase belongs to another customer, and the catalog does not allow a restore to transfer it. Finish it "
            + "with StoreKit; its owner can sign in, or an operator can transfer it.",
        field: "customer"
    )

    /// The error for an installed app that submits an id, which proves nothing.
    static let transactionIDNotForApps = Self(
        .forbidden,
        code: "publishable_key_not_allowed",
        "An installed app submits signedTransaction, which StoreKit provides. An id alone needs a secret key.",
        field: "transactionId"
    )

    /// The error for an account token that an installed app assigns to its customer.
    static let accountTokenNotForApps = Self(
        .forbidden,
        code: "publishable_key_not_allowed",
        "Account tokens are assigned to customers with a secret key: POST /v1/customers/{customer}/tokens. Leave it "
            + "out.",
        field: "appAccountToken"
    )

    /// The error for a purchase without a known customer.
    static let submitterMissing = Self(
        .unprocessableContent,
        code: "field_missing",
        "Name the customer, or send an appAccountToken of one; the transaction itself contains none.",
        field: "customer"
    )

    /// Returns the error for a full quarantine.
    private static func quarantineFull(code: String) -> Self {
        Self(
            .serviceUnavailable,
            code: code,
            "The server holds the maximum amount of evidence; nothing was recorded. Send it again later.",
            retryAfterSeconds: Self.quarantineRetryAfterSeconds
        )
    }

    /// Returns the response to an error of the database.
    static func storage(_ error: RepositoryError) -> Self {
        // The current holder of the lease gives the response.
        if error == .leaseLost { return .idempotencyInProgress }
        return Self(
            .serviceUnavailable,
            code: error.code,
            "The database cannot record this now; nothing was recorded. Try again.",
            retryAfterSeconds: Self.retryAfterSeconds
        )
    }

    /// Returns the problem document of the framework's own errors.
    static func framework(_ status: HTTPResponse.Status) -> Self {
        switch status {
        case .notFound: Self(status, code: "not_found", "There is no resource at this address.")
        case .methodNotAllowed: Self(status, code: "method_not_allowed", "This address does not support this method.")
        case .contentTooLarge: Self(status, code: "body_too_large", "The body is larger than this address accepts.")
        case .unsupportedMediaType:
            Self(status, code: "content_encoding_unsupported", "Send the body without Content-Encoding.")
        default: Self(status, code: "bad_request", "The request could not be understood.")
        }
    }

    /// The error with an unknown cause; the log has it under the request's id.
    static let unknown = Self(
        .internalServerError,
        code: "internal",
        "An unexpected error occurred. The server's log has its cause under the request id."
    )
}
