import Foundation
import Synchronization

/// A delivery, as its receiver logged it before it answered.
package struct Arrival: Hashable, Sendable {
    /// The receiver's decision.
    package enum Fate: String, Hashable, Sendable {
        /// It accepted the delivery, whether or not its answer arrived.
        case taken
        /// It read the delivery and refused it.
        case refused
        /// The signature was invalid.
        case forged
    }

    /// The index of the receiver.
    package let receiver: Int
    /// The receiver's decision.
    package let fate: Fate
    /// The id of the message; a hyphen where it has none.
    package let id: String
    /// SHA-256 of the body, in lowercase hexadecimal.
    package let digest: String

    /// Creates an arrival.
    package init(receiver: Int, _ fate: Fate, id: String, digest: String) {
        self.receiver = receiver
        self.fate = fate
        self.id = id
        self.digest = digest
    }

    /// Parses a line of the log.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 4, let receiver = Int(words[0]), let fate = Fate(rawValue: String(words[1])) else {
            return nil
        }
        self.init(receiver: receiver, fate, id: String(words[2]), digest: String(words[3]))
    }

    /// The line of the log.
    var line: String { "\(self.receiver) \(self.fate.rawValue) \(self.id) \(self.digest)\n" }

    /// Returns arrivals with a deliberate flaw at the first receiver.
    ///
    /// A forgotten arrival corresponds to a server that counts an event as sent before it was; exchanged and invented
    /// arrivals to a server that does not wait for the earlier event or for the disk.
    package static func spoiled(_ arrivals: [Self], by flaw: TortureFlaw?) -> [Self] {
        var arrivals = arrivals
        let places = arrivals.indices.filter { arrivals[$0].receiver == 0 && arrivals[$0].fate == .taken }
        switch flaw {
        case .forgetsArrival:
            guard let place = places.first else { return arrivals }
            let id = arrivals[place].id
            arrivals.removeAll { $0.receiver == 0 && $0.id == id }
        case .exchangesArrivals:
            var first: [Substring: Int] = [:]
            for place in places {
                let id = arrivals[place].id
                let stream = id.prefix(upTo: id.lastIndex(of: "_") ?? id.endIndex)
                guard let earlier = first[stream], arrivals[earlier].id != id else {
                    first[stream] = first[stream] ?? place
                    continue
                }
                arrivals.swapAt(earlier, place)
                return arrivals
            }
        case .inventsArrival:
            guard let place = places.last else { return arrivals }
            let model = arrivals[place]
            arrivals.append(Self(receiver: 0, .taken, id: model.id + "0000", digest: model.digest))
        default: break
        }
        return arrivals
    }
}

/// The arrivals at all receivers in order, in memory and in a file.
final class ArrivalLog: Sendable {
    private struct State {
        var arrivals: [Arrival] = []
        var strays: [String] = []
        var lostAnswers = 0
        var lateAnswers = 0
        var redirects = 0
    }

    /// The maximum number of printed strays.
    private static let strayLimit = 5

    private let file: FileHandle
    private let state = Mutex(State())

    /// Creates a log with a new file at this path.
    init(path: String) throws {
        self.file = try FileHandle.new(at: path)
    }

    /// Returns the arrivals that an earlier run has logged.
    static func arrivals(at path: String) throws -> [Arrival] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { Arrival(line: $0) }
    }

    /// All arrivals.
    var arrivals: [Arrival] { self.state.withLock { $0.arrivals } }
    /// The number of arrivals.
    var count: Int { self.state.withLock { $0.arrivals.count } }
    /// The connections to addresses that must never be called.
    var strays: [String] { self.state.withLock { $0.strays } }
    /// The number of lost answers.
    var lostAnswers: Int { self.state.withLock { $0.lostAnswers } }
    /// The number of answers that came after the client had given up.
    var lateAnswers: Int { self.state.withLock { $0.lateAnswers } }
    /// The number of redirecting answers.
    var redirects: Int { self.state.withLock { $0.redirects } }

    /// Logs a delivery.
    func note(_ arrival: Arrival, losesAnswer: Bool, redirects: Bool) {
        self.state.withLock { state in
            state.arrivals.append(arrival)
            if losesAnswer { state.lostAnswers += 1 }
            if redirects { state.redirects += 1 }
            // The judge reads what is in memory; the file is for judging the run again.
            try? self.file.write(contentsOf: Data(arrival.line.utf8))
        }
    }

    /// Records a connection to an address that must never be called.
    func noteStray(_ sentence: String) {
        self.state.withLock { state in
            if state.strays.count < Self.strayLimit { state.strays.append(sentence) }
        }
    }

    /// Counts an answer that came after the client had given up.
    func noteLateAnswer() { self.state.withLock { $0.lateAnswers += 1 } }
}
