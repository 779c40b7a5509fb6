package import Ledger

/// Why nothing could be shown or done about alarms.
package enum AlarmError: Error, Hashable, Sendable {
    /// There is no app of this name.
    case appUnknown(AppName)
    /// There is no alarm of this number, or it is another app's.
    case alarmNotFound(Int64)
    /// There is no silence of this number, or it is another app's.
    case silenceNotFound(Int64)
    /// The silence holds for more than the app of the caller's key.
    case silenceNotYours(Int64)
    /// The subject is empty or too long.
    case subjectInvalid
    /// The silence is shorter than a minute, or longer than 30 days.
    case lengthInvalid
    /// A silence without a reason, or with too long a one.
    case reasonMissing
    /// The app has as many silences as may be, or there are as many for every app.
    case silencesFull
    /// No channel is configured.
    case channelsMissing
    /// The configuration has no channel of this name; the second part names those that it has.
    case channelUnknown(String, known: [String])
    /// The database is at fault.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .appUnknown: "app_unknown"
        case .alarmNotFound: "alarm_not_found"
        case .silenceNotFound: "alarm_silence_not_found"
        case .silenceNotYours: "app_not_allowed"
        case .subjectInvalid: "alarm_subject_invalid"
        case .lengthInvalid: "alarm_silence_length_invalid"
        case .reasonMissing: "alarm_silence_reason_missing"
        case .silencesFull: "alarm_silences_full"
        case .channelsMissing: "alarm_channels_missing"
        case .channelUnknown: "alarm_channel_unknown"
        case .storage(let error): error.code
        }
    }

    /// A number as a person wrote it; what is no number that anything has is 0 here.
    private static func named(_ number: Int64) -> String { number > 0 ? "\(number)" : "of this number" }

    /// What is wrong and what to do about it.
    package var remedy: String {
        switch self {
        case .appUnknown(let name): "No app of the name \(name) is configured here."
        case .alarmNotFound(let number):
            "There is no alarm \(Self.named(number)). Those that there are: purser alarms list --state all"
        case .silenceNotFound(let number):
            "There is no silence \(Self.named(number)). Those that there are: purser alarms silences"
        case .silenceNotYours(let number):
            "This key belongs to one app, and the silence holds for more. End it with a key of all apps, or with: "
                + "purser alarms end-silence \(number)"
        case .subjectInvalid:
            "A subject has 1 to \(AlarmService.greatestSubject) bytes, as the alarm shows it: purser alarms list"
        case .lengthInvalid: "A silence takes at least a minute and at most 30 days."
        case .reasonMissing: "Say why it is silent: a reason of 1 to \(AlarmService.greatestReason) bytes."
        case .silencesFull:
            "Each app has at most \(AlarmRecords.greatestSilenceCount) silences, and there are as many at most for every app. "
                + "End some: purser alarms silences"
        case .channelsMissing:
            "No channel for alarms is configured: watch.email, watch.slack or watch.webhook in the configuration."
        case .channelUnknown(let name, let known):
            "There is no channel \(name.prefix(64)). Configured are: \(known.joined(separator: ", "))."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
