import CSQLiteFaults

/// A folder whose databases lie on a disk that can fail.
///
/// What SQLite writes there is visible at once, as it is through the kernel's page cache, and durable after a sync
/// only. `die` ends the process as far as the folder is concerned; `losePower` then takes away, or tears, what was not
/// synced; `revive` begins another life. Dying alone loses nothing.
package final class FaultyDisk: Sendable {
    /// Why there is none.
    package enum Refusal: Error {
        /// The folder is not there, or too many disks are.
        case cannotAttach
        /// The files below the folder could not be read or written.
        case unreadable
        /// The library that another process is to load is not at this path.
        case noLibrary(String)
    }

    /// The size of the sectors of most disks.
    package static let usualSectorBytes: Int64 = 512

    /// The folder.
    package let folder: String
    private let number: Int32

    /// Makes a folder, which must be there, a disk that can fail.
    package init(folder: String) throws {
        let number = unsafe faulty_disk_attach(folder, nil)
        guard number >= 0 else { throw Refusal.cannotAttach }
        self.folder = folder
        self.number = number
        self.set(.sectorBytes, Self.usualSectorBytes)
    }

    deinit {
        faulty_disk_detach(self.number)
    }

    /// Sets the faults of the disk.
    package func set(_ setting: DiskSetting, _ value: Int64) {
        faulty_disk_set(self.number, setting.word, value)
    }

    /// Returns a count.
    package func count(_ count: DiskCount) -> Int64 {
        faulty_disk_get(self.number, count.word)
    }

    /// Simulates the death of the process: nothing reaches the folder from now on.
    package func die() {
        faulty_disk_die(self.number)
    }

    /// Whether the process has died.
    package var isDead: Bool { faulty_disk_is_dead(self.number) != 0 }

    /// The number of open files of the folder.
    package var openFiles: Int { Int(faulty_disk_open_files(self.number)) }

    /// Begins another life, with no fault planned; what was open stays dead.
    package func revive() {
        for fault in DiskSetting.faults { self.set(fault, 0) }
        faulty_disk_revive(self.number)
    }

    /// Runs a statement on every connection to a database of the folder, and says on how many it succeeded.
    package func execute(_ sql: String) -> Int {
        unsafe Int(faulty_disk_execute(self.number, sql))
    }

    /// Cuts the power of a folder in which nothing is open, and says how many pieces were not durable.
    @discardableResult
    package static func losePower(
        in folder: String,
        seed: UInt64,
        sectorBytes: Int64 = usualSectorBytes
    ) throws -> Int {
        let pieces = unsafe faulty_disk_lose_power(folder, seed, sectorBytes)
        guard pieces >= 0 else { throw Refusal.unreadable }
        return Int(pieces)
    }

    /// How many images a cut of the power might leave of a folder, of those that are looked at one after the other:
    /// nothing of what was not synced, all of it, all but one piece, one piece alone.
    package static func imageCount(of folder: String, sectorBytes: Int64 = usualSectorBytes) throws -> Int {
        let count = unsafe faulty_disk_image_count(folder, sectorBytes)
        guard count >= 0 else { throw Refusal.unreadable }
        return Int(count)
    }

    /// Cuts the power and leaves the image of this number.
    package static func leaveImage(
        _ image: Int,
        in folder: String,
        sectorBytes: Int64 = usualSectorBytes
    ) throws {
        guard unsafe faulty_disk_leave_image(folder, sectorBytes, Int64(image)) >= 0 else { throw Refusal.unreadable }
    }
}

/// The faults of a disk.
///
/// Calls are counted from 1, and 0 means never.
package enum DiskSetting: Sendable {
    /// The seed of random decisions.
    case seed
    /// The bytes that reach the disk whole or not at all; 0 tears no write.
    case sectorBytes
    /// The number of the sync that fails.
    case failingSync
    /// The number of the write that fails.
    case failingWrite
    /// 1 while nothing can become longer, 2 while nothing can be written.
    case full
    /// 1 while it only says that it syncs.
    case ignoresSyncs
    /// 1 while writing what is there already makes nothing durable.
    case skipsEqualWrites
    /// The number of the operation over which the process dies.
    case dyingOperation
    /// The number of the sync over which the process dies.
    case dyingSync
    /// The duration of a sync in microseconds.
    case syncMicroseconds

    /// The settings that are faults, which end when another life begins.
    static let faults: [Self] = [
        .failingSync, .failingWrite, .full, .ignoresSyncs, .skipsEqualWrites, .dyingOperation, .dyingSync,
    ]

    var word: faulty_disk_word {
        switch self {
        case .seed: FAULTY_DISK_SEED
        case .sectorBytes: FAULTY_DISK_SECTOR_BYTES
        case .failingSync: FAULTY_DISK_FAILING_SYNC
        case .failingWrite: FAULTY_DISK_FAILING_WRITE
        case .full: FAULTY_DISK_FULL
        case .ignoresSyncs: FAULTY_DISK_IGNORES_SYNCS
        case .skipsEqualWrites: FAULTY_DISK_SKIPS_EQUAL_WRITES
        case .dyingOperation: FAULTY_DISK_DYING_OPERATION
        case .dyingSync: FAULTY_DISK_DYING_SYNC
        case .syncMicroseconds: FAULTY_DISK_SYNC_MICROSECONDS
        }
    }
}

/// A count of a faulty disk.
package enum DiskCount: Sendable {
    /// Syncs, those that failed too.
    case syncs
    /// Writes, those that failed too.
    case writes
    /// Writes, truncations and syncs.
    case operations
    /// Syncs that failed.
    case failedSyncs
    /// Writes that found it full.
    case refusedWrites

    var word: faulty_disk_word {
        switch self {
        case .syncs: FAULTY_DISK_SYNCS
        case .writes: FAULTY_DISK_WRITES
        case .operations: FAULTY_DISK_OPERATIONS
        case .failedSyncs: FAULTY_DISK_FAILED_SYNCS
        case .refusedWrites: FAULTY_DISK_REFUSED_WRITES
        }
    }
}
