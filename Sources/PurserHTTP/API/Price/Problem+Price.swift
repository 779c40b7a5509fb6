import AppStore
import HTTPTypes
import PurserService

extension Problem {
    /// Why nothing can be said of prices, or nothing was done about them.
    static func price(_ error: PriceError) -> Problem {
        switch error {
        case .unknownApp: Problem(.notFound, code: error.code, error.detail, field: "app")
        case .unknownProduct: Problem(.notFound, code: error.code, error.detail, field: "product")
        case .pointsUnknown: Problem(.notFound, code: error.code, error.detail)
        case .storefrontNeeded: Problem(.unprocessableContent, code: error.code, error.detail, field: "storefront")
        case .connectMissing, .appNumberMissing, .fetchRunning: Problem(.conflict, code: error.code, error.detail)
        case .basePriceMissing: Problem(.unprocessableContent, code: error.code, error.detail, field: "base")
        case .pricesAmbiguous, .file: Problem(.unprocessableContent, code: error.code, error.detail)
        case .salesIncomplete: Problem(.serviceUnavailable, code: error.code, error.detail)
        case .connect(let cause):
            Problem(
                cause.canRetry ? .serviceUnavailable : .badGateway,
                code: error.code,
                error.detail,
                retryAfterSeconds: cause.canRetry ? 60 : nil
            )
        case .storage(let cause): .storage(cause)
        }
    }
}
