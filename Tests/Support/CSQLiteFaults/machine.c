/// The disks and their words.
#include "machine.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// The maximum number of disks, and of control files, of one process.
enum { MACHINE_LIMIT = 256 };

static pthread_mutex_t table_mutex = PTHREAD_MUTEX_INITIALIZER;
static machine_t *machines[MACHINE_LIMIT];
static control_t *controls[MACHINE_LIMIT];

uint64_t chance_next(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15u;
    uint64_t word = *state;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

control_t *control_map(const char *path, bool makes) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC | (makes ? O_CREAT : 0), 0600);
    if (descriptor < 0) return NULL;
    void *memory = MAP_FAILED;
    if (!makes || ftruncate(descriptor, sizeof(control_t)) == 0) {
        memory = mmap(NULL, sizeof(control_t), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    close(descriptor);
    return memory == MAP_FAILED ? NULL : memory;
}

void control_unmap(control_t *control) { munmap(control, sizeof *control); }

static int64_t load(control_t *control, faulty_disk_word word) {
    return control && word < FAULTY_DISK_WORD_COUNT ? atomic_load(&control->words[word]) : 0;
}

static void store(control_t *control, faulty_disk_word word, int64_t value) {
    if (control && word < FAULTY_DISK_WORD_COUNT) atomic_store(&control->words[word], value);
}

int64_t word_get(machine_t *machine, faulty_disk_word word) { return load(machine->control, word); }

int64_t word_add(machine_t *machine, faulty_disk_word word) {
    return atomic_fetch_add(&machine->control->words[word], 1) + 1;
}

machine_t *machine_of_number(int32_t number) {
    if (number < 0 || number >= MACHINE_LIMIT) return NULL;
    pthread_mutex_lock(&table_mutex);
    machine_t *machine = machines[number];
    pthread_mutex_unlock(&table_mutex);
    return machine;
}

machine_t *machine_of_path(const char *path) {
    machine_t *found = NULL;
    pthread_mutex_lock(&table_mutex);
    for (int index = 0; index < MACHINE_LIMIT && !found; index++) {
        machine_t *machine = machines[index];
        if (!machine) continue;
        size_t length = strlen(machine->folder);
        if (strncmp(machine->folder, path, length) == 0 && path[length] == '/') found = machine;
    }
    pthread_mutex_unlock(&table_mutex);
    return found;
}

static void free_machine(machine_t *machine) {
    if (machine->control && machine->is_shared) control_unmap(machine->control);
    if (machine->control && !machine->is_shared) free(machine->control);
    free(machine->folder);
    free(machine);
}

int32_t faulty_disk_attach(const char *folder, const char *control) {
    machine_t *machine = calloc(1, sizeof *machine);
    if (!machine) return -1;
    // SQLite resolves symbolic links before it opens a file.
    machine->folder = realpath(folder, NULL);
    machine->is_shared = control != NULL;
    machine->control = control ? control_map(control, false) : calloc(1, sizeof(control_t));
    machine->number = -1;
    pthread_mutex_init(&machine->mutex, NULL);
    if (!machine->folder || !machine->control || !vfs_register() || !connections_register()) {
        free_machine(machine);
        return -1;
    }
    pthread_mutex_lock(&table_mutex);
    for (int32_t index = 0; index < MACHINE_LIMIT && machine->number < 0; index++) {
        if (machines[index]) continue;
        machine->number = index;
        machines[index] = machine;
    }
    pthread_mutex_unlock(&table_mutex);
    int32_t number = machine->number;
    if (number < 0) free_machine(machine);
    return number;
}

void faulty_disk_detach(int32_t disk) {
    machine_t *machine = machine_of_number(disk);
    if (!machine) return;
    pthread_mutex_lock(&table_mutex);
    machines[disk] = NULL;
    pthread_mutex_unlock(&table_mutex);
    pthread_mutex_destroy(&machine->mutex);
    free_machine(machine);
}

int64_t faulty_disk_get(int32_t disk, faulty_disk_word word) {
    machine_t *machine = machine_of_number(disk);
    return machine ? load(machine->control, word) : 0;
}

void faulty_disk_set(int32_t disk, faulty_disk_word word, int64_t value) {
    machine_t *machine = machine_of_number(disk);
    if (machine) store(machine->control, word, value);
}

void faulty_disk_die(int32_t disk) {
    machine_t *machine = machine_of_number(disk);
    if (!machine) return;
    pthread_mutex_lock(&machine->mutex);
    machine->is_dead = true;
    pthread_mutex_unlock(&machine->mutex);
}

int32_t faulty_disk_is_dead(int32_t disk) {
    machine_t *machine = machine_of_number(disk);
    if (!machine) return 1;
    pthread_mutex_lock(&machine->mutex);
    int32_t is_dead = machine->is_dead ? 1 : 0;
    pthread_mutex_unlock(&machine->mutex);
    return is_dead;
}

void faulty_disk_revive(int32_t disk) {
    machine_t *machine = machine_of_number(disk);
    if (!machine) return;
    pthread_mutex_lock(&machine->mutex);
    machine->is_dead = false;
    machine->generation++;
    pthread_mutex_unlock(&machine->mutex);
}

int32_t faulty_disk_open_files(int32_t disk) {
    machine_t *machine = machine_of_number(disk);
    if (!machine) return 0;
    int32_t count = 0;
    pthread_mutex_lock(&machine->mutex);
    for (overlay_t *overlay = machine->overlays; overlay; overlay = overlay->next) count += overlay->handles;
    pthread_mutex_unlock(&machine->mutex);
    return count;
}

// MARK: Control files

int32_t faulty_control_make(const char *path) {
    control_t *control = control_map(path, true);
    if (!control) return -1;
    int32_t number = -1;
    pthread_mutex_lock(&table_mutex);
    for (int32_t index = 0; index < MACHINE_LIMIT && number < 0; index++) {
        if (controls[index]) continue;
        number = index;
        controls[index] = control;
    }
    pthread_mutex_unlock(&table_mutex);
    if (number < 0) control_unmap(control);
    return number;
}

static control_t *control_of_number(int32_t number) {
    if (number < 0 || number >= MACHINE_LIMIT) return NULL;
    pthread_mutex_lock(&table_mutex);
    control_t *control = controls[number];
    pthread_mutex_unlock(&table_mutex);
    return control;
}

int64_t faulty_control_get(int32_t control, faulty_disk_word word) {
    return load(control_of_number(control), word);
}

void faulty_control_set(int32_t control, faulty_disk_word word, int64_t value) {
    store(control_of_number(control), word, value);
}

void faulty_control_close(int32_t control) {
    control_t *mapped = control_of_number(control);
    if (!mapped) return;
    pthread_mutex_lock(&table_mutex);
    controls[control] = NULL;
    pthread_mutex_unlock(&table_mutex);
    control_unmap(mapped);
}

// MARK: In a process of others

/// Where this is loaded into a process before everything else, the environment says what to attach.
__attribute__((constructor)) static void attach_from_environment(void) {
    const char *folder = getenv("FAULTY_DISK_FOLDER");
    const char *control = getenv("FAULTY_DISK_CONTROL");
    if (!folder || !control) return;
    int32_t number = faulty_disk_attach(folder, control);
    machine_t *machine = machine_of_number(number);
    // Without the disk that was asked for, whatever runs would prove nothing.
    if (!machine) abort();
    machine->kills = true;
}
