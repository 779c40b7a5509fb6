/// What is found after the power was cut.
#include "machine.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// MARK: Chance

/// How the pieces that reach the disk are chosen.
enum { MANNER_NONE, MANNER_ALL, MANNER_HALF, MANNER_NEARLY_ALL, MANNER_HARDLY_ANY, MANNER_FIRST, MANNER_LAST, MANNER_COUNT };

static bool reaches_by_chance(void *context, int64_t piece) {
    chance_choice_t *chance = context;
    uint64_t draw = chance_next(&chance->state) % 16;
    switch (chance->manner) {
    case MANNER_NONE: return false;
    case MANNER_ALL: return true;
    case MANNER_HALF: return draw < 8;
    case MANNER_NEARLY_ALL: return draw != 0;
    case MANNER_HARDLY_ANY: return draw == 0;
    case MANNER_FIRST: return piece < chance->edge;
    default: return piece >= chance->edge;
    }
}

choice_t choice_by_chance(chance_choice_t *chance, uint64_t seed, int64_t pieces) {
    chance->seed = seed;
    chance->state = seed;
    chance->manner = (int)(chance_next(&chance->state) % MANNER_COUNT);
    chance->edge = (int64_t)(chance_next(&chance->state) % (uint64_t)(pieces + 1));
    return (choice_t){reaches_by_chance, chance};
}

// MARK: Images in a fixed order

typedef struct {
    int64_t image;
    int64_t pieces;
} fixed_choice_t;

/// Image 0 is nothing, image 1 everything; then everything but one piece, then one piece alone.
static bool reaches_by_number(void *context, int64_t piece) {
    const fixed_choice_t *fixed = context;
    if (fixed->image < 2) return fixed->image == 1;
    if (fixed->image < 2 + fixed->pieces) return piece != fixed->image - 2;
    return piece == fixed->image - 2 - fixed->pieces;
}

// MARK: Folders

/// Calls a function with the path of each file in a folder that has an overlay, in the order of their names.
static bool for_each_overlay(const char *folder, bool (*visit)(const char *path, void *context), void *context) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) return false;
    bool goes_on = true;
    size_t suffix = strlen(OVERLAY_SUFFIX);
    for (int index = 0; index < count; index++) {
        size_t length = strlen(entries[index]->d_name);
        if (goes_on && length > suffix && strcmp(entries[index]->d_name + length - suffix, OVERLAY_SUFFIX) == 0) {
            char path[4096];
            int written = snprintf(path, sizeof path, "%s/%.*s", folder, (int)(length - suffix), entries[index]->d_name);
            goes_on = written > 0 && (size_t)written < sizeof path && visit(path, context);
        }
        free(entries[index]);
    }
    free(entries);
    return goes_on;
}

typedef struct {
    int64_t sector_bytes;
    int64_t pieces;
    choice_t choice;
} visit_t;

static int64_t size_of(int descriptor) {
    struct stat status;
    return descriptor >= 0 && fstat(descriptor, &status) == 0 ? (int64_t)status.st_size : 0;
}

static bool count_pieces(const char *path, void *context) {
    visit_t *visit = context;
    overlay_t *overlay = overlay_open(path, 0);
    if (!overlay) return false;
    visit->pieces += overlay_pieces(overlay, visit->sector_bytes);
    overlay_close(overlay);
    return true;
}

static bool leave_image(const char *path, void *context) {
    visit_t *visit = context;
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    overlay_t *overlay = overlay_open(path, size_of(descriptor));
    bool goes_on = overlay != NULL;
    if (overlay && descriptor >= 0) {
        int64_t pieces = overlay_pieces(overlay, visit->sector_bytes);
        real_t real = {.descriptor = descriptor};
        goes_on = overlay_apply(overlay, real, visit->sector_bytes, visit->pieces, visit->choice) == SQLITE_OK;
        visit->pieces += pieces;
    }
    if (overlay) {
        overlay_forget(overlay);
        overlay_close(overlay);
    }
    if (descriptor >= 0) close(descriptor);
    return goes_on;
}

static int64_t pieces_in(const char *folder, int64_t sector_bytes) {
    visit_t visit = {.sector_bytes = sector_bytes};
    return for_each_overlay(folder, count_pieces, &visit) ? visit.pieces : -1;
}

int64_t faulty_disk_lose_power(const char *folder, uint64_t seed, int64_t sector_bytes) {
    int64_t pieces = pieces_in(folder, sector_bytes);
    if (pieces < 0) return -1;
    chance_choice_t chance;
    visit_t visit = {.sector_bytes = sector_bytes, .choice = choice_by_chance(&chance, seed, pieces)};
    return for_each_overlay(folder, leave_image, &visit) ? pieces : -1;
}

int64_t faulty_disk_image_count(const char *folder, int64_t sector_bytes) {
    int64_t pieces = pieces_in(folder, sector_bytes);
    return pieces < 0 ? -1 : 2 + 2 * pieces;
}

int64_t faulty_disk_leave_image(const char *folder, int64_t sector_bytes, int64_t image) {
    int64_t pieces = pieces_in(folder, sector_bytes);
    if (pieces < 0) return -1;
    fixed_choice_t fixed = {.image = image, .pieces = pieces};
    visit_t visit = {.sector_bytes = sector_bytes, .choice = {reaches_by_number, &fixed}};
    return for_each_overlay(folder, leave_image, &visit) ? pieces : -1;
}
