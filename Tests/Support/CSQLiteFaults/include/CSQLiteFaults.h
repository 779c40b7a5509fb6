/// A disk that can fail: a layer of SQLite's own (a VFS) which loses and tears what was not synced.
///
/// Every write to a database file or a log below an attached folder is kept in a file beside it, called the overlay,
/// until a sync makes it durable in the real file. Reads see the overlay, as processes see the kernel's page cache. So
/// a process may die without losing anything, and to lose power is to throw the overlay away, or to let any part of it
/// reach the real file first. Locks and shared memory are the system's own.
///
/// What is not modeled: lost directory entries (a file that was made or removed stays so), reads that fail, and bits
/// that rot.
///
/// Folders are named by a number, because several tests may each have a disk of their own in one process. Files outside
/// of attached folders are not touched. All functions may be called from any thread.
#ifndef CSQLITEFAULTS_H
#define CSQLITEFAULTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The settings and counts of a disk. Counting begins at 1; a place of 0 is never reached.
typedef enum {
    /// The seed of random decisions.
    FAULTY_DISK_SEED = 0,
    /// The bytes that reach the disk whole or not at all; 0 tears no write.
    FAULTY_DISK_SECTOR_BYTES,
    /// At this sync `SQLITE_IOERR_FSYNC` is answered. What was not durable stays visible, but only some of it, by
    /// chance, becomes durable; the rest is lost unless it is written again, as a kernel does that marks pages clean.
    FAULTY_DISK_FAILING_SYNC,
    /// At this write `SQLITE_IOERR_WRITE` is answered, and nothing is written.
    FAULTY_DISK_FAILING_WRITE,
    /// While 1, a write that makes a file longer is answered with `SQLITE_FULL`; while 2, every write is.
    FAULTY_DISK_FULL,
    /// While not 0, a sync is answered as done and does nothing: a disk that lies.
    FAULTY_DISK_IGNORES_SYNCS,
    /// While not 0, a write of what can be read in its place already makes nothing durable.
    FAULTY_DISK_SKIPS_EQUAL_WRITES,
    /// At this operation (a write, a truncation or a sync) the process dies.
    FAULTY_DISK_DYING_OPERATION,
    /// At this sync, before any of it is durable, the process dies.
    FAULTY_DISK_DYING_SYNC,
    /// The duration of each sync in microseconds.
    FAULTY_DISK_SYNC_MICROSECONDS,
    /// The number of syncs.
    FAULTY_DISK_SYNCS,
    /// The number of writes.
    FAULTY_DISK_WRITES,
    /// The number of writes, truncations and syncs.
    FAULTY_DISK_OPERATIONS,
    /// The number of failed syncs.
    FAULTY_DISK_FAILED_SYNCS,
    /// The number of writes that found the disk full.
    FAULTY_DISK_REFUSED_WRITES,
    /// Not a word of its own, but how many there are.
    FAULTY_DISK_WORD_COUNT
} faulty_disk_word;

/// Makes everything that SQLite opens below a folder a faulty disk from now on, and returns its number.
///
/// `control` is the path of a file that holds the words, so that another process can read and set them, or NULL to keep
/// them in memory. Returns -1 when the folder is not there or the control file cannot be used.
///
/// A process that loads this library before everything else need not call it: the folder and the control file are taken
/// from the variables `FAULTY_DISK_FOLDER` and `FAULTY_DISK_CONTROL`, and dying is real there.
int32_t faulty_disk_attach(const char *folder, const char *control);

/// Detaches a disk. No file below its folder may be open.
void faulty_disk_detach(int32_t disk);

/// The value of a word.
int64_t faulty_disk_get(int32_t disk, faulty_disk_word word);

/// Sets a word.
void faulty_disk_set(int32_t disk, faulty_disk_word word, int64_t value);

/// Simulates the death of the process for this disk: every later operation on it fails and changes nothing.
void faulty_disk_die(int32_t disk);

/// Whether the process has died.
int32_t faulty_disk_is_dead(int32_t disk);

/// Begins another life: what is opened from now on works. What was open before stays dead.
void faulty_disk_revive(int32_t disk);

/// The number of open files below the folder.
int32_t faulty_disk_open_files(int32_t disk);

/// Runs a statement on every connection that is open to a database below the folder; returns on how many it succeeded.
/// None of them may be closed meanwhile.
int32_t faulty_disk_execute(int32_t disk, const char *sql);

/// Cuts the power of a folder below which nothing is open: some of what was not synced reaches the disk, by the seed,
/// and the rest is gone. Returns how many pieces were not durable, or -1 when the files cannot be read or written.
int64_t faulty_disk_lose_power(const char *folder, uint64_t seed, int64_t sector_bytes);

/// How many images there are that differ from nothing and from everything by one piece, and those two: what may be
/// found after the power was cut, in a fixed order. -1 when the files cannot be read.
int64_t faulty_disk_image_count(const char *folder, int64_t sector_bytes);

/// Cuts the power and leaves the image of this number behind.
int64_t faulty_disk_leave_image(const char *folder, int64_t sector_bytes, int64_t image);

/// Makes a control file of words that are all 0, and maps it for `faulty_control_get` and `faulty_control_set`, without
/// a disk in this process. Returns a number of its own kind, or -1.
int32_t faulty_control_make(const char *path);

/// The value of a word in a control file.
int64_t faulty_control_get(int32_t control, faulty_disk_word word);

/// Sets a word in a control file.
void faulty_control_set(int32_t control, faulty_disk_word word, int64_t value);

/// Closes a control file.
void faulty_control_close(int32_t control);

#ifdef __cplusplus
}
#endif

#endif
