import HTTPTypes
import PurserService

extension Problem {
    /// The refusal of a request without a key.
    static let keyMissing = Self(
        .unauthorized,
        code: "key_missing",
        "Send a key: Authorization: Bearer purser_sk_..."
    )

    /// The refusal of a user at the operators' socket who is neither the server's own nor the administrator.
    static let operatorNotAllowed = Self(
        .forbidden,
        code: "operator_not_allowed",
        "Only the server's own user and the administrator may do this."
    )

    /// The refusal of a key where only an operator on the server's machine may call.
    static let operatorsSocketOnly = Self(
        .forbidden,
        code: "operators_socket_only",
        "No key opens this. Use the command on the server's machine: purser db, purser evidence or purser sync"
    )

    /// The same for what describes the server, which people open in a browser.
    static let keyMissingInBrowser = Self(
        .unauthorized,
        code: "key_missing",
        "Send a key: Authorization: Bearer purser_sk_... A browser sends none; server: { publicDocuments: true } in the "
            + "configuration shows /docs, /openapi.json and /metrics to whoever reaches the server."
    )

    /// The refusal of a key that nobody knows.
    static let keyUnknown = Self(
        .unauthorized,
        code: "key_unknown",
        "Nobody here knows this key. Compare it with the one that was shown when it was made, or make another: "
            + "purser keys create"
    )

    /// The refusal of a key that was revoked.
    static let keyRevoked = Self(
        .unauthorized,
        code: "key_revoked",
        "This key was revoked. Make another: purser keys create"
    )

    /// The refusal of an app in the field that does not say whom it speaks for.
    static let customerTokenMissing = Self(
        .unauthorized,
        code: "customer_token_missing",
        "Send the customer's token in Purser-Customer-Token: one that your backend signs, or one from "
            + "POST /v1/customers/anonymous.",
        field: "Purser-Customer-Token"
    )

    /// The refusal of an app in the field that asks about somebody else.
    static let customerNotYours = Self(
        .forbidden,
        code: "customer_not_yours",
        "A publishable key speaks for the customer of its token only. Use his id, or his token.",
        field: "customer"
    )

    /// The refusal of a customer's token.
    static func customerToken(_ error: CustomerTokenError) -> Self {
        Self(.unauthorized, code: error.code, error.detail, field: "Purser-Customer-Token")
    }

    /// The refusal of a key for an app that it does not belong to.
    static let appNotYours = Self(
        .forbidden,
        code: "app_not_allowed",
        "This key belongs to another app. Use a key of this app, or one of all apps.",
        field: "app"
    )

    /// The refusal of an app that is not served.
    static let appUnknown = Self(
        .notFound,
        code: "app_unknown",
        "No app of this name is configured here.",
        field: "app"
    )

    /// What is answered when a key could not be made, found or revoked.
    static func accessKey(_ error: AccessKeyError) -> Self {
        switch error {
        case .unknown: Self(.notFound, code: error.code, error.detail)
        case .storage(let cause): .storage(cause)
        default: Self(.unprocessableContent, code: error.code, error.detail, field: error.field)
        }
    }
}
