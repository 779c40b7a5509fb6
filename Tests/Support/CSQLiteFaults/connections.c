/// The connections that this process has open, so that a statement can be run on them from outside.
#include "machine.h"

#include <stdlib.h>
#include <string.h>

/// One open connection.
typedef struct connection {
    struct connection *next;
    sqlite3 *database;
    machine_t *machine;
} connection_t;

static pthread_mutex_t connections_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t registration = PTHREAD_ONCE_INIT;
static connection_t *connections;
static bool is_registered;

static void never_called(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    (void)values;
    sqlite3_result_null(context);
}

static void connection_closed(void *context) {
    pthread_mutex_lock(&connections_mutex);
    connection_t **place = &connections;
    while (*place && *place != context) place = &(*place)->next;
    if (*place) *place = (*place)->next;
    pthread_mutex_unlock(&connections_mutex);
    free(context);
}

/// Remembers a connection. SQLite publishes nobody when one is closed, but it does let go of a function's context then.
static int connection_opened(sqlite3 *database, char **message, const void *routines) {
    (void)message;
    (void)routines;
    const char *path = sqlite3_db_filename(database, "main");
    machine_t *machine = path ? machine_of_path(path) : NULL;
    if (!machine) return SQLITE_OK;
    connection_t *connection = malloc(sizeof *connection);
    if (!connection) return SQLITE_NOMEM;
    connection->database = database;
    connection->machine = machine;
    pthread_mutex_lock(&connections_mutex);
    connection->next = connections;
    connections = connection;
    pthread_mutex_unlock(&connections_mutex);
    return sqlite3_create_function_v2(
        database, "faulty_disk_connection", 0, SQLITE_UTF8, connection, never_called, NULL, NULL, connection_closed);
}

static void register_once(void) {
    is_registered = sqlite3_auto_extension((void (*)(void))connection_opened) == SQLITE_OK;
}

bool connections_register(void) {
    pthread_once(&registration, register_once);
    return is_registered;
}

int32_t faulty_disk_execute(int32_t disk, const char *sql) {
    machine_t *machine = machine_of_number(disk);
    if (!machine) return 0;
    int32_t count = 0;
    pthread_mutex_lock(&connections_mutex);
    for (connection_t *connection = connections; connection; connection = connection->next) {
        if (connection->machine != machine) continue;
        if (sqlite3_exec(connection->database, sql, NULL, NULL, NULL) == SQLITE_OK) count++;
    }
    pthread_mutex_unlock(&connections_mutex);
    return count;
}
