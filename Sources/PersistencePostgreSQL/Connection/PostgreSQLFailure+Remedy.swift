extension PostgreSQLFailure {
    /// One sentence for the operator: what is wrong, and what to do about it.
    package var sentence: String {
        switch self.code {
        case .unreachable:
            "No database server answers; check that it runs and that the host and port of the connection are right."
        case .encryption:
            "The database server and the connection disagree about TLS; check sslmode and the server's certificate."
        case .invalidSettings:
            "The database connection string is not one that libpq accepts; use host=… dbname=… or postgresql://…."
        case .connectionLost:
            "The connection to the database was lost; Purser reconnects automatically; see the server's log."
        case .unresponsive:
            "The database did not answer in time; look for locks, a standby that is gone, or an overloaded disk."
        case .shutdown:
            "The database server is stopping or starting; if it was restarted, there is nothing to do."
        case .authentication:
            "The database refuses the role or its password; check both, the password file and pg_hba.conf."
        case .noDatabase:
            "The database does not exist; create it, or correct dbname in the connection."
        case .tooManyConnections:
            "The database has no connection left; raise max_connections or the role's limit, or use fewer."
        case .readOnly:
            "The database accepts no writes; name all servers and add target_session_attrs=read-write."
        case .diskFull:
            "The disk of the database server is full; free some space, and writing resumes automatically."
        case .diskFailure:
            "The database server cannot read or write its files; look at its log and at the disk before anything else."
        case .outOfResources:
            "The database server or this process is short of memory or descriptors; raise its limits."
        case .tooOld:
            "The database server is too old; PostgreSQL 13 or newer is needed."
        case .unsafeSettings:
            "The database may lose what it acknowledged; set fsync = on and synchronous_commit = on or remote_apply."
        case .wrongEncoding:
            "The encoding of the database is not UTF-8; create it with ENCODING 'UTF8' TEMPLATE template0."
        case .canceled:
            "The statement was canceled; if no administrator did so, raise the server's statement_timeout."
        case .lockTimeout:
            "Another session holds a lock for too long; find it in pg_stat_activity and end it."
        case .conflict:
            "Another transaction conflicted with this one; the work may be tried again as it is."
        case .constraint:
            "A row violates a constraint of the schema; this is a defect of the program, so report it with the log."
        case .missingObject:
            "A part of the schema is missing; bring the database up to this release, or check the search_path."
        case .permission:
            "The database role lacks a privilege; grant it what the installation guide names."
        case .changedSchema:
            "The schema changed while it was in use; the work may be tried again as it is."
        case .rolledBack:
            "The transaction had failed before and nothing of it is kept; see the error before this one."
        case .unconfirmed:
            "The wait for the standby was canceled by hand; send the same again, and do not cancel such waits."
        case .misuse:
            "The program used the database wrongly; this is a defect, so report it with the log."
        case .closed:
            "The connection to the database was closed; this is normal while the program stops."
        case .overloaded:
            "Too much work waits for the database; send less at a time, or allow more connections."
        case .other:
            "The database refused something unexpected; the log has the server's message."
        }
    }
}
