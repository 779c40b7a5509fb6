enum AppStoreSkeleton {}
