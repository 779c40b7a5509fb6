enum TidyTestsSkeleton {}
