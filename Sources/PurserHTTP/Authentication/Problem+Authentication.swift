import HTTPTypes
import PurserService

extension Problem {
    /// The error for a request without a key.
    static let keyMissing = Self(
        .unauthorized,
        code: "key_missing",
        "Send a key: Authorization: Bearer purser_sk_..."
    )

    /// The error for a user at the operators' socket who is neither the server's own nor the administrator.
    static let operatorNotAllowed = Self(
        .forbidden,
        code: "operator_not_allowed",
        "Only the server's own user and the administrator may do this."
    )

    /// The error for a key where only an operator on the server's machine may call.
    static let operatorsSocketOnly = Self(
        .forbidden,
        code: "operators_socket_only",
        "This cannot be used with a key. Use the command on the server's machine: purser db, purser evidence or "
            + "purser sync"
    )

    /// The error for a document without a key, which people open in a browser.
    static let keyMissingInBrowser = Self(
        .unauthorized,
        code: "key_missing",
        "Send a key: Authorization: Bearer purser_sk_... A browser sends none; server: { publicDocuments: true } in "
            + "the configuration makes /docs, /openapi.json and /metrics public."
    )

    /// The error for an unknown key.
    static let keyUnknown = Self(
        .unauthorized,
        code: "key_unknown",
        "This key is unknown. Compare it with the key that was shown at its creation, or create another: purser keys "
            + "create"
    )

    /// The error for a revoked key.
    static let keyRevoked = Self(
        .unauthorized,
        code: "key_revoked",
        "This key was revoked. Create another: purser keys create"
    )

    /// The error for an installed app without a customer token.
    static let customerTokenMissing = Self(
        .unauthorized,
        code: "customer_token_missing",
        "Send the customer's token in Purser-Customer-Token: one that your backend signs, or one from "
            + "POST /v1/customers/anonymous.",
        field: "Purser-Customer-Token"
    )

    /// The error for an installed app that requests another customer's data.
    static let customerNotYours = Self(
        .forbidden,
        code: "customer_not_yours",
        "A publishable key gives access only to the customer of its token. Use that customer's id, or another token.",
        field: "customer"
    )

    /// Returns the error for an invalid customer token.
    static func customerToken(_ error: CustomerTokenError) -> Self {
        Self(.unauthorized, code: error.code, error.detail, field: "Purser-Customer-Token")
    }

    /// The error for a key of another app.
    static let appNotYours = Self(
        .forbidden,
        code: "app_not_allowed",
        "This key belongs to another app. Use a key of this app, or a key of all apps.",
        field: "app"
    )

    /// The error for an unknown app.
    static let appUnknown = Self(
        .notFound,
        code: "app_unknown",
        "No app of this name is configured here.",
        field: "app"
    )

    /// Returns the problem document of an error about access keys.
    static func accessKey(_ error: AccessKeyError) -> Self {
        switch error {
        case .unknown: Self(.notFound, code: error.code, error.detail)
        case .storage(let cause): .storage(cause)
        default: Self(.unprocessableContent, code: error.code, error.detail, field: error.field)
        }
    }
}
