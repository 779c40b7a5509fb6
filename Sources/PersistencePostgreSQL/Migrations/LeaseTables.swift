/// The numbers of the leases of requests that may come again.
enum LeaseTables {
    /// The statement that adds them.
    static let sql = """
        ALTER TABLE idempotent_request ADD COLUMN lease bigint NOT NULL DEFAULT 0;
        """
}
