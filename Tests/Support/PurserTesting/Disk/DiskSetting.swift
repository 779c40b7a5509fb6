import CSQLiteFaults

/// What a disk that can fail is told to do; numbers count from 1, and 0 is never.
package enum DiskSetting: Sendable {
    /// What decides by chance.
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
    /// How long a sync takes.
    case syncMicroseconds

    /// Everything that is a fault, and so is over when another life begins.
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
