import AppStore
import HTTPTypes
import PurserService

extension Problem {
    /// The number of seconds after which the client may try again.
    private static let askAgainSeconds = 30

    /// Returns the problem document of an error of the App Store.
    static func store(_ error: AppStoreServiceError) -> Self {
        switch error {
        case .notConfigured:
            Self(
                .conflict,
                code: error.code,
                "The app has no key for Apple's server API. Enter one in the configuration, apps.{app}.appStore."
            )
        case .appStore(let refusal):
            if refusal.isUnknownID {
                Self(.notFound, code: error.code, "Apple does not know this transaction.")
            } else if refusal.canRetry {
                Self(
                    .serviceUnavailable,
                    code: error.code,
                    "The server cannot reach Apple now. Try again.",
                    retryAfterSeconds: Self.askAgainSeconds
                )
            } else {
                Self(
                    Self.status(of: refusal),
                    code: error.code,
                    "Apple refused the request\(Self.number(of: refusal))."
                )
            }
        case .notDone:
            Self(
                .conflict,
                code: error.code,
                "Apple did not perform the request and gave no reason. Check the subscription's state."
            )
        case .keyReused: .idempotencyKeyReused
        case .evidence, .refused:
            Self(
                .badGateway,
                code: error.code,
                "The server cannot process Apple's response. See the server's log for details."
            )
        case .storage(let cause): Self.storage(cause)
        }
    }

    private static func status(of refusal: AppStoreError) -> HTTPResponse.Status {
        guard case .refused(let answer) = refusal else { return .unprocessableContent }
        return switch answer.status {
        case 404: .notFound
        case 409: .conflict
        default: .unprocessableContent
        }
    }

    /// Returns Apple's error code and its name in parentheses; empty if there is none.
    static func number(of error: AppStoreError) -> String {
        guard let number = error.number else { return "" }
        return " (\(number.rawValue)\(number.name.map { " " + $0 } ?? ""))"
    }
}
