import AppStore
import HTTPTypes
import PurserService

extension Problem {
    /// Seconds after which Apple may be asked again.
    private static let askAgainSeconds = 30

    /// What is answered when something could not be had of the App Store.
    static func store(_ error: AppStoreServiceError) -> Self {
        switch error {
        case .notConfigured:
            Self(
                .conflict,
                code: error.code,
                "The app has no key for Apple's server API; enter one in the configuration, apps.{app}.appStore."
            )
        case .appStore(let refusal):
            if refusal.isUnknownID {
                Self(.notFound, code: error.code, "Apple does not know this transaction.")
            } else if refusal.canRetry {
                Self(
                    .serviceUnavailable,
                    code: error.code,
                    "Apple cannot be asked now. Try again.",
                    retryAfterSeconds: Self.askAgainSeconds
                )
            } else {
                Self(
                    Self.status(of: refusal),
                    code: error.code,
                    "Apple refuses this\(Self.number(of: refusal))."
                )
            }
        case .notDone:
            Self(
                .conflict,
                code: error.code,
                "Apple did not do it and does not say why; look at the subscription's state."
            )
        case .keyReused: .idempotencyKeyReused
        case .evidence, .refused:
            Self(.badGateway, code: error.code, "What Apple answered cannot be taken in; the log knows more.")
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

    /// Apple's own number and its name, in brackets; nothing where there is none.
    static func number(of error: AppStoreError) -> String {
        guard let number = error.number else { return "" }
        return " (\(number.rawValue)\(number.name.map { " " + $0 } ?? ""))"
    }
}
