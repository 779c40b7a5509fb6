import Foundation
package import Ledger
import Metrics

/// Measures how large the database is, and how much room is left on the disk of the server's files.
package struct StorageGauge: MinuteGauge {
    let repository: any Repository
    let path: String

    /// A gauge of this repository; `path` is a file of the server's, or where one is to be.
    package init(repository: any Repository, path: String) {
        self.repository = repository
        self.path = path
    }

    /// Measures and records; what nobody can tell stays unknown.
    package func record(at now: Instant) async {
        if let free = self.freeBytes { Gauge(label: "purser_disk_free_bytes").record(free) }
        if let bytes = try? await self.repository.databaseBytes() {
            Gauge(label: "purser_database_bytes").record(bytes)
        }
    }

    /// How many bytes may still be written to the disk; `nil` where the folder is gone.
    package var freeBytes: Int64? {
        let folder = URL(fileURLWithPath: self.path).deletingLastPathComponent().path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
