// The function lies in the toolchain's libFuzzer; a target of C needs a file.
#include "CFuzzer.h"
