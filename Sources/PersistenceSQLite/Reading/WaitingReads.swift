/// The reads that wait for a thread, in order of arrival.
///
/// Each has a ticket, by which a read that is canceled is removed at once, wherever it is in the queue.
struct WaitingReads {
    /// A read, and the continuation of its caller.
    @safe struct Entry: Sendable {
        /// The read.
        let job: any ReadJob
        /// Resumes the caller, which then asks the read for its outcome.
        ///
        /// It is not a checked one, which would be a second allocation. Each entry is removed from the queue once, and
        /// who removes it resumes it once.
        private let continuation: UnsafeContinuation<Void, Never>

        /// Creates an entry.
        init(_ job: any ReadJob, _ continuation: UnsafeContinuation<Void, Never>) {
            self.job = job
            unsafe self.continuation = continuation
        }

        /// Resumes the caller.
        func resume() { unsafe self.continuation.resume() }
    }

    /// How many empty places at the front are kept before the others move up.
    private static let maximumGap = 64

    private var entries: [Entry?] = []
    /// The index of the first place that may have an entry.
    private var front = 0
    /// The ticket of the place with index 0.
    private var firstTicket = 0

    /// The number of reads that wait.
    private(set) var count = 0

    /// Adds a read at the end.
    mutating func append(_ entry: Entry) {
        entry.job.ticket = self.firstTicket + self.entries.count
        self.entries.append(entry)
        self.count += 1
    }

    /// Removes and returns the read that has waited longest.
    mutating func next() -> Entry? {
        defer { self.moveUp() }
        while self.front < self.entries.count {
            defer { self.front += 1 }
            guard let entry = self.entries[self.front] else { continue }
            self.entries[self.front] = nil
            self.count -= 1
            return entry
        }
        return nil
    }

    /// Removes and returns the read with a ticket; `nil` if it does not wait any more.
    mutating func remove(_ ticket: Int) -> Entry? {
        let index = ticket - self.firstTicket
        guard index >= self.front, index < self.entries.count, let entry = self.entries[index] else { return nil }
        self.entries[index] = nil
        self.count -= 1
        return entry
    }

    /// Removes and returns all reads.
    mutating func removeAll() -> [Entry] {
        defer {
            self.firstTicket += self.entries.count
            self.entries = []
            self.front = 0
            self.count = 0
        }
        return self.entries.compactMap(\.self)
    }

    private mutating func moveUp() {
        if self.front == self.entries.count {
            self.entries.removeAll(keepingCapacity: true)
        } else if self.front >= Self.maximumGap, self.front * 2 > self.entries.count {
            self.entries.removeFirst(self.front)
        } else {
            return
        }
        self.firstTicket += self.front
        self.front = 0
    }
}
