enum PurserServiceTestsSkeleton {}
