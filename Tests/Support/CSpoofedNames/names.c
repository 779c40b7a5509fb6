/// What a name means to a process of others, published through a file.
#define _GNU_SOURCE
#include "CSpoofedNames.h"

#include <dlfcn.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_BYTES = 64, ADDRESS_LIMIT = 16 };

static atomic_uint lookups;

/// Reads the address whose turn it is, and says whether there is one.
static int next_address(const char *path, char address[ADDRESS_BYTES]) {
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    char lines[ADDRESS_LIMIT][ADDRESS_BYTES];
    unsigned count = 0;
    while (count < ADDRESS_LIMIT && fgets(lines[count], ADDRESS_BYTES, file)) {
        lines[count][strcspn(lines[count], "\r\n")] = 0;
        if (lines[count][0]) count++;
    }
    fclose(file);
    if (count == 0) return 0;
    memcpy(address, lines[atomic_fetch_add(&lookups, 1) % count], ADDRESS_BYTES);
    return 1;
}

/// Stands before the system's own, which answers for every other name.
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    int (*system_lookup)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    *(void **)&system_lookup = dlsym(RTLD_NEXT, "getaddrinfo");
    if (!system_lookup) return EAI_SYSTEM;
    const char *name = getenv("SPOOFED_NAME");
    const char *path = getenv("SPOOFED_NAME_FILE");
    if (!node || !name || !path || strcmp(node, name) != 0) return system_lookup(node, service, hints, result);
    char address[ADDRESS_BYTES];
    if (!next_address(path, address)) return EAI_NONAME;
    return system_lookup(address, service, hints, result);
}
