enum PurserHTTPSkeleton {}
