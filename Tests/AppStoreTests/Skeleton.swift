enum AppStoreTestsSkeleton {}
