package import Ledger

/// The reason why an operation on alarms failed.
package enum AlarmError: Error, Hashable, Sendable {
    /// The server has no app of this name.
    case appUnknown(AppName)
    /// No alarm has this number, or it belongs to another app.
    case alarmNotFound(Int64)
    /// No silence has this number, or it belongs to another app.
    case silenceNotFound(Int64)
    /// The silence covers more than the app of the caller's key.
    case silenceNotYours(Int64)
    /// The subject is empty or too long.
    case subjectInvalid
    /// The silence is shorter than a minute, or longer than 30 days.
    case lengthInvalid
    /// The reason is missing or too long.
    case reasonMissing
    /// The app has the maximum number of silences, or there are as many for all apps.
    case silencesFull
    /// No channel is configured.
    case channelsMissing
    /// The configuration has no channel of this name; the second part names those that it has.
    case channelUnknown(String, known: [String])
    /// The repository failed.
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

    /// Returns a number for a message; 0 is an invalid number in a request.
    private static func named(_ number: Int64) -> String { number > 0 ? "\(number)" : "of this number" }

    /// What is wrong, and the remedy.
    package var remedy: String {
        switch self {
        case .appUnknown(let name): "No app of the name \(name) is configured here."
        case .alarmNotFound(let number):
            "There is no alarm \(Self.named(number)). To list all alarms: purser alarms list --state all"
        case .silenceNotFound(let number):
            "There is no silence \(Self.named(number)). To list the silences: purser alarms silences"
        case .silenceNotYours(let number):
            "This key belongs to one app, and the silence covers more. End it with a key of all apps, or with: "
                + "purser alarms end-silence \(number)"
        case .subjectInvalid:
            "A subject has 1 to \(AlarmService.greatestSubject) bytes, as in the alarm: purser alarms list"
        case .lengthInvalid: "A silence lasts at least a minute and at most 30 days."
        case .reasonMissing: "Give a reason for the silence, of 1 to \(AlarmService.greatestReason) bytes."
        case .silencesFull:
            "Each app has at most \(AlarmRecords.greatestSilenceCount) silences, and as many can cover all apps. "
                + "End some: purser alarms silences"
        case .channelsMissing:
            "No channel for alarms is configured: watch.email, watch.slack or watch.webhook in the configuration."
        case .channelUnknown(let name, let known):
            "The configuration has no channel \(name.prefix(64)). It has: \(known.joined(separator: ", "))."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
