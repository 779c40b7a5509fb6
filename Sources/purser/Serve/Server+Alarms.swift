import Ledger
import PurserService

extension Server {
    /// Shows alarms, silences them, and tries the channels through which they go out.
    var alarms: AlarmService {
        AlarmService(
            repository: self.repository,
            ambient: self.time.ambient,
            audit: self.audit,
            apps: Set(self.assembly.apps.map(\.name))
        )
    }
}
