import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserHTTP
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConcurrencyLimiterTests {
    private let requests = ConcurrencyLimiter()
    private let ada = ConcurrencyLimiter.Name(key: "ada")

    /// Work that waits until the test ends it, and notes when it began.
    private final class Work: Sendable {
        let begun = Mutex<[Int]>([])
        /// How many are at work, and how many there were at once.
        let atWork = Mutex((now: 0, most: 0))
        private let beginnings: AsyncStream<Int>
        private let beginning: AsyncStream<Int>.Continuation
        private let ends: [(wait: AsyncStream<Never>, end: AsyncStream<Never>.Continuation)]

        init(count: Int) {
            (self.beginnings, self.beginning) = AsyncStream<Int>.makeStream()
            self.ends = (0..<count).map { _ in
                let (wait, end) = AsyncStream<Never>.makeStream()
                return (wait, end)
            }
        }

        func run(_ number: Int) async {
            self.begun.withLock { $0.append(number) }
            self.atWork.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            self.beginning.yield(number)
            for await _ in self.ends[number].wait {}
            self.atWork.withLock { $0.now -= 1 }
        }

        func end(_ number: Int) {
            self.ends[number].end.finish()
        }

        /// Returns once so many have begun.
        func wait(for count: Int) async {
            while self.begun.withLock({ $0.count }) < count {
                for await _ in self.beginnings { break }
            }
        }
    }

    @Test("No more than the maximum are at work, and the next begins when one ends; another caller does not wait")
    func maximum() async throws {
        let work = Work(count: 4)
        let other = Work(count: 1)
        try await withThrowingTaskGroup { group in
            for number in 0..<4 {
                group.addTask { try await requests.whenFree(ada, maximum: 2) { await work.run(number) } }
            }
            await work.wait(for: 2)
            group.addTask {
                try await requests.whenFree(ConcurrencyLimiter.Name(key: "bert"), maximum: 2) { await other.run(0) }
            }
            await other.wait(for: 1)
            let first = work.begun.withLock(\.self)
            #expect(first.count == 2)
            work.end(first[0])
            await work.wait(for: 3)
            let count = work.begun.withLock { $0.count }
            #expect(count == 3)
            for number in 0..<4 { work.end(number) }
            other.end(0)
            try await group.waitForAll()
        }
        let begun = work.begun.withLock { $0.sorted() }
        #expect(begun == [0, 1, 2, 3])
        let most = work.atWork.withLock { $0.most }
        #expect(most == 2)
    }

    @Test("A request that is canceled while it waits takes no turn from the others")
    func cancellation() async throws {
        let work = Work(count: 3)
        let requests = self.requests
        let ada = self.ada
        let first = Task { try await requests.whenFree(ada, maximum: 1) { await work.run(0) } }
        await work.wait(for: 1)
        let second = Task { try await requests.whenFree(ada, maximum: 1) { await work.run(1) } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        let third = Task { try await requests.whenFree(ada, maximum: 1) { await work.run(2) } }
        work.end(0)
        try await first.value
        await work.wait(for: 2)
        work.end(2)
        try await third.value
        let begun = work.begun.withLock(\.self)
        #expect(begun == [0, 2])
    }

    @Test("While a request waits for its body another has its place, and it goes on when that one ends")
    func body() async throws {
        let work = Work(count: 2)
        let requests = self.requests
        let ada = self.ada
        let (readings, reading) = AsyncStream<Void>.makeStream()
        let (arrival, arrived) = AsyncStream<Never>.makeStream()
        let parts = AsyncStream<ByteBuffer> {
            reading.yield()
            for await _ in arrival {}
            return nil
        }
        let request = Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"),
            body: RequestBody(asyncSequence: parts)
        )
        let first = Task {
            try await requests.whenFree(ada, maximum: 1) {
                try await BodyLimits().withBody(of: request, upTo: 100) { _ in await work.run(1) }
            }
        }
        for await _ in readings { break }
        let second = Task { try await requests.whenFree(ada, maximum: 1) { await work.run(0) } }
        await work.wait(for: 1)
        arrived.finish()
        // What would go on without a place has the time to.
        for _ in 0..<1000 { await Task.yield() }
        work.end(0)
        try await second.value
        await work.wait(for: 2)
        work.end(1)
        try await first.value
        let begun = work.begun.withLock(\.self)
        #expect(begun == [0, 1])
        let most = work.atWork.withLock { $0.most }
        #expect(most == 1)
        // Both have given their places back.
        try await requests.whenFree(ada, maximum: 1) {}
    }

    @Test("A body that breaks off leaves no place taken, and gives none twice")
    func brokenBody() async throws {
        for _ in 0..<3 {
            await #expect(throws: RepositoryError.self) {
                try await requests.whenFree(ada, maximum: 1) {
                    try await ConcurrencyLimiter.whileReading { throw RepositoryError.unavailable }
                }
            }
        }
        let work = Work(count: 2)
        try await withThrowingTaskGroup { group in
            for number in 0..<2 {
                group.addTask { try await requests.whenFree(ada, maximum: 1) { await work.run(number) } }
            }
            await work.wait(for: 1)
            for number in 0..<2 { work.end(number) }
            try await group.waitForAll()
        }
        let most = work.atWork.withLock { $0.most }
        #expect(most == 1)
    }

    @Test("Work that fails gives its place back")
    func failure() async throws {
        for _ in 0..<3 {
            await #expect(throws: RepositoryError.self) {
                try await requests.whenFree(ada, maximum: 1) { throw RepositoryError.unavailable }
            }
        }
    }
}
