enum PurserHTTPTestsSkeleton {}
