enum PersistenceTestsSkeleton {}
