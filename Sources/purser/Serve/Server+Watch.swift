import Ledger
import Logging
import PurserService
import ServiceLifecycle

extension Server {
    /// How long the leader waits for the samples of other nodes after a minute's end; they look at the clock once a second.
    private static let patience = Duration.seconds(2)

    /// What every node does for the watch: it puts samples of its figures.
    var figureServices: [any Service] {
        guard let sampler = self.sampler else { return [] }
        return [
            FigureService(
                sampler: sampler,
                node: self.node,
                repository: self.repository,
                ambient: self.time.ambient,
                catchUp: self.time.catchUp,
                logger: self.logger,
                clock: .continuous
            )
        ]
    }

    /// Warns at the start of what would keep an alarm from going out.
    func checkAlarmChannels() {
        for finding in self.configuration.alarmFindings {
            self.logger.warning(
                "\(finding.text) \(finding.remedy ?? "")",
                metadata: ["code": "\(finding.code.rawValue)"]
            )
        }
    }

    /// What the leader does for the watch: it keeps the history, evaluates the alarms and sends what is due.
    var watchServices: [any Service] {
        guard let sampler = self.sampler else { return [] }
        let notices = NoticeService(self.alarmDelivery, ambient: self.time.ambient, clock: .continuous)
        let figures = self.figures
        return [
            notices,
            WatchService(
                settings: self.configuration.watch,
                apps: self.assembly.apps.map(\.name),
                sampler: sampler,
                gauges: self.minuteGauges + self.linkGauges,
                repository: self.repository,
                ambient: self.time.ambient,
                node: self.node,
                isShared: self.isShared,
                deliver: { _ in notices.wake() },
                forget: { figures?.forget($0) },
                patience: self.isShared ? Self.patience : .zero,
                catchUp: self.time.catchUp,
                logger: self.logger,
                clock: .continuous
            ),
        ]
    }
}
