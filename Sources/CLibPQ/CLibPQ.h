/// PostgreSQL's own client library, libpq, as the system has it, and what Swift cannot see of it and of the system.
#ifndef CLIBPQ_H
#define CLIBPQ_H

#include <libpq-fe.h>
#include <sys/eventfd.h>

/// The fields of an error that are asked for; Swift does not import constants that are written as characters.
static const int DIAGNOSTIC_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int DIAGNOSTIC_STATE = PG_DIAG_SQLSTATE;
static const int DIAGNOSTIC_MESSAGE = PG_DIAG_MESSAGE_PRIMARY;
static const int DIAGNOSTIC_FUNCTION = PG_DIAG_SOURCE_FUNCTION;
static const int DIAGNOSTIC_CONSTRAINT = PG_DIAG_CONSTRAINT_NAME;

#endif
