import HTTPTypes
import PurserService

extension Problem {
    /// What is answered when an import cannot be started, looked at or changed.
    static func importing(_ error: ImportError) -> Self {
        switch error {
        case .keyMissing: Self(.conflict, code: error.code, error.detail)
        case .appUnknown, .unknown: Self(.notFound, code: error.code, error.detail)
        case .wrongState: Self(.conflict, code: error.code, error.detail)
        case .file: Self(.unprocessableContent, code: error.code, error.detail)
        case .brokenOff: Self(.badRequest, code: error.code, error.detail)
        case .storage(let cause): Self.storage(cause)
        }
    }
}
