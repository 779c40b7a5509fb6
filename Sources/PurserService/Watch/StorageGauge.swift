import Foundation
package import Ledger
import Metrics

/// Measures the size of the database, and the free space on the disk of the server's files.
package struct StorageGauge: MinuteGauge {
    let repository: any Repository
    private let readFreeBytes: @Sendable () -> Int64?

    /// Creates a gauge of this repository and of a disk; `freeBytes` returns the number of bytes that can still be
    /// written.
    package init(repository: any Repository, freeBytes: @escaping @Sendable () -> Int64?) {
        self.repository = repository
        self.readFreeBytes = freeBytes
    }

    /// Creates a gauge of this repository; `path` is an existing or future file of the server.
    package init(repository: any Repository, path: String) {
        self.init(repository: repository) {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
            return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
        }
    }

    /// Measures and records; a value that cannot be determined stays unknown.
    package func record(at now: Instant) async {
        if let free = self.freeBytes { Gauge(label: "purser_disk_free_bytes").record(free) }
        if let bytes = try? await self.repository.read({ view in try view.databaseBytes() }) {
            Gauge(label: "purser_database_bytes").record(bytes)
        }
    }

    /// The number of bytes that can still be written to the disk; `nil` where the folder does not exist.
    package var freeBytes: Int64? { self.readFreeBytes() }
}
