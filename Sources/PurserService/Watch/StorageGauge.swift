import Foundation
package import Ledger
import Metrics

/// Measures how large the database is, and how much room is left on the disk of the server's files.
package struct StorageGauge: MinuteGauge {
    let repository: any Repository
    private let readFreeBytes: @Sendable () -> Int64?

    /// A gauge of this repository and of a disk; `freeBytes` says how many bytes may still be written to it.
    package init(repository: any Repository, freeBytes: @escaping @Sendable () -> Int64?) {
        self.repository = repository
        self.readFreeBytes = freeBytes
    }

    /// A gauge of this repository; `path` is a file of the server's, or where one is to be.
    package init(repository: any Repository, path: String) {
        self.init(repository: repository) {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
            return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
        }
    }

    /// Measures and records; what nobody can tell stays unknown.
    package func record(at now: Instant) async {
        if let free = self.freeBytes { Gauge(label: "purser_disk_free_bytes").record(free) }
        if let bytes = try? await self.repository.databaseBytes() {
            Gauge(label: "purser_database_bytes").record(bytes)
        }
    }

    /// How many bytes may still be written to the disk; `nil` where the folder is gone.
    package var freeBytes: Int64? { self.readFreeBytes() }
}
