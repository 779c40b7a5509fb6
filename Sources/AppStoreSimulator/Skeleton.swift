enum AppStoreSimulatorSkeleton {}
