/// The tables of what nodes agree on.
enum SharingTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE duty (
            name text COLLATE "C" PRIMARY KEY,
            node text COLLATE "C" NOT NULL,
            until bigint NOT NULL
        );

        CREATE TABLE sharing (
            id bigint PRIMARY KEY CHECK (id = 1),
            outage_at bigint,
            signing_key text COLLATE "C"
        );
        INSERT INTO sharing (id) VALUES (1);
        """
}
