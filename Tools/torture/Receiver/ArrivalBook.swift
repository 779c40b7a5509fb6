import Foundation
import Synchronization

/// What arrived at all receivers, in the order in which it did, also in a file.
final class ArrivalBook: Sendable {
    private struct State {
        var arrivals: [Arrival] = []
        var strays: [String] = []
        var lostAnswers = 0
        var lateAnswers = 0
        var redirects = 0
    }

    /// The most strays that are worth telling.
    private static let strayLimit = 5

    private let file: FileHandle
    private let state = Mutex(State())

    /// A new book with a new file at this path.
    init(path: String) throws {
        self.file = try FileHandle.new(at: path)
    }

    /// What an earlier run has written.
    static func arrivals(at path: String) throws -> [Arrival] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { Arrival(line: $0) }
    }

    /// Everything that arrived.
    var arrivals: [Arrival] { self.state.withLock { $0.arrivals } }
    /// How much arrived.
    var count: Int { self.state.withLock { $0.arrivals.count } }
    /// Whoever came where nobody must ever come.
    var strays: [String] { self.state.withLock { $0.strays } }
    /// Answers that were lost on the way.
    var lostAnswers: Int { self.state.withLock { $0.lostAnswers } }
    /// Answers for which nobody waited any more.
    var lateAnswers: Int { self.state.withLock { $0.lateAnswers } }
    /// Answers that sent elsewhere.
    var redirects: Int { self.state.withLock { $0.redirects } }

    /// Writes a delivery down.
    func note(_ arrival: Arrival, losesAnswer: Bool, redirects: Bool) {
        self.state.withLock { state in
            state.arrivals.append(arrival)
            if losesAnswer { state.lostAnswers += 1 }
            if redirects { state.redirects += 1 }
            // What is in memory is judged; the file is for whoever judges once more.
            try? self.file.write(contentsOf: Data(arrival.line.utf8))
        }
    }

    /// Notes that somebody came where nobody must ever come.
    func noteStray(_ sentence: String) {
        self.state.withLock { state in
            if state.strays.count < Self.strayLimit { state.strays.append(sentence) }
        }
    }

    /// Notes an answer for which nobody waited any more.
    func noteLateAnswer() { self.state.withLock { $0.lateAnswers += 1 } }
}
