/// The tables that coordinate the nodes of a cluster.
enum ClusterTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE leader_role (
            name text COLLATE "C" PRIMARY KEY,
            node text COLLATE "C" NOT NULL,
            until bigint NOT NULL
        );

        CREATE TABLE cluster (
            id bigint PRIMARY KEY CHECK (id = 1),
            outage_at bigint,
            signing_key text COLLATE "C"
        );
        INSERT INTO cluster (id) VALUES (1);

        CREATE TABLE revoked_certificate (
            issuer_name_hash bytea NOT NULL,
            issuer_key_hash bytea NOT NULL,
            serial_number bytea NOT NULL,
            revoked_at bigint NOT NULL,
            learned_at bigint NOT NULL,
            stated_at bigint NOT NULL,
            cleared_at bigint,
            PRIMARY KEY (issuer_name_hash, issuer_key_hash, serial_number)
        );
        """
}
