/// The shared declarations of the faulty disk.
#ifndef MACHINE_H
#define MACHINE_H

#include "CSQLiteFaults.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sqlite3.h>

/// The suffix of the name of a file's overlay.
#define OVERLAY_SUFFIX "-unsynced"
/// In what pieces an overlay keeps what can be read, as the kernel's page cache does.
#define OVERLAY_PAGE_BYTES 4096

/// The words of a disk, in memory or in a file that processes share.
typedef struct {
    _Atomic int64_t words[FAULTY_DISK_WORD_COUNT];
} control_t;

/// The outcome of an operation.
typedef enum {
    /// Visible, and not yet durable.
    OPERATION_PENDING,
    /// Visible as long as the machine runs, and never durable.
    OPERATION_LOST,
    /// Durable; kept because a lost one before it would hide it otherwise.
    OPERATION_DURABLE
} operation_state;

/// A write, or a truncation where there are no bytes.
typedef struct {
    operation_state state;
    bool is_truncation;
    int64_t offset;
    int64_t length;
    uint8_t *bytes;
} operation_t;

/// The overlay of one file.
typedef struct overlay {
    struct overlay *next;
    char *path;
    /// The file beside it that outlives the process.
    int log;
    int handles;
    operation_t *operations;
    size_t count;
    size_t capacity;
    size_t pending;
    /// The visible size.
    int64_t size;
    /// Behind this offset the real file's bytes are not visible, because they were cut off.
    int64_t base;
    uint8_t **pages;
    size_t page_count;
    /// Which units of 8 bytes are visible but lost; NULL where none are.
    uint8_t *lost;
    size_t lost_units;
    size_t lost_count;
    bool has_lost_truncation;
} overlay_t;

/// Reads the real file below an overlay.
typedef struct {
    /// SQLite's own handle, or NULL to use the descriptor.
    sqlite3_file *file;
    int descriptor;
} real_t;

/// One disk.
typedef struct machine {
    int32_t number;
    char *folder;
    control_t *control;
    bool is_shared;
    /// Whether dying is the real thing.
    bool kills;
    bool is_dead;
    int generation;
    pthread_mutex_t mutex;
    overlay_t *overlays;
} machine_t;

/// The disk of a number, or NULL.
machine_t *machine_of_number(int32_t number);
/// The disk below whose folder a path lies, or NULL.
machine_t *machine_of_path(const char *path);
/// Maps the words in a file; makes it when asked to.
control_t *control_map(const char *path, bool makes);
/// Unmaps the words.
void control_unmap(control_t *control);

int64_t word_get(machine_t *machine, faulty_disk_word word);
int64_t word_add(machine_t *machine, faulty_disk_word word);

/// Registers the VFS as the default, once.
bool vfs_register(void);
/// Remembers every connection that is opened, once.
bool connections_register(void);

/// Chance that a seed repeats: SplitMix64.
uint64_t chance_next(uint64_t *state);

/// Opens the overlay of a file, with what an earlier life left.
overlay_t *overlay_open(const char *path, int64_t real_size);
/// Closes it; its log stays while it holds anything.
void overlay_close(overlay_t *overlay);
int overlay_read(overlay_t *overlay, real_t real, void *bytes, int64_t length, int64_t offset);
int overlay_write(overlay_t *overlay, real_t real, const void *bytes, int64_t length, int64_t offset);
int overlay_truncate(overlay_t *overlay, real_t real, int64_t size);
/// Makes everything that is pending durable.
int overlay_sync(overlay_t *overlay, real_t real);
/// Makes some of what is pending durable, by the seed, and the rest lost.
int overlay_fail_sync(overlay_t *overlay, real_t real, uint64_t seed, int64_t sector_bytes);
/// Clears the overlay, as after the file was removed.
void overlay_forget(overlay_t *overlay);

/// Decides which pieces reach the disk.
typedef struct {
    /// Each piece by its number.
    bool (*reaches)(void *context, int64_t piece);
    void *context;
} choice_t;

/// Returns the number of pending pieces of this size.
int64_t overlay_pieces(const overlay_t *overlay, int64_t sector_bytes);
/// Writes those pending pieces that are chosen into the real file; `first` is the number of the first.
int overlay_apply(const overlay_t *overlay, real_t real, int64_t sector_bytes, int64_t first, choice_t choice);

/// A choice by chance. The manner is chosen by chance too: nothing, everything, a half, nearly all, hardly any, or what
/// was written first or last.
typedef struct {
    uint64_t seed;
    uint64_t state;
    int manner;
    int64_t edge;
} chance_choice_t;

choice_t choice_by_chance(chance_choice_t *chance, uint64_t seed, int64_t pieces);

int real_read(real_t real, void *bytes, int64_t length, int64_t offset);
int real_write(real_t real, const void *bytes, int64_t length, int64_t offset);
int real_truncate(real_t real, int64_t size);

#endif
