import AppStore
import PurserTesting
import Testing

@Suite struct RequestBucketTests {
    static let opening: Int64 = 1_772_323_200_000

    static func permit(
        _ operation: AppStoreOperation = .getTransactionInfo,
        _ environment: AppStoreEnvironment = .production,
        _ priority: RequestPriority = .ordinary
    ) -> RequestPermit {
        RequestPermit(
            bundleID: "com.example.shop",
            environment: environment,
            operation: operation,
            priority: priority
        )
    }

    /// Returns the number of requests that pass at once.
    static func granted(_ bucket: inout RequestBucket, _ permit: RequestPermit, at now: Int64) -> Int {
        var count = 0
        while bucket.take(permit, at: now) == .granted { count += 1 }
        return count
    }

    @Test(
        "A full bucket holds one minute's requests, and a tenth of it is reserved for urgent ones",
        arguments: [
            (AppStoreOperation.getTransactionInfo, AppStoreEnvironment.production, 2700, 300),
            (.getTransactionInfo, .sandbox, 270, 30),
            (.requestTestNotification, .production, 54, 6),
            (.requestTestNotification, .sandbox, 5, 1),
        ]
    )
    func burst(
        operation: AppStoreOperation,
        environment: AppStoreEnvironment,
        ordinary: Int,
        urgent: Int
    ) {
        var bucket = RequestBucket()
        #expect(Self.granted(&bucket, Self.permit(operation, environment), at: Self.opening) == ordinary)
        #expect(Self.granted(&bucket, Self.permit(operation, environment, .urgent), at: Self.opening) == urgent)
        #expect(Self.granted(&bucket, Self.permit(operation, environment), at: Self.opening) == 0)
    }

    @Test("In no hour more requests pass than Apple allows", arguments: AppStoreOperation.allCases)
    func anyHour(operation: AppStoreOperation) {
        for environment in [AppStoreEnvironment.production, .sandbox] {
            let limit = operation.requestsPerSecond * (environment == .production ? 3600 : 360)
            var generator = SeededGenerator(seed: 11)
            var bucket = RequestBucket()
            var passed: [Int64] = []
            var now = Self.opening
            let end = now + 2 * 3_600_000
            while now < end {
                let priority: RequestPriority = generator.next() % 3 == 0 ? .urgent : .ordinary
                switch bucket.take(Self.permit(operation, environment, priority), at: now) {
                case .granted: passed.append(now)
                case .notBefore(let instant):
                    #expect(instant > now)
                    now = max(instant, now + Int64(generator.next() % 2000))
                case .unavailable: Issue.record("A bucket is always available.")
                }
            }
            var most = 0
            var first = 0
            for index in passed.indices {
                while passed[index] - passed[first] > 3_600_000 { first += 1 }
                most = max(most, index - first + 1)
            }
            #expect(most <= limit, "\(operation) in \(environment.rawValue)")
            // The maximum rate, less the one percent that rounding and this test's pauses cost.
            #expect(most > limit * 9 / 10, "\(operation) in \(environment.rawValue)")
        }
    }

    @Test("A request at the named instant succeeds, and a millisecond earlier it does not")
    func notBefore() throws {
        var bucket = RequestBucket()
        _ = Self.granted(&bucket, Self.permit(.lookUpOrderId), at: Self.opening)
        guard case .notBefore(let instant) = bucket.take(Self.permit(.lookUpOrderId), at: Self.opening) else {
            Issue.record("An empty bucket names an instant.")
            return
        }
        #expect(instant > Self.opening)
        #expect(bucket.take(Self.permit(.lookUpOrderId), at: instant - 1) == .notBefore(instant))
        #expect(bucket.take(Self.permit(.lookUpOrderId), at: instant) == .granted)
    }

    @Test("A pause lets no request pass before its end, and no burst after it")
    func pause() {
        var bucket = RequestBucket()
        let until = Self.opening + 90_000
        bucket.pause(Self.permit(), until: until)
        #expect(bucket.take(Self.permit(.getTransactionInfo, .production, .urgent), at: until - 1) == .notBefore(until))
        #expect(Self.granted(&bucket, Self.permit(.getTransactionInfo, .production, .urgent), at: until) == 1)
        #expect(Self.granted(&bucket, Self.permit(), at: until + 60_000) < 2700)
        // A shorter pause does not shorten a longer one.
        bucket.pause(Self.permit(), until: Self.opening)
        #expect(bucket.take(Self.permit(), at: until) != .granted)
    }

    @Test("A clock that is set back by a year does not stop requests for a year")
    func clockSetBack() {
        var bucket = RequestBucket()
        _ = Self.granted(&bucket, Self.permit(), at: Self.opening)
        let earlier = Self.opening - 365 * 86_400_000
        guard case .notBefore(let instant) = bucket.take(Self.permit(), at: earlier) else {
            Issue.record("The bucket is empty and fills from the new present.")
            return
        }
        #expect(instant > earlier && instant <= earlier + 60_000)
        #expect(bucket.take(Self.permit(), at: instant) == .granted)
        #expect(bucket.take(Self.permit(), at: Int64.min) != .granted)
        #expect(bucket.take(Self.permit(), at: Int64.max) == .granted)
    }

    @Test("The budget in memory separates apps, environments, and operations, and combines priorities")
    func local() async {
        let budget = LocalRequestBudget()
        let permit = Self.permit(.requestTestNotification, .sandbox)
        for _ in 0..<5 { #expect(await budget.take(permit, at: Self.opening) == .granted) }
        #expect(await budget.take(permit, at: Self.opening) != .granted)
        let urgent = Self.permit(.requestTestNotification, .sandbox, .urgent)
        #expect(await budget.take(urgent, at: Self.opening) == .granted)
        #expect(await budget.take(urgent, at: Self.opening) != .granted)
        #expect(await budget.take(Self.permit(.requestTestNotification), at: Self.opening) == .granted)
        #expect(await budget.take(Self.permit(.getTestNotificationStatus, .sandbox), at: Self.opening) == .granted)
        let other = RequestPermit(
            bundleID: "com.example.other",
            environment: .sandbox,
            operation: .requestTestNotification
        )
        #expect(await budget.take(other, at: Self.opening) == .granted)
        await budget.pause(other, until: Self.opening + 5000)
        #expect(await budget.take(other, at: Self.opening + 4999) != .granted)
    }
}
