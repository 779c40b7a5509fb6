/// The VFS: SQLite's own, with an overlay between it and every file below an attached folder.
#include "machine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sqlite3_vfs *real_vfs;
static sqlite3_vfs faulty_vfs;
static pthread_once_t registration = PTHREAD_ONCE_INIT;
static bool is_registered;

/// An open file; SQLite's own handle lies behind it.
typedef struct {
    sqlite3_file base;
    machine_t *machine;
    overlay_t *overlay;
    int generation;
} faulty_file;

static sqlite3_file *real_file(sqlite3_file *file) { return (sqlite3_file *)((faulty_file *)file + 1); }
static real_t real_of(sqlite3_file *file) { return (real_t){.file = real_file(file), .descriptor = -1}; }

static bool is_dead(const faulty_file *file) {
    return file->machine->is_dead || file->generation != file->machine->generation;
}

// MARK: Dying

/// Counts an operation, and says whether the process dies over it.
static bool dies(machine_t *machine) {
    return word_add(machine, FAULTY_DISK_OPERATIONS) == word_get(machine, FAULTY_DISK_DYING_OPERATION);
}

static int die(machine_t *machine) {
    machine->is_dead = true;
    if (machine->kills) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    return SQLITE_IOERR;
}

static uint64_t chance_at(machine_t *machine, faulty_disk_word word) {
    uint64_t state = (uint64_t)word_get(machine, FAULTY_DISK_SEED) ^ ((uint64_t)word_get(machine, word) << 20);
    return chance_next(&state);
}

// MARK: Files

static int faulty_read(sqlite3_file *base, void *bytes, int length, sqlite3_int64 offset) {
    faulty_file *file = (faulty_file *)base;
    pthread_mutex_lock(&file->machine->mutex);
    int code = is_dead(file)
        ? SQLITE_IOERR_READ
        : overlay_read(file->overlay, real_of(base), bytes, length, offset);
    pthread_mutex_unlock(&file->machine->mutex);
    return code;
}

/// Whether these bytes can be read in this place already.
static bool is_equal(faulty_file *file, real_t real, const void *bytes, int length, int64_t offset) {
    uint8_t *there = malloc((size_t)length);
    if (!there) return false;
    bool is_equal = overlay_read(file->overlay, real, there, length, offset) == SQLITE_OK
        && memcmp(there, bytes, (size_t)length) == 0;
    free(there);
    return is_equal;
}

static int write_locked(faulty_file *file, real_t real, const void *bytes, int length, int64_t offset) {
    machine_t *machine = file->machine;
    if (is_dead(file)) return SQLITE_IOERR_WRITE;
    int64_t number = word_add(machine, FAULTY_DISK_WRITES);
    if (dies(machine)) {
        // The kernel may have taken nothing, everything, or the first few sectors.
        uint64_t chance = chance_at(machine, FAULTY_DISK_OPERATIONS);
        int64_t sectors = (length + 511) / 512;
        int64_t part = (int64_t)(chance % (uint64_t)(sectors + 1)) * 512;
        if (part > length) part = length;
        if (part > 0) overlay_write(file->overlay, real, bytes, part, offset);
        return die(machine);
    }
    if (number == word_get(machine, FAULTY_DISK_FAILING_WRITE)) return SQLITE_IOERR_WRITE;
    int64_t full = word_get(machine, FAULTY_DISK_FULL);
    if (full == 2 || (full == 1 && offset + length > file->overlay->size)) {
        word_add(machine, FAULTY_DISK_REFUSED_WRITES);
        return SQLITE_FULL;
    }
    if (word_get(machine, FAULTY_DISK_SKIPS_EQUAL_WRITES) && is_equal(file, real, bytes, length, offset)) {
        return SQLITE_OK;
    }
    return overlay_write(file->overlay, real, bytes, length, offset);
}

static int faulty_write(sqlite3_file *base, const void *bytes, int length, sqlite3_int64 offset) {
    faulty_file *file = (faulty_file *)base;
    pthread_mutex_lock(&file->machine->mutex);
    int code = write_locked(file, real_of(base), bytes, length, offset);
    pthread_mutex_unlock(&file->machine->mutex);
    return code;
}

static int faulty_truncate(sqlite3_file *base, sqlite3_int64 size) {
    faulty_file *file = (faulty_file *)base;
    pthread_mutex_lock(&file->machine->mutex);
    int code = SQLITE_IOERR_TRUNCATE;
    if (!is_dead(file)) {
        code = dies(file->machine) ? die(file->machine) : overlay_truncate(file->overlay, real_of(base), size);
    }
    pthread_mutex_unlock(&file->machine->mutex);
    return code;
}

static int sync_locked(faulty_file *file, real_t real) {
    machine_t *machine = file->machine;
    if (is_dead(file)) return SQLITE_IOERR_FSYNC;
    int64_t number = word_add(machine, FAULTY_DISK_SYNCS);
    bool dies_here = dies(machine);
    bool dies_before = number == word_get(machine, FAULTY_DISK_DYING_SYNC);
    // Whoever dies over a sync may have died when all of it was done.
    if (dies_here && chance_at(machine, FAULTY_DISK_OPERATIONS) % 2 == 0) overlay_sync(file->overlay, real);
    if (dies_here || dies_before) return die(machine);
    if (word_get(machine, FAULTY_DISK_IGNORES_SYNCS)) return SQLITE_OK;
    if (number == word_get(machine, FAULTY_DISK_FAILING_SYNC)) {
        word_add(machine, FAULTY_DISK_FAILED_SYNCS);
        int64_t sector_bytes = word_get(machine, FAULTY_DISK_SECTOR_BYTES);
        overlay_fail_sync(file->overlay, real, chance_at(machine, FAULTY_DISK_SYNCS), sector_bytes);
        return SQLITE_IOERR_FSYNC;
    }
    return overlay_sync(file->overlay, real);
}

static int faulty_sync(sqlite3_file *base, int flags) {
    (void)flags;
    faulty_file *file = (faulty_file *)base;
    int64_t wait = word_get(file->machine, FAULTY_DISK_SYNC_MICROSECONDS);
    if (wait > 0) usleep((useconds_t)wait);
    pthread_mutex_lock(&file->machine->mutex);
    int code = sync_locked(file, real_of(base));
    pthread_mutex_unlock(&file->machine->mutex);
    return code;
}

static int faulty_file_size(sqlite3_file *base, sqlite3_int64 *size) {
    faulty_file *file = (faulty_file *)base;
    pthread_mutex_lock(&file->machine->mutex);
    *size = file->overlay->size;
    int code = is_dead(file) ? SQLITE_IOERR_FSTAT : SQLITE_OK;
    pthread_mutex_unlock(&file->machine->mutex);
    return code;
}

static void let_go(machine_t *machine, overlay_t *overlay) {
    if (--overlay->handles > 0) return;
    overlay_t **place = &machine->overlays;
    while (*place && *place != overlay) place = &(*place)->next;
    if (*place) *place = overlay->next;
    overlay_close(overlay);
}

static int faulty_close(sqlite3_file *base) {
    faulty_file *file = (faulty_file *)base;
    pthread_mutex_lock(&file->machine->mutex);
    int code = real_file(base)->pMethods->xClose(real_file(base));
    let_go(file->machine, file->overlay);
    pthread_mutex_unlock(&file->machine->mutex);
    base->pMethods = NULL;
    return code;
}

static int faulty_lock(sqlite3_file *base, int level) {
    return real_file(base)->pMethods->xLock(real_file(base), level);
}

static int faulty_unlock(sqlite3_file *base, int level) {
    return real_file(base)->pMethods->xUnlock(real_file(base), level);
}

static int faulty_check_reserved_lock(sqlite3_file *base, int *is_reserved) {
    return real_file(base)->pMethods->xCheckReservedLock(real_file(base), is_reserved);
}

static int faulty_file_control(sqlite3_file *base, int operation, void *argument) {
    // These would make the real file longer behind the overlay's back.
    if (operation == SQLITE_FCNTL_SIZE_HINT || operation == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
    return real_file(base)->pMethods->xFileControl(real_file(base), operation, argument);
}

static int faulty_sector_size(sqlite3_file *base) {
    return real_file(base)->pMethods->xSectorSize(real_file(base));
}

static int faulty_device_characteristics(sqlite3_file *base) {
    return real_file(base)->pMethods->xDeviceCharacteristics(real_file(base));
}

static int faulty_shm_map(sqlite3_file *base, int page, int size, int extends, void volatile **memory) {
    return real_file(base)->pMethods->xShmMap(real_file(base), page, size, extends, memory);
}

static int faulty_shm_lock(sqlite3_file *base, int offset, int count, int flags) {
    return real_file(base)->pMethods->xShmLock(real_file(base), offset, count, flags);
}

static void faulty_shm_barrier(sqlite3_file *base) {
    real_file(base)->pMethods->xShmBarrier(real_file(base));
}

static int faulty_shm_unmap(sqlite3_file *base, int deletes) {
    return real_file(base)->pMethods->xShmUnmap(real_file(base), deletes);
}

// Version 2 has shared memory and no mapped reads, which would see past the overlay.
static const sqlite3_io_methods faulty_methods = {
    .iVersion = 2,
    .xClose = faulty_close,
    .xRead = faulty_read,
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = faulty_file_size,
    .xLock = faulty_lock,
    .xUnlock = faulty_unlock,
    .xCheckReservedLock = faulty_check_reserved_lock,
    .xFileControl = faulty_file_control,
    .xSectorSize = faulty_sector_size,
    .xDeviceCharacteristics = faulty_device_characteristics,
    .xShmMap = faulty_shm_map,
    .xShmLock = faulty_shm_lock,
    .xShmBarrier = faulty_shm_barrier,
    .xShmUnmap = faulty_shm_unmap,
};

// MARK: The file system

static int64_t size_at(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_size : 0;
}

static overlay_t *overlay_at(machine_t *machine, const char *path) {
    for (overlay_t *overlay = machine->overlays; overlay; overlay = overlay->next) {
        if (strcmp(overlay->path, path) == 0) return overlay;
    }
    return NULL;
}

static int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out_flags) {
    (void)vfs;
    const int kinds = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL;
    machine_t *machine = name && (flags & kinds) ? machine_of_path(name) : NULL;
    if (!machine) return real_vfs->xOpen(real_vfs, name, base, flags, out_flags);
    faulty_file *file = (faulty_file *)base;
    memset(file, 0, sizeof *file);
    memset(real_file(base), 0, (size_t)real_vfs->szOsFile);
    pthread_mutex_lock(&machine->mutex);
    int code = machine->is_dead ? SQLITE_CANTOPEN : SQLITE_OK;
    overlay_t *overlay = code == SQLITE_OK ? overlay_at(machine, name) : NULL;
    if (code == SQLITE_OK && !overlay) {
        overlay = overlay_open(name, size_at(name));
        if (!overlay) code = SQLITE_CANTOPEN;
        if (overlay) {
            overlay->next = machine->overlays;
            machine->overlays = overlay;
        }
    }
    if (overlay) overlay->handles++;
    if (code == SQLITE_OK) code = real_vfs->xOpen(real_vfs, name, real_file(base), flags, out_flags);
    if (code == SQLITE_OK) {
        file->base.pMethods = &faulty_methods;
        file->machine = machine;
        file->overlay = overlay;
        file->generation = machine->generation;
    } else if (overlay) {
        let_go(machine, overlay);
    }
    pthread_mutex_unlock(&machine->mutex);
    return code;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
    (void)vfs;
    machine_t *machine = machine_of_path(name);
    if (!machine) return real_vfs->xDelete(real_vfs, name, syncs);
    pthread_mutex_lock(&machine->mutex);
    // Directories are not lost here, so nobody has to wait for the real one.
    int code = machine->is_dead ? SQLITE_IOERR_DELETE : real_vfs->xDelete(real_vfs, name, 0);
    if (code == SQLITE_OK) {
        overlay_t *overlay = overlay_at(machine, name);
        if (overlay) overlay_forget(overlay);
        char log[4096];
        int length = snprintf(log, sizeof log, "%s%s", name, OVERLAY_SUFFIX);
        if (!overlay && length > 0 && (size_t)length < sizeof log) unlink(log);
    }
    pthread_mutex_unlock(&machine->mutex);
    return code;
}

/// SQLite holds an empty journal for none; what is there and how long it is, only the overlay knows.
static int faulty_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer) {
    (void)vfs;
    int code = real_vfs->xAccess(real_vfs, name, flags, answer);
    machine_t *machine = flags == SQLITE_ACCESS_EXISTS ? machine_of_path(name) : NULL;
    if (!machine || code != SQLITE_OK) return code;
    pthread_mutex_lock(&machine->mutex);
    overlay_t *overlay = overlay_at(machine, name);
    char log[4096];
    int length = snprintf(log, sizeof log, "%s%s", name, OVERLAY_SUFFIX);
    if (overlay) {
        *answer = access(name, F_OK) == 0 && overlay->size > 0;
    } else if (length > 0 && (size_t)length < sizeof log && size_at(log) > 0) {
        overlay = overlay_open(name, size_at(name));
        *answer = overlay && access(name, F_OK) == 0 && overlay->size > 0;
        if (overlay) overlay_close(overlay);
    }
    pthread_mutex_unlock(&machine->mutex);
    return SQLITE_OK;
}

static void register_once(void) {
    real_vfs = sqlite3_vfs_find(NULL);
    if (!real_vfs) return;
    faulty_vfs = *real_vfs;
    faulty_vfs.zName = "faulty";
    faulty_vfs.pNext = NULL;
    faulty_vfs.szOsFile = (int)sizeof(faulty_file) + real_vfs->szOsFile;
    faulty_vfs.xOpen = faulty_open;
    faulty_vfs.xDelete = faulty_delete;
    faulty_vfs.xAccess = faulty_access;
    is_registered = sqlite3_vfs_register(&faulty_vfs, 1) == SQLITE_OK;
}

bool vfs_register(void) {
    pthread_once(&registration, register_once);
    return is_registered;
}
