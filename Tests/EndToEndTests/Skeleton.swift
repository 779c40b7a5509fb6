enum EndToEndTestsSkeleton {}
