/// The files of the built-in scenarios, which the compiler puts into the program, so that it needs no file beside it.
#ifndef CBUILTINSCENARIOS_H
#define CBUILTINSCENARIOS_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// One file, as it stands in the folder `Scenarios`; it stays in memory as long as the process.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t byteCount;
} BuiltInScenarioFile;

/// Returns the files, one behind the other, and in `count` how many there are.
const BuiltInScenarioFile *builtInScenarioFiles(size_t *count);

#pragma clang assume_nonnull end

#endif
