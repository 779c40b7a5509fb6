enum AppStoreSimulatorTestsSkeleton {}
