import HTTPTypes
import PurserService

extension Problem {
    /// Why a report was not kept, or cannot be shown.
    static func report(_ error: ReportRefusal) -> Self {
        switch error {
        case .appUnknown, .unknown: Self(.notFound, code: error.code, error.remedy)
        case .nameInvalid: Self(.unprocessableContent, code: error.code, error.remedy, field: "name")
        case .storage(let cause): Self.storage(cause)
        default: Self(.unprocessableContent, code: error.code, error.remedy)
        }
    }
}
