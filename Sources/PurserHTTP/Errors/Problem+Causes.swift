import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

// The one place where errors become statuses.
extension Problem {
    /// Seconds after which another try makes sense when the database or the server itself was at fault.
    private static let retryAfterSeconds = 5
    /// Seconds after which another try makes sense when a person has to put something right first.
    private static let quarantineRetryAfterSeconds = 3600

    /// What Apple is answered when a notification cannot be acknowledged.
    ///
    /// Anything that may be authentic gets a 503, so that Apple sends it again; only what is forged or malformed gets
    /// a 400.
    static func notification(_ error: IngestError) -> Self {
        switch error {
        case .refused(let refusal) where refusal.code == .unknownSignerMustWait: Self.unknownSignerMustWait
        case .refused(let refusal):
            Self(.badRequest, code: refusal.code.rawValue, "The notification was refused. \(refusal.detail).")
        case .notOurs(let refusal):
            Self(
                .serviceUnavailable,
                code: refusal.code.rawValue,
                "The notification is authentic but not for this app here. \(refusal.detail).",
                retryAfterSeconds: Self.retryAfterSeconds
            )
        case .storage(let cause): Self.storage(cause)
        case .quarantineFull: Self.quarantineFull(code: error.code)
        case .mustWait(let code): Self.receiptMustWait(code: code)
        case .notInReceipt, .secretWrong:
            Self(
                .badRequest,
                code: error.code,
                "The notification has neither the app's shared secret nor a receipt of the app's.",
                field: "password"
            )
        case .unconfirmed:
            Self(
                .serviceUnavailable,
                code: error.code,
                "Nobody signs this notification, and what it says cannot be confirmed now. It moved nothing but what a "
                    + "receipt in it proves; send it again later.",
                retryAfterSeconds: Self.retryAfterSeconds
            )
        }
    }

    /// What an app or shop is answered when its purchase was not taken in.
    ///
    /// `field` is where the evidence stood in the body.
    static func purchase(_ error: IngestError, in field: String = "signedTransaction") -> Self {
        switch error {
        case .refused(let refusal) where refusal.code == .unknownSignerMustWait: Self.unknownSignerMustWait
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

    /// What is answered to data of an unknown signer from an address that sent too many of them; nothing was checked.
    static let unknownSignerMustWait = Self(
        .tooManyRequests,
        code: VerificationError.Code.unknownSignerMustWait.rawValue,
        "Too much came from this address whose signers are unknown here, and unknown certificates are verified at a "
            + "rate. Nothing was checked or recorded; send it again later.",
        retryAfterSeconds: Self.retryAfterSeconds
    )

    /// What is answered to a receipt that is authentic and cannot be believed yet.
    private static func receiptMustWait(code: String) -> Self {
        Self(
            .serviceUnavailable,
            code: code,
            "The receipt is authentic and cannot be believed yet: it was made ahead of this server's clock, or its "
                + "signer's certificate is revoked. Nothing was recorded; send it again later.",
            retryAfterSeconds: Self.retryAfterSeconds
        )
    }

    /// What an app or shop is answered when Apple could not be asked for the transaction that it named.
    static func transactionByID(_ error: AppStoreServiceError) -> Self {
        let field = "transactionId"
        switch error {
        case .notConfigured:
            return Self(
                .conflict,
                code: error.code,
                "This app has no key to ask Apple with; send signedTransaction instead.",
                field: field
            )
        case .appStore(let refusal) where refusal.isUnknownID:
            return Self(
                .unprocessableContent,
                code: error.code,
                "Apple does not know this transaction in the environments that are taken here.",
                field: field
            )
        case .storage(let cause): return Self.storage(cause)
        default:
            return Self(
                .serviceUnavailable,
                code: error.code,
                "Apple could not be asked for the transaction; nothing was recorded. Try again, or send "
                    + "signedTransaction.",
                field: field,
                retryAfterSeconds: Self.retryAfterSeconds
            )
        }
    }

    /// What is answered to a receipt from before iOS 7 whose purchase Apple does not confirm.
    static func transactionReceipt(_ error: TransactionReceiptError) -> Self {
        let field = "receipt"
        switch error {
        case .refused(let refusal): return Self.purchase(.refused(refusal), in: field)
        case .otherTransaction: return Self.purchase(.notInReceipt)
        case .needsKey:
            return Self(
                .conflict,
                code: error.code,
                "A receipt from before iOS 7 proves nothing by itself, and this app has no key to ask Apple with.",
                field: field
            )
        case .unconfirmed:
            return Self(
                .unprocessableContent,
                code: error.code,
                "Apple does not know the purchase that this receipt from before iOS 7 states.",
                field: field
            )
        case .store(.storage(let cause)): return Self.storage(cause)
        case .store:
            return Self(
                .serviceUnavailable,
                code: error.code,
                "Apple could not be asked for the purchase that this receipt names; nothing was recorded. Try again.",
                field: field,
                retryAfterSeconds: Self.retryAfterSeconds
            )
        }
    }

    /// The refusal of an app in the field that submits a receipt from before iOS 7, which shows nothing.
    static let transactionReceiptNotForApps = Self(
        .forbidden,
        code: "publishable_key_not_allowed",
        "An app in the field submits signedTransaction or an app receipt. A receipt from before iOS 7 is for a secret key.",
        field: "receipt"
    )

    /// What is answered to a restore where the catalog says `block` and the purchase is another customer's.
    static let ownedByAnother = Self(
        .conflict,
        code: "owned_by_another",
        "The purchase belongs to another customer, and the catalog lets no restore move it. Finish it with StoreKit; "
            + "its owner can sign in, or an operator can move it.",
        field: "customer"
    )

    /// The refusal of an app in the field that submits an id, which shows nothing.
    static let transactionIDNotForApps = Self(
        .forbidden,
        code: "publishable_key_not_allowed",
        "An app in the field submits signedTransaction, which StoreKit gives it. An id alone is for a secret key.",
        field: "transactionId"
    )

    /// The refusal of a token that an app in the field says is its customer's.
    static let accountTokenNotForApps = Self(
        .forbidden,
        code: "publishable_key_not_allowed",
        "Whom a token stands for is said with a secret key: POST /v1/customers/{customer}/tokens. Leave it out.",
        field: "appAccountToken"
    )

    /// The refusal of a purchase of which nothing says whose it is.
    static let submitterMissing = Self(
        .unprocessableContent,
        code: "field_missing",
        "Name the customer, or send an appAccountToken that stands for one; the transaction itself has none that does.",
        field: "customer"
    )

    /// What anybody is answered when no more evidence can wait.
    private static func quarantineFull(code: String) -> Self {
        Self(
            .serviceUnavailable,
            code: code,
            "As much evidence waits here as is kept; nothing was recorded. Send it again later.",
            retryAfterSeconds: Self.quarantineRetryAfterSeconds
        )
    }

    /// What anybody is answered when the database is at fault.
    static func storage(_ error: RepositoryError) -> Self {
        // Whoever has the lease now gives the answer.
        if error == .leaseLost { return .idempotencyInProgress }
        return Self(
            .serviceUnavailable,
            code: error.code,
            "The database cannot take this now; nothing was recorded. Try again.",
            retryAfterSeconds: Self.retryAfterSeconds
        )
    }

    /// What the framework's own refusals are in our form.
    static func framework(_ status: HTTPResponse.Status) -> Self {
        switch status {
        case .notFound: Self(status, code: "not_found", "There is nothing at this address.")
        case .methodNotAllowed: Self(status, code: "method_not_allowed", "This address does not answer this method.")
        case .contentTooLarge: Self(status, code: "body_too_large", "The body is larger than this address takes.")
        case .unsupportedMediaType:
            Self(status, code: "content_encoding_unsupported", "Send the body without Content-Encoding.")
        default: Self(status, code: "bad_request", "The request could not be understood.")
        }
    }

    /// What is answered when the cause is unknown; the log has it under the request's id.
    static let unknown = Self(
        .internalServerError,
        code: "internal",
        "Something went wrong here. The request id finds the cause in the server's log."
    )
}
