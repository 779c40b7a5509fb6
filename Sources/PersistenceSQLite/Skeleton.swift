enum PersistenceSQLiteSkeleton {}
