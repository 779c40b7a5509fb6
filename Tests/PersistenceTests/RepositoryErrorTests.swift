import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import Testing

@Suite struct RepositoryErrorTests {
    @Test(
        "A refused write has no effect; the outcome of any other failed write is unknown",
        arguments: [
            (.SQLITE_FULL, 0, .full), (.SQLITE_READONLY, 0, .readOnly),
            (.SQLITE_READONLY_DBMOVED, 0, .unreachable),
            (.SQLITE_IOERR_WRITE, ENOSPC, .full), (.SQLITE_IOERR_WRITE, EDQUOT, .full),
            (.SQLITE_IOERR_SHMSIZE, ENOSPC, .full), (.SQLITE_IOERR_WRITE, EROFS, .readOnly),
            (.SQLITE_IOERR_WRITE, EIO, .failedSync), (.SQLITE_IOERR_FSYNC, EIO, .failedSync),
            // A sync that fails for want of room has failed all the same.
            (.SQLITE_IOERR_FSYNC, ENOSPC, .failedSync), (.SQLITE_IOERR_FSYNC, EROFS, .failedSync),
            (.SQLITE_IOERR_WRITE, EFBIG, .failedSync), (.SQLITE_CANTOPEN, 0, .notWritable),
            (.SQLITE_CORRUPT, 0, .corrupt), (.SQLITE_BUSY, 0, .unavailable),
        ] as [(ResultCode, Int32, RepositoryError)]
    )
    func writing(code: ResultCode, systemError: Int32, expected: RepositoryError) {
        let error = DatabaseError(resultCode: code)
        #expect(RepositoryError(writing: error, systemError: systemError) == expected)
    }

    @Test("Every error has a code of its own")
    func codes() {
        let errors: [RepositoryError] = [
            .full, .readOnly, .unreachable, .notWritable, .unavailable, .tooSlow, .failedSync, .tooOld, .corrupt,
        ]
        #expect(Set(errors.map(\.code)).count == errors.count)
    }
}
