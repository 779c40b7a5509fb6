/// A name that means what somebody else likes.
///
/// A process that loads this library before everything else looks names up through it. The name in the variable
/// `SPOOFED_NAME` means what the file at `SPOOFED_NAME_FILE` says at that moment: one address in each line, the first one at
/// the first lookup, the second one at the second, and so on around. So it may change its meaning between two lookups of one
/// call, as somebody's does who wants to lead the process astray. Every other name means what it always does.
#ifndef CFOREIGNNAMES_H
#define CFOREIGNNAMES_H

#endif
