/// Notifications that wait to be sent, by their places: first in, first out, without moving the rest.
struct Outbox: Sendable {
    private var places: [Int] = []
    private var taken = 0

    /// Whether nothing waits.
    var isEmpty: Bool { self.taken == self.places.count }
    /// How many wait.
    var count: Int { self.places.count - self.taken }

    /// Puts one in.
    mutating func append(_ place: Int) {
        self.places.append(place)
    }

    /// Takes the first one out.
    mutating func popFirst() -> Int? {
        guard !self.isEmpty else { return nil }
        defer {
            self.taken += 1
            if self.isEmpty {
                self.places.removeAll(keepingCapacity: true)
                self.taken = 0
            }
        }
        return self.places[self.taken]
    }
}
