enum PurserTestingSkeleton {}
