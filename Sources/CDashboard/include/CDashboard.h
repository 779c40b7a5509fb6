/// The files of the dashboard, which the compiler embeds into the program: templates, texts, styles and the script.
#ifndef CDASHBOARD_H
#define CDASHBOARD_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// One file of the folders `Assets`, `Templates` and `Texts`; it stays in memory until the process ends.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t byteCount;
} DashboardEmbeddedFile;

/// Returns an array of the files, and their number in `count`.
const DashboardEmbeddedFile *dashboardFiles(size_t *count);

#pragma clang assume_nonnull end

#endif
