import Ledger
import PurserService

/// A silence of alarms as our JSON.
struct AlarmSilenceBody: Encodable {
    /// Its number.
    let number: Int64
    /// The alarm's name; absent for all.
    let name: String?
    /// The app; absent for every app and the whole server.
    let app: String?
    /// What else tells the alarm apart; absent for anything.
    let subject: String?
    /// When it was made.
    let from: String
    /// When it ends.
    let until: String
    /// Why.
    let reason: String
    /// Who made it.
    let by: String
    /// Why nothing was done, where it was to be ended and was over.
    let nothing: String?

    /// The body of a silence.
    init(_ silence: AlarmSilence, nothing: NothingDone.Code? = nil) {
        self.number = silence.number
        self.name = silence.name?.rawValue
        self.app = silence.app?.rawValue
        self.subject = silence.subject
        self.from = silence.from.rfc3339
        self.until = silence.until.rfc3339
        self.reason = silence.reason
        self.by = silence.by
        self.nothing = nothing?.rawValue
    }
}
