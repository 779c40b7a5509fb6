import HTTPTypes
import PurserService

extension Problem {
    /// Why nothing was shown or done about alarms.
    static func alarm(_ error: AlarmError) -> Problem {
        switch error {
        case .appUnknown, .alarmNotFound, .silenceNotFound: Problem(.notFound, code: error.code, error.remedy)
        case .silenceNotYours: Problem(.forbidden, code: error.code, error.remedy, field: "app")
        case .subjectInvalid: Problem(.unprocessableContent, code: error.code, error.remedy, field: "subject")
        case .lengthInvalid: Problem(.unprocessableContent, code: error.code, error.remedy, field: "minutes")
        case .reasonMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "reason")
        case .silencesFull, .channelsMissing: Problem(.conflict, code: error.code, error.remedy)
        case .channelUnknown: Problem(.unprocessableContent, code: error.code, error.remedy, field: "channel")
        case .storage(let cause): .storage(cause)
        }
    }
}
