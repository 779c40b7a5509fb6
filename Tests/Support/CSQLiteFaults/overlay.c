/// The overlay of a file: what was written and is not durable, in the order in which it was written.
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The kind of a log entry.
enum { ENTRY_WRITE = 1, ENTRY_TRUNCATION = 2, ENTRY_LOSS = 3, ENTRY_SYNC = 4 };

/// The head of an entry of the log; a write's bytes follow it.
typedef struct {
    int64_t kind;
    int64_t offset;
    int64_t length;
} entry_t;

static int64_t least(int64_t one, int64_t other) { return one < other ? one : other; }
static int64_t most(int64_t one, int64_t other) { return one > other ? one : other; }

int real_read(real_t real, void *bytes, int64_t length, int64_t offset) {
    if (length <= 0) return SQLITE_OK;
    if (real.file) {
        int code = real.file->pMethods->xRead(real.file, bytes, (int)length, offset);
        return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
    }
    memset(bytes, 0, (size_t)length);
    if (real.descriptor < 0) return SQLITE_OK;
    int64_t done = 0;
    while (done < length) {
        ssize_t got = pread(real.descriptor, (uint8_t *)bytes + done, (size_t)(length - done), offset + done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return SQLITE_IOERR_READ;
        if (got == 0) break;
        done += got;
    }
    return SQLITE_OK;
}

int real_write(real_t real, const void *bytes, int64_t length, int64_t offset) {
    if (real.file) return real.file->pMethods->xWrite(real.file, bytes, (int)length, offset);
    int64_t done = 0;
    while (done < length) {
        ssize_t put = pwrite(real.descriptor, (const uint8_t *)bytes + done, (size_t)(length - done), offset + done);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return SQLITE_IOERR_WRITE;
        done += put;
    }
    return SQLITE_OK;
}

int real_truncate(real_t real, int64_t size) {
    if (real.file) return real.file->pMethods->xTruncate(real.file, size);
    return ftruncate(real.descriptor, size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

// MARK: The log

static int log_append(overlay_t *overlay, entry_t entry, const void *bytes) {
    size_t length = entry.kind == ENTRY_WRITE ? (size_t)entry.length : 0;
    uint8_t *buffer = malloc(sizeof entry + length);
    if (!buffer) return SQLITE_NOMEM;
    memcpy(buffer, &entry, sizeof entry);
    if (length > 0) memcpy(buffer + sizeof entry, bytes, length);
    size_t done = 0;
    while (done < sizeof entry + length) {
        ssize_t put = write(overlay->log, buffer + done, sizeof entry + length - done);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) break;
        done += (size_t)put;
    }
    free(buffer);
    return done == sizeof entry + length ? SQLITE_OK : SQLITE_IOERR_WRITE;
}

// MARK: What is visible

static uint8_t *page_of(overlay_t *overlay, real_t real, int64_t number, int *code) {
    size_t index = (size_t)number;
    if (index >= overlay->page_count) {
        size_t count = index + 64 + overlay->page_count / 2;
        uint8_t **pages = realloc(overlay->pages, count * sizeof *pages);
        if (!pages) {
            *code = SQLITE_NOMEM;
            return NULL;
        }
        memset(pages + overlay->page_count, 0, (count - overlay->page_count) * sizeof *pages);
        overlay->pages = pages;
        overlay->page_count = count;
    }
    if (!overlay->pages[index]) {
        uint8_t *page = calloc(1, OVERLAY_PAGE_BYTES);
        if (!page) {
            *code = SQLITE_NOMEM;
            return NULL;
        }
        int64_t start = number * OVERLAY_PAGE_BYTES;
        *code = real_read(real, page, least(OVERLAY_PAGE_BYTES, overlay->base - start), start);
        if (*code != SQLITE_OK) {
            free(page);
            return NULL;
        }
        overlay->pages[index] = page;
    }
    return overlay->pages[index];
}

static int show_write(overlay_t *overlay, real_t real, const uint8_t *bytes, int64_t length, int64_t offset) {
    int64_t done = 0;
    while (done < length) {
        int64_t number = (offset + done) / OVERLAY_PAGE_BYTES;
        int64_t within = (offset + done) % OVERLAY_PAGE_BYTES;
        int64_t part = least(length - done, OVERLAY_PAGE_BYTES - within);
        int code = SQLITE_OK;
        uint8_t *page = page_of(overlay, real, number, &code);
        if (!page) return code;
        memcpy(page + within, bytes + done, (size_t)part);
        done += part;
    }
    overlay->size = most(overlay->size, offset + length);
    return SQLITE_OK;
}

static void show_truncation(overlay_t *overlay, int64_t size) {
    for (size_t index = 0; index < overlay->page_count; index++) {
        int64_t start = (int64_t)index * OVERLAY_PAGE_BYTES;
        if (!overlay->pages[index] || start + OVERLAY_PAGE_BYTES <= size) continue;
        int64_t kept = most(0, size - start);
        memset(overlay->pages[index] + kept, 0, (size_t)(OVERLAY_PAGE_BYTES - kept));
    }
    overlay->base = least(overlay->base, size);
    overlay->size = size;
}

// MARK: What is lost

static void forget_losses(overlay_t *overlay) {
    free(overlay->lost);
    overlay->lost = NULL;
    overlay->lost_units = 0;
    overlay->lost_count = 0;
    overlay->has_lost_truncation = false;
}

static int mark_lost(overlay_t *overlay, const operation_t *operation) {
    if (operation->is_truncation) {
        overlay->has_lost_truncation = true;
        return SQLITE_OK;
    }
    size_t end = (size_t)((operation->offset + operation->length + 7) / 8);
    if (end > overlay->lost_units) {
        uint8_t *lost = realloc(overlay->lost, end);
        if (!lost) return SQLITE_NOMEM;
        memset(lost + overlay->lost_units, 0, end - overlay->lost_units);
        overlay->lost = lost;
        overlay->lost_units = end;
    }
    for (size_t unit = (size_t)(operation->offset / 8); unit < end; unit++) {
        if (!overlay->lost[unit]) overlay->lost_count++;
        overlay->lost[unit] = 1;
    }
    return SQLITE_OK;
}

static void mark_durable(overlay_t *overlay, const operation_t *operation) {
    size_t start = (size_t)((operation->offset + 7) / 8);
    size_t end = (size_t)((operation->offset + operation->length) / 8);
    if (operation->is_truncation) {
        overlay->has_lost_truncation = false;
        end = overlay->lost_units;
    }
    for (size_t unit = start; unit < end && unit < overlay->lost_units; unit++) {
        if (overlay->lost[unit]) overlay->lost_count--;
        overlay->lost[unit] = 0;
    }
}

static void settle(overlay_t *overlay, operation_state state) {
    for (size_t index = 0; index < overlay->count; index++) {
        operation_t *operation = &overlay->operations[index];
        if (operation->state == OPERATION_PENDING) operation->state = state;
    }
    overlay->pending = 0;
}

static bool has_losses(const overlay_t *overlay) {
    return overlay->lost_count > 0 || overlay->has_lost_truncation;
}

/// Drops the writes: the real file is visible.
static void clear(overlay_t *overlay) {
    for (size_t index = 0; index < overlay->count; index++) free(overlay->operations[index].bytes);
    overlay->count = 0;
    overlay->pending = 0;
    for (size_t index = 0; index < overlay->page_count; index++) {
        free(overlay->pages[index]);
        overlay->pages[index] = NULL;
    }
    overlay->base = INT64_MAX;
    forget_losses(overlay);
}

// MARK: Operations

static int remember(overlay_t *overlay, operation_t operation, const void *bytes) {
    if (overlay->count == overlay->capacity) {
        size_t capacity = overlay->capacity * 2 + 64;
        operation_t *operations = realloc(overlay->operations, capacity * sizeof *operations);
        if (!operations) return SQLITE_NOMEM;
        overlay->operations = operations;
        overlay->capacity = capacity;
    }
    if (!operation.is_truncation) {
        operation.bytes = malloc((size_t)operation.length);
        if (!operation.bytes) return SQLITE_NOMEM;
        memcpy(operation.bytes, bytes, (size_t)operation.length);
    }
    overlay->operations[overlay->count++] = operation;
    overlay->pending++;
    return SQLITE_OK;
}

int overlay_read(overlay_t *overlay, real_t real, void *bytes, int64_t length, int64_t offset) {
    uint8_t *target = bytes;
    int64_t there = most(0, least(length, overlay->size - offset));
    int64_t done = 0;
    while (done < there) {
        int64_t number = (offset + done) / OVERLAY_PAGE_BYTES;
        int64_t within = (offset + done) % OVERLAY_PAGE_BYTES;
        int64_t part = least(there - done, OVERLAY_PAGE_BYTES - within);
        if ((size_t)number < overlay->page_count && overlay->pages[number]) {
            memcpy(target + done, overlay->pages[number] + within, (size_t)part);
        } else {
            int64_t visible = most(0, least(part, overlay->base - offset - done));
            memset(target + done + visible, 0, (size_t)(part - visible));
            int code = real_read(real, target + done, visible, offset + done);
            if (code != SQLITE_OK) return code;
        }
        done += part;
    }
    if (there == length) return SQLITE_OK;
    memset(target + there, 0, (size_t)(length - there));
    return SQLITE_IOERR_SHORT_READ;
}

int overlay_write(overlay_t *overlay, real_t real, const void *bytes, int64_t length, int64_t offset) {
    int code = log_append(overlay, (entry_t){ENTRY_WRITE, offset, length}, bytes);
    if (code != SQLITE_OK) return code;
    code = remember(overlay, (operation_t){.offset = offset, .length = length}, bytes);
    if (code != SQLITE_OK) return code;
    return show_write(overlay, real, bytes, length, offset);
}

int overlay_truncate(overlay_t *overlay, real_t real, int64_t size) {
    (void)real;
    int code = log_append(overlay, (entry_t){ENTRY_TRUNCATION, size, 0}, NULL);
    if (code != SQLITE_OK) return code;
    code = remember(overlay, (operation_t){.is_truncation = true, .offset = size}, NULL);
    if (code == SQLITE_OK) show_truncation(overlay, size);
    return code;
}

static bool reaches_always(void *context, int64_t piece) {
    (void)context;
    (void)piece;
    return true;
}

int overlay_sync(overlay_t *overlay, real_t real) {
    if (overlay->pending == 0) return SQLITE_OK;
    int code = overlay_apply(overlay, real, 0, 0, (choice_t){reaches_always, NULL});
    if (code != SQLITE_OK) return code;
    if (has_losses(overlay)) {
        for (size_t index = 0; index < overlay->count; index++) {
            operation_t *operation = &overlay->operations[index];
            if (operation->state == OPERATION_PENDING) mark_durable(overlay, operation);
        }
    }
    settle(overlay, OPERATION_DURABLE);
    if (has_losses(overlay)) return log_append(overlay, (entry_t){.kind = ENTRY_SYNC}, NULL);
    clear(overlay);
    return ftruncate(overlay->log, 0) == 0 ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

/// Marks what is pending as lost.
static int lose(overlay_t *overlay) {
    for (size_t index = 0; index < overlay->count; index++) {
        operation_t *operation = &overlay->operations[index];
        if (operation->state != OPERATION_PENDING) continue;
        int code = mark_lost(overlay, operation);
        if (code != SQLITE_OK) return code;
    }
    settle(overlay, OPERATION_LOST);
    return SQLITE_OK;
}

int overlay_fail_sync(overlay_t *overlay, real_t real, uint64_t seed, int64_t sector_bytes) {
    chance_choice_t chance;
    choice_t choice = choice_by_chance(&chance, seed, overlay_pieces(overlay, sector_bytes));
    int code = overlay_apply(overlay, real, sector_bytes, 0, choice);
    if (code == SQLITE_OK) code = lose(overlay);
    if (code == SQLITE_OK) code = log_append(overlay, (entry_t){.kind = ENTRY_LOSS}, NULL);
    return code;
}

void overlay_forget(overlay_t *overlay) {
    clear(overlay);
    overlay->size = 0;
    if (ftruncate(overlay->log, 0) != 0) overlay->base = 0;
}

// MARK: Pieces

static int64_t pieces_of(const operation_t *operation, int64_t sector_bytes) {
    if (operation->is_truncation || sector_bytes <= 0) return 1;
    int64_t first = operation->offset / sector_bytes;
    int64_t last = (operation->offset + operation->length - 1) / sector_bytes;
    return last - first + 1;
}

int64_t overlay_pieces(const overlay_t *overlay, int64_t sector_bytes) {
    int64_t pieces = 0;
    for (size_t index = 0; index < overlay->count; index++) {
        const operation_t *operation = &overlay->operations[index];
        if (operation->state == OPERATION_PENDING) pieces += pieces_of(operation, sector_bytes);
    }
    return pieces;
}

int overlay_apply(const overlay_t *overlay, real_t real, int64_t sector_bytes, int64_t first, choice_t choice) {
    int64_t piece = first;
    for (size_t index = 0; index < overlay->count; index++) {
        const operation_t *operation = &overlay->operations[index];
        if (operation->state != OPERATION_PENDING) continue;
        int64_t end = operation->offset + operation->length;
        int64_t start = operation->offset;
        int64_t count = pieces_of(operation, sector_bytes);
        for (int64_t number = 0; number < count; number++, piece++) {
            // The pieces of a write end where sectors of the disk end, not so many bytes behind its beginning.
            int64_t border = sector_bytes <= 0 ? end : (start / sector_bytes + 1) * sector_bytes;
            int64_t stop = least(end, border);
            if (choice.reaches(choice.context, piece)) {
                int code = operation->is_truncation
                    ? real_truncate(real, operation->offset)
                    : real_write(real, operation->bytes + (start - operation->offset), stop - start, start);
                if (code != SQLITE_OK) return code;
            }
            start = stop;
        }
    }
    return SQLITE_OK;
}

// MARK: Opening and closing

/// Takes up what an earlier life left. An entry that is cut short was never written, because the process died over it.
static int replay(overlay_t *overlay, real_t real) {
    struct stat status;
    if (fstat(overlay->log, &status) != 0) return SQLITE_IOERR;
    int64_t place = 0;
    real_t log = {.descriptor = overlay->log};
    while (place + (int64_t)sizeof(entry_t) <= status.st_size) {
        entry_t entry;
        int code = real_read(log, &entry, sizeof entry, place);
        if (code != SQLITE_OK) return code;
        int64_t length = entry.kind == ENTRY_WRITE ? entry.length : 0;
        if (place + (int64_t)sizeof entry + length > status.st_size) break;
        place += (int64_t)sizeof entry;
        if (entry.kind == ENTRY_WRITE) {
            uint8_t *bytes = malloc((size_t)length);
            if (!bytes) return SQLITE_NOMEM;
            code = real_read(log, bytes, length, place);
            if (code == SQLITE_OK) {
                code = remember(overlay, (operation_t){.offset = entry.offset, .length = length}, bytes);
            }
            if (code == SQLITE_OK) code = show_write(overlay, real, bytes, length, entry.offset);
            free(bytes);
        } else if (entry.kind == ENTRY_TRUNCATION) {
            code = remember(overlay, (operation_t){.is_truncation = true, .offset = entry.offset}, NULL);
            if (code == SQLITE_OK) show_truncation(overlay, entry.offset);
        } else if (entry.kind == ENTRY_LOSS) {
            code = lose(overlay);
        } else {
            for (size_t index = 0; index < overlay->count; index++) {
                operation_t *operation = &overlay->operations[index];
                if (operation->state == OPERATION_PENDING) mark_durable(overlay, operation);
            }
            settle(overlay, OPERATION_DURABLE);
        }
        if (code != SQLITE_OK) return code;
        place += length;
    }
    return ftruncate(overlay->log, place) == 0 ? SQLITE_OK : SQLITE_IOERR;
}

overlay_t *overlay_open(const char *path, int64_t real_size) {
    overlay_t *overlay = calloc(1, sizeof *overlay);
    if (!overlay) return NULL;
    overlay->path = strdup(path);
    overlay->size = real_size;
    overlay->base = INT64_MAX;
    char log[4096];
    int length = snprintf(log, sizeof log, "%s%s", path, OVERLAY_SUFFIX);
    bool is_named = overlay->path && length > 0 && (size_t)length < sizeof log;
    overlay->log = is_named ? open(log, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    struct stat status;
    if (overlay->log >= 0 && fstat(overlay->log, &status) == 0) {
        if (status.st_size == 0) return overlay;
        // Another descriptor of this file may be closed here: nothing of this process has it open and locked yet.
        int descriptor = open(path, O_RDONLY | O_CLOEXEC);
        int code = replay(overlay, (real_t){.descriptor = descriptor});
        if (descriptor >= 0) close(descriptor);
        if (code == SQLITE_OK) return overlay;
    }
    overlay_close(overlay);
    return NULL;
}

void overlay_close(overlay_t *overlay) {
    clear(overlay);
    free(overlay->pages);
    free(overlay->operations);
    if (overlay->log >= 0) {
        struct stat status;
        char log[4096];
        // An overlay that holds nothing leaves nothing behind.
        if (fstat(overlay->log, &status) == 0 && status.st_size == 0 && overlay->path) {
            snprintf(log, sizeof log, "%s%s", overlay->path, OVERLAY_SUFFIX);
            unlink(log);
        }
        close(overlay->log);
    }
    free(overlay->path);
    free(overlay);
}
