import Ledger
import PurserService

extension Server {
    /// Shows alarms, silences them, and tries the channels through which they go out.
    var alarms: AlarmService {
        let delivery = self.alarmDelivery
        return AlarmService(
            repository: self.repository,
            ambient: self.time.ambient,
            audit: self.audit,
            apps: Set(self.assembly.apps.map(\.name)),
            channels: self.configuration.watch.channels.map(\.rawValue),
            test: { await delivery.test($0, in: $1) }
        )
    }
}
