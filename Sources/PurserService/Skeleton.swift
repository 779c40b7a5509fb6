enum PurserServiceSkeleton {}
