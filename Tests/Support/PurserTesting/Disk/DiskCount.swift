import CSQLiteFaults

/// What a disk that can fail counts.
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
