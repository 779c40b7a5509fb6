enum LedgerTestsSkeleton {}
