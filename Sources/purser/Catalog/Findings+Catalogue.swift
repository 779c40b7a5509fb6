import AppStoreSimulator
import PurserService

extension Findings {
    /// What the simulator found wrong with a catalogue.
    init(_ error: CatalogueError) {
        self.init(
            error.findings.map { finding in
                Finding(
                    file: finding.file,
                    line: finding.line,
                    keyPath: finding.keyPath,
                    problem: finding.problem,
                    remedy: finding.remedy
                )
            }
        )
    }
}
