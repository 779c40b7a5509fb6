/// The files of the built-in scenarios, which the compiler embeds into the program.
#ifndef CBUILTINSCENARIOS_H
#define CBUILTINSCENARIOS_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// One file of the folder `Scenarios`; it stays in memory until the process ends.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t byteCount;
} BuiltInScenarioFile;

/// Returns an array of the files, and their number in `count`.
const BuiltInScenarioFile *builtInScenarioFiles(size_t *count);

#pragma clang assume_nonnull end

#endif
